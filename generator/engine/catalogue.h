/* SPDX-License-Identifier: BSD-3-Clause
 * plan: the algorithms that there are for each collective, and which of them a user wants. Among
 * those select.h chooses by size and cost.
 */
#ifndef RG_PLAN_H
#define RG_PLAN_H

#include "ringgen.h"

/* A collective and an algorithm for it. */
struct rg_routine {
	enum rg_collective collective;
	const char *name;                     /* "allreduce": of --ops and of messages */
	const struct rg_algorithm *algorithm; /* linked into the command, for the proof */
	const char *template;                 /* the file its text is emitted from */
	const char *symbol;                   /* the algorithm's name in that text */
};

/* All routines, by collective. The first of a collective is its default. */
enum { RG_ROUTINES = 45 };
extern const struct rg_routine rg_routines[RG_ROUTINES];

/* Parse a list as of --ops into wanted[RG_ROUTINES]: "allreduce=butterfly,allgatherv"; a collective
 * alone is by its default, or by each of its algorithms if `every`; "all": the same for each
 * collective that is not named; "all=ring": for each of those that has a ring. Returns NULL, or
 * what is wrong with it (a phrase, to be freed). */
char *rg_plan_ops(const char *list, bool every, bool wanted[RG_ROUTINES]);

/* For the same bits everywhere: leave only what combines in the order of the ranks. Returns NULL,
 * or what is wrong with that, if nothing is left of a collective (a phrase, to be freed). */
char *rg_plan_keep_ordered(bool wanted[RG_ROUTINES]);

/* What a collective is called: "allreduce". */
const char *rg_plan_name(enum rg_collective collective);

#endif
