/* SPDX-License-Identifier: BSD-3-Clause
 * The transport over MPI: runs an algorithm of the engine on real processes.
 */
#ifndef RG_TRANSPORT_H
#define RG_TRANSPORT_H

#include "ringgen.h"

#if MPI_VERSION >= 4
typedef MPI_Count rg_mpi_count;
#else
typedef int rg_mpi_count; /* then no routine takes a longer block */
#endif

enum { RG_LANE_POSTED = 2 };

/* One process's part of one collective in progress. r.pending of the requests are posted. */
struct rg_mpi {
	struct rg r;   /* first: the engine knows this part */
	MPI_Comm comm; /* private; its errors return */
	MPI_Datatype type;
	MPI_Op op;
	MPI_Aint extent; /* of the type */
	bool dense;      /* elements of the type have no gaps, and follow one another without any */
	uintptr_t base[3]; /* address of element 0 of each enum rg_buffer; it need not be memory */
	/* RG_IN, when its elements are of another type than the rest (allgather): copied whole. */
	MPI_Datatype in_type; /* MPI_DATATYPE_NULL: it is not so */
	rg_mpi_count in_count;
	/* What the first message failed with that was posted (truncated, say). The routine goes on
	 * to its end, or the other processes would wait for ever: it ends as a native collective
	 * would. */
	int failure;
	MPI_Request few[RG_LANE_POSTED], *requests;
	int room; /* of requests */
};

#pragma GCC visibility push(hidden)

extern const struct rg_transport rg_mpi_transport;

/* Drive the algorithm to its end. The frame is zeroed here. Returns MPI's error code; nothing was
 * raised. When something could not be posted, what was posted is cancelled, as far as MPI can. */
int rg_mpi_run(struct rg_mpi *m, const struct rg_algorithm *algorithm, void *frame);

#pragma GCC visibility pop
#endif
