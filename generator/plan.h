/* SPDX-License-Identifier: BSD-3-Clause
 * plan: which algorithm serves which collective: the ring, or the one that the user names. The
 * choice by size and cost has its place here.
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
enum { RG_ROUTINES = 14 };
extern const struct rg_routine rg_routines[RG_ROUTINES];

/* Parse a list as of --ops ("allreduce=butterfly,allgatherv"; "all": each other collective by its
 * default) into wanted[RG_ROUTINES]. Returns NULL, or what is wrong with it (a phrase, to be
 * freed). */
char *rg_plan_ops(const char *list, bool wanted[RG_ROUTINES]);

/* The wanted routine of each collective, NULL if there is none, into chosen[RG_COLLECTIVES].
 * Returns NULL, or the name of a collective that has several. */
const char *rg_plan_choose(const bool wanted[RG_ROUTINES],
                           const struct rg_routine *chosen[RG_COLLECTIVES]);

#endif
