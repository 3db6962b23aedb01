/* SPDX-License-Identifier: BSD-3-Clause
 * plan: which algorithm serves which collective. The ring serves all of them so far; the choice by
 * size and cost has its place here.
 */
#ifndef RG_PLAN_H
#define RG_PLAN_H

#include "ringgen.h"

/* A collective and the algorithm chosen for it. */
struct rg_routine {
	enum rg_collective collective;
	const char *name;                     /* "allreduce": of --ops and of messages */
	const struct rg_algorithm *algorithm; /* linked into the command, for the proof */
	const char *template;                 /* the file its text is emitted from */
	const char *symbol;                   /* the algorithm's name in that text */
};

/* All routines, by collective. */
extern const struct rg_routine rg_routines[RG_COLLECTIVES];

/* Parse a list as of --ops ("allreduce,allgatherv"; "all") into wanted[RG_COLLECTIVES]. Returns
 * NULL, or the first word that is not a collective (to be freed; "" when the list is empty). */
char *rg_plan_ops(const char *list, bool wanted[RG_COLLECTIVES]);

#endif
