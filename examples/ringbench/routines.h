/* SPDX-License-Identifier: BSD-3-Clause
 * The routines of one source: the MPI library, or a generated file.
 */
#ifndef ROUTINES_H
#define ROUTINES_H

#include <mpi.h>
#include <stdbool.h>

struct rg_request; /* libringgen's */

/* Arguments that several of them have. */
#define REDUCTION const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm
#define REDUCTION_BLOCKS const void *, void *, const int[], MPI_Datatype, MPI_Op, MPI_Comm
#define GATHER const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm
#define GATHER_BLOCKS \
	const void *, int, MPI_Datatype, void *, const int[], const int[], MPI_Datatype, MPI_Comm

/* With the arguments of MPI's; NULL: it does not serve that collective. Of the MPI library only the
 * blocking ones are here: see request.c. */
struct routines {
	const char *name;
	bool linked;  /* ours, not the MPI library's */
	bool beneath; /* the MPI library's by its names PMPI_*, which nobody takes over */

	int (*allreduce)(REDUCTION);
	int (*allgather)(GATHER);
	int (*allgatherv)(GATHER_BLOCKS);
	int (*reduce_scatter)(REDUCTION_BLOCKS);
	int (*reduce_scatter_block)(REDUCTION);

	int (*iallreduce)(REDUCTION, struct rg_request **);
	int (*iallgather)(GATHER, struct rg_request **);
	int (*iallgatherv)(GATHER_BLOCKS, struct rg_request **);
	int (*ireduce_scatter)(REDUCTION_BLOCKS, struct rg_request **);
	int (*ireduce_scatter_block)(REDUCTION, struct rg_request **);

	int (*allreduce_init)(REDUCTION, MPI_Info, struct rg_request **);
	int (*allgather_init)(GATHER, MPI_Info, struct rg_request **);
	int (*allgatherv_init)(GATHER_BLOCKS, MPI_Info, struct rg_request **);
	int (*reduce_scatter_init)(REDUCTION_BLOCKS, MPI_Info, struct rg_request **);
	int (*reduce_scatter_block_init)(REDUCTION, MPI_Info, struct rg_request **);

	int (*start)(struct rg_request **);
	int (*wait)(struct rg_request **, MPI_Status *);
	int (*request_free)(struct rg_request **);
};

#endif
