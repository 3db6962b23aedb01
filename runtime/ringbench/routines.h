/* SPDX-License-Identifier: BSD-3-Clause
 * The routines of one source: the MPI library, or a generated file.
 */
#ifndef ROUTINES_H
#define ROUTINES_H

#include "ringgen/parameters.h"

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

struct rg_request; /* libringgen's */

/* The arguments of a row of ringgen/collectives.def, for `v`, from `in` to `out`, of type `t` in
 * `comm`: RG_LIST(VALUES, arguments). */
#define VALUES(kind, name, member) VALUE_##name
#define VALUE_sendbuf in
#define VALUE_recvbuf out
#define VALUE_buffer out
#define VALUE_count v->n
#define VALUE_sendcount (has_unequal_blocks(v->collective) ? v->in : v->block)
#define VALUE_recvcount (has_unequal_blocks(v->collective) ? v->out : v->block)
#define VALUE_sendcounts v->counts
#define VALUE_recvcounts v->counts
#define VALUE_displs v->displs
#define VALUE_sdispls v->places
#define VALUE_rdispls v->places
#define VALUE_type t
#define VALUE_sendtype t
#define VALUE_recvtype t
#define VALUE_sendtypes v->types
#define VALUE_recvtypes v->types
#define VALUE_op MPI_SUM
#define VALUE_root v->root
#define VALUE_comm comm

/* Routines with the arguments of MPI's; NULL: it does not serve that collective. For the MPI
 * library only the blocking routines are here: see request.c. */
struct routines {
	const char *name;
	bool linked;  /* ours, not the MPI library's */
	bool beneath; /* the MPI library's by its names PMPI_*, which nobody takes over */

#define ROUTINE(NAME, name, Entry, large, arguments, ...)                   \
	int (*name)(RG_LIST(RG_TAKES, arguments));                          \
	int (*i##name)(RG_LIST(RG_TAKES, arguments), struct rg_request **); \
	int (*name##_init)(RG_LIST(RG_TAKES, arguments), MPI_Info, struct rg_request **);
	RG_ROWS(ROUTINE)
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
