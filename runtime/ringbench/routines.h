/* SPDX-License-Identifier: BSD-3-Clause
 * The routines of one source: the MPI library, or a generated file.
 */
#ifndef ROUTINES_H
#define ROUTINES_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

struct rg_request; /* libringgen's */

/* Arguments that several of them have. */
#define REDUCTION const void *, void *, int, MPI_Datatype, MPI_Op
#define BLOCKS const void *, int, MPI_Datatype, void *, int, MPI_Datatype
#define SENT in, v->block, t
#define GOT out, v->block, t

/* A row for each collective: its name in an enum, in ours, in MPI's; the types of MPI's arguments,
 * and the arguments for `v`, from `in` to `out`, of type `t` in `comm`. */
/* clang-format off */
#define ROUTINES(ROW) \
	ROW(ALLREDUCE, allreduce, Allreduce, (REDUCTION, MPI_Comm), (in, out, v->n, t, MPI_SUM, comm)) \
	ROW(ALLGATHER, allgather, Allgather, (BLOCKS, MPI_Comm), (SENT, GOT, comm)) \
	ROW(ALLGATHERV, allgatherv, Allgatherv, \
	    (const void *, int, MPI_Datatype, void *, const int[], const int[], MPI_Datatype, MPI_Comm), \
	    (in, v->in, t, out, v->counts, v->displs, t, comm)) \
	ROW(REDUCE_SCATTER, reduce_scatter, Reduce_scatter, \
	    (const void *, void *, const int[], MPI_Datatype, MPI_Op, MPI_Comm), \
	    (in, out, v->counts, t, MPI_SUM, comm)) \
	ROW(REDUCE_SCATTER_BLOCK, reduce_scatter_block, Reduce_scatter_block, (REDUCTION, MPI_Comm), \
	    (in, out, v->block, t, MPI_SUM, comm)) \
	ROW(BCAST, bcast, Bcast, (void *, int, MPI_Datatype, int, MPI_Comm), (out, v->n, t, v->root, comm)) \
	ROW(REDUCE, reduce, Reduce, (REDUCTION, int, MPI_Comm), (in, out, v->n, t, MPI_SUM, v->root, comm)) \
	ROW(GATHER, gather, Gather, (BLOCKS, int, MPI_Comm), (SENT, GOT, v->root, comm)) \
	ROW(SCATTER, scatter, Scatter, (BLOCKS, int, MPI_Comm), (SENT, GOT, v->root, comm)) \
	ROW(BARRIER, barrier, Barrier, (MPI_Comm), (comm)) \
	ROW(SCAN, scan, Scan, (REDUCTION, MPI_Comm), (in, out, v->n, t, MPI_SUM, comm)) \
	ROW(EXSCAN, exscan, Exscan, (REDUCTION, MPI_Comm), (in, out, v->n, t, MPI_SUM, comm)) \
	ROW(GATHERV, gatherv, Gatherv, \
	    (const void *, int, MPI_Datatype, void *, const int[], const int[], MPI_Datatype, int, MPI_Comm), \
	    (in, v->in, t, out, v->counts, v->displs, t, v->root, comm)) \
	ROW(SCATTERV, scatterv, Scatterv, \
	    (const void *, const int[], const int[], MPI_Datatype, void *, int, MPI_Datatype, int, MPI_Comm), \
	    (in, v->counts, v->displs, t, out, v->out, t, v->root, comm))
/* clang-format on */

/* A list out of its parentheses. */
#define BARE(...) __VA_ARGS__

/* With the arguments of MPI's; NULL: it does not serve that collective. Of the MPI library only the
 * blocking ones are here: see request.c. */
struct routines {
	const char *name;
	bool linked;  /* ours, not the MPI library's */
	bool beneath; /* the MPI library's by its names PMPI_*, which nobody takes over */

#define ROUTINE(NAME, name, Name, types, values)          \
	int (*name)(BARE types);                          \
	int (*i##name)(BARE types, struct rg_request **); \
	int (*name##_init)(BARE types, MPI_Info, struct rg_request **);
	ROUTINES(ROUTINE)
#undef ROUTINE

	int (*start)(struct rg_request **);
	int (*wait)(struct rg_request **, MPI_Status *);
	int (*request_free)(struct rg_request **);
};

/* The generated routines that are linked into the program, up to one without a name. The command
 * has none (linked.c); a program that has some brings this table, and takes the rest from
 * libringbench (examples/ringbench). */
extern const struct routines linked_routines[];

#endif
