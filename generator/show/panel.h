/* SPDX-License-Identifier: BSD-3-Clause
 * panel: what a chart shows of one contest: what each candidate takes at each size, which of them
 * are worth a name, and the plan.
 */
#ifndef RG_PANEL_H
#define RG_PANEL_H

#include "cost/time_bound.h"
#include "plan/choices.h"

/* Curves with a name and a colour of their own; the others are grey. Of those that the plan does
 * not take the fastest somewhere come first, then the nearest to that; RG_NAMED_USUALLY are named
 * with those that it takes, if these are not more. */
enum { RG_NAMED_MOST = 12, RG_NAMED_USUALLY = 8 };

struct rg_curve {
	char name[128];
	double seconds[RG_SIZES]; /* [points] INFINITY: it does not run */
	bool planned;
	int rank;    /* its number among the named; -1: it is grey */
	double away; /* the least that it takes as a multiple of the fastest */
};

struct rg_panel {
	char title[64];
	double bytes[RG_SIZES]; /* [points] the sizes that are looked at */
	int points;
	struct rg_curve *curve; /* [curves] */
	int curves;
	struct rg_plan_choice choice[RG_SIZES]; /* [choices] the plan: from which size on */
	int curve_of[RG_SIZES];                 /* [choices] the curve of each; -1: none */
	int choices;
	double planned[RG_SIZES];   /* [points] seconds of the plan */
	struct rg_time_bound bound; /* all 0: there is none */
};

/* Ask the contest, which may be that of another collective with the same candidates; nothing is
 * borrowed. Free it with rg_panel_free. */
struct rg_panel rg_panel_new(struct rg_contest *c, enum rg_collective collective,
                             enum rg_purpose purpose, const struct rg_time_bound *bound);
void rg_panel_free(struct rg_panel *p);

/* The curve with that number among the named; NULL: there are fewer. */
const struct rg_curve *rg_panel_named(const struct rg_panel *p, int rank);

#endif
