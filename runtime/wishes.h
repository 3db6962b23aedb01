/* SPDX-License-Identifier: BSD-3-Clause
 * What is wished of a communicator's collectives: RINGGEN_COLLECTIVES, or the communicator's own
 * info key `ringgen_collectives`.
 *
 * A wish is a list of words, separated by commas:
 *
 *   on            all are ours
 *   off, native   none is
 *   NAME          only those named are: allreduce, allgather, ...
 *   NAME:BYTES    it is, of vectors of so many bytes or more: 65536, 64K, 1MiB
 *   prepare       the communicator is set up when it is made, not at its first collective
 *
 * A later word overrides an earlier one. A word that is none of these names nothing, which is told.
 */
#ifndef RG_WISHES_H
#define RG_WISHES_H

#include "report.h"

#define RG_WISH_KEY "ringgen_collectives"
#define RG_WISH_VARIABLE "RINGGEN_COLLECTIVES"
#define RG_WISH_WORDS                                                          \
	"on, off, prepare, allreduce, allgather, allgatherv, reduce_scatter, " \
	"reduce_scatter_block, and allreduce:64K for so many bytes or more"

struct rg_wish {
	int64_t from[RG_COLLECTIVES]; /* ours from so many bytes on; -1: never */
	bool prepare;
	bool mixed; /* the ranks wish different things: never */
};

#pragma GCC visibility push(hidden)

/* The cluster that serves MPI's own names in this process; NULL: none, they are not taken over. */
extern const struct rg_cluster *rg_bound;

/* Read a list. Returns the first wrong word, with its length; NULL: there is none. */
const char *rg_wish_read(const char *list, struct rg_wish *w, int *length);

/* A number that is the same for the same wish, not negative. */
int rg_wish_hash(const struct rg_wish *w);

/* Whether the wish makes a collective ours, of so many bytes: RG_OURS, or why not. */
enum rg_reason rg_wish_allows(const struct rg_wish *w, enum rg_collective which, int64_t bytes);

/* The wish of this process for the communicator: what rg_wish_put was told, what its info says, or
 * what the environment does. A wrong word in the info is told once by who speaks; one of the
 * environment is for rg_settings_tell. Local. */
struct rg_wish rg_wish_of(MPI_Comm comm, bool speaks);

/* The wish of the environment. */
struct rg_wish rg_wish_of_all(void);

/* Read the list that an info brings. A wrong word is told once per process by who speaks. */
void rg_wish_of_key(const char *list, struct rg_wish *w, bool speaks);

/* Whether the wish makes any collective ours. */
bool rg_wish_any(const struct rg_wish *w);

/* Keep a list with the communicator, and with its duplicates. `agreed` is whether all ranks are
 * known to have the same. Returns MPI's error code. */
int rg_wish_put(MPI_Comm comm, const char *list, const struct rg_wish *w, bool agreed);

/* Forget what was kept with it. */
void rg_wish_drop(MPI_Comm comm);

/* The list that is kept with the communicator; NULL: none. */
const char *rg_wish_list(MPI_Comm comm, bool *agreed);

#pragma GCC visibility pop
#endif
