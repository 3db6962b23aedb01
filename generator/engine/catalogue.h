/* SPDX-License-Identifier: BSD-3-Clause
 * catalogue: the algorithms that there are for each collective, and which of them a user wants.
 * Among those plan/contest.h chooses by size and cost.
 */
#ifndef RG_CATALOGUE_H
#define RG_CATALOGUE_H

#include "generator/algorithms.h"
#include "ringgen/engine.h"

/* A collective and an algorithm for it. */
struct rg_routine {
	enum rg_collective collective;
	const char *name;                     /* "allreduce": of --ops and of messages */
	const struct rg_algorithm *algorithm; /* linked into the command, for the proof */
	const char *template;                 /* the file its text is emitted from */
	const char *symbol;                   /* the algorithm's name in that text */
};

/* All routines, by collective: each of the algorithms of its family. */
#define RG_ONE(...) +1
#define RG_COLLECTIVE(NAME, name, Entry, family, ...) RG_BY_##family(RG_ONE, )
enum {
	RG_ROUTINES = 0
#include "ringgen/collectives.def"
};
#undef RG_COLLECTIVE
#undef RG_ONE
extern const struct rg_routine rg_routines[RG_ROUTINES];

/* Parse a list as of --ops into wanted[RG_ROUTINES]: "allreduce=butterfly,allgatherv"; a collective
 * alone is by its default, or by each of its algorithms if `every`; "all": the same for each
 * collective that is not named; "all=ring": for each of those that has a ring. Returns NULL, or
 * what is wrong with it (a phrase, to be freed). */
char *rg_catalogue_ops(const char *list, bool every, bool wanted[RG_ROUTINES]);

/* For the same bits everywhere: leave only what combines in the order of the ranks. Returns NULL,
 * or what is wrong with that, if nothing is left of a collective (a phrase, to be freed). */
char *rg_catalogue_keep_ordered(bool wanted[RG_ROUTINES]);

#endif
