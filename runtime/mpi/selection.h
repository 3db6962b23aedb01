/* SPDX-License-Identifier: BSD-3-Clause
 * A selection: which collectives are to be ours, as a list of words, separated by commas:
 *
 *   on            all are ours
 *   off, native   none is
 *   NAME          only those named are: allreduce, allgather, ...
 *   NAME:BYTES    it is, of vectors of so many bytes or more: 65536, 64K, 1MiB; not gatherv and
 *                 scatterv, whose vectors' lengths the root alone knows
 *   prepare       the communicator is set up when it is made, not at its first collective
 *
 * A later word overrides an earlier one. A word that is none of these names nothing, which is told.
 */
#ifndef RG_SELECTION_H
#define RG_SELECTION_H

#include "mpi/report.h"

#define RG_SELECTION_VARIABLE "RINGGEN_COLLECTIVES"
#define RG_SELECTION_WORDS            \
	"on, off, prepare, " RG_ROWS( \
		RG_SELECTION_WORD) "and allreduce:64K for so many bytes or more"
#define RG_SELECTION_WORD(NAME, name, ...) #name ", "

struct rg_selection {
	int64_t from[RG_COLLECTIVES]; /* ours from so many bytes on; -1: never */
	bool prepare;
	bool mixed; /* the ranks differ in it: never */
};

#pragma GCC visibility push(hidden)

/* Read a list. Returns the first wrong word, with its length; NULL: there is none. */
const char *rg_selection_read(const char *list, struct rg_selection *w, int *length);

/* A number that is the same for the same selection, not negative. */
int rg_selection_hash(const struct rg_selection *w);

/* Whether the selection makes a collective ours, of so many bytes: RG_OURS, or why not. */
enum rg_reason rg_selection_allows(const struct rg_selection *w, enum rg_collective which,
                                   int64_t bytes);

/* Whether the selection makes any collective ours. */
bool rg_selection_any(const struct rg_selection *w);

#pragma GCC visibility pop
#endif
