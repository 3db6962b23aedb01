/* SPDX-License-Identifier: BSD-3-Clause
 * A wish: which collectives are to be ours, as a list of words, separated by commas:
 *
 *   on            all are ours
 *   off, native   none is
 *   NAME          only those named are: allreduce, allgather, ...
 *   NAME:BYTES    it is, of vectors of so many bytes or more: 65536, 64K, 1MiB
 *   prepare       the communicator is set up when it is made, not at its first collective
 *
 * A later word overrides an earlier one. A word that is none of these names nothing, which is told.
 */
#ifndef RG_WISH_H
#define RG_WISH_H

#include "mpi/report.h"

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

/* Read a list. Returns the first wrong word, with its length; NULL: there is none. */
const char *rg_wish_read(const char *list, struct rg_wish *w, int *length);

/* A number that is the same for the same wish, not negative. */
int rg_wish_hash(const struct rg_wish *w);

/* Whether the wish makes a collective ours, of so many bytes: RG_OURS, or why not. */
enum rg_reason rg_wish_allows(const struct rg_wish *w, enum rg_collective which, int64_t bytes);

/* Whether the wish makes any collective ours. */
bool rg_wish_any(const struct rg_wish *w);

#pragma GCC visibility pop
#endif
