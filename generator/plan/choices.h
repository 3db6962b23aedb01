/* SPDX-License-Identifier: BSD-3-Clause
 * choices: the candidates that serve a collective on one placement: one for each range of sizes.
 */
#ifndef RG_PLAN_CHOICES_H
#define RG_PLAN_CHOICES_H

#include "plan/contest.h"

/* The choice for a range of sizes, from which struct rg_choice of ringgen.h is made. */
struct rg_plan_choice {
	int64_t bytes;             /* from this size on */
	struct rg_variant variant; /* without a routine: MPI's own, see tuning.h */
	int64_t slice;             /* of struct rg_choice, and so the next two */
	bool drift;
	bool native;
	double seconds; /* at that size; if it is native, MPI's own */
};

/* Behind the choices stand spare ones, for trials (runtime/call/trial.h) and the lottery: what
 * serves no size by the plan, but is predicted to take little longer from that size on. A wide plan
 * has so many that the lottery's candidates (RG_CANDIDATES_MOST) are not more. */
enum { RG_SPARES = 48 };
struct rg_plan_choices {
	struct rg_plan_choice choice[2 * RG_SIZES + RG_SPARES]; /* the first is from 0 bytes on */
	int n;                                                  /* 0: nothing serves */
	int spares;
};

/* The fastest candidate for each size, or one that is as good for a reason that the model does not
 * know. A candidate that serves a size serves the next one, too, until it takes 5 % longer than the
 * fastest. */
struct rg_plan_choices rg_plan_choices_of(struct rg_contest *c);

/* The choice that serves so many bytes; n is not 0. */
const struct rg_plan_choice *rg_plan_choices_at(const struct rg_plan_choices *p, double bytes);

/* Are they the same to a program? */
bool rg_plan_choices_same(const struct rg_plan_choices *a, const struct rg_plan_choices *b);

/* Seconds that these choices, of another contest perhaps, take here for so many bytes; INFINITY:
 * they are no candidates here. */
double rg_plan_choices_time(const struct rg_plan_choices *p, struct rg_contest *c, double bytes);

/* The same at each size that is planned for: seconds[s] at size number s. */
void rg_plan_choices_times(const struct rg_plan_choices *p, struct rg_contest *c,
                           double seconds[RG_SIZES]);

/* Leave to MPI's own routine, too, the sizes for which it is predicted to take no longer than
 * RG_WORTH_OURS times as long as the choice: ours[s] and native[s], seconds at size number s
 * of `sizes`; INFINITY: nothing is known of it. That changes at sizes that are planned for. For an
 * irregular collective the factor is RG_WORTH_TREES: the predictions are for blocks of a length,
 * and nobody knows whether the blocks have it. A tree goes through all ranks, while MPI's own
 * routine does not even send an empty block: with two blocks among 32 it took a fifth of the tree's
 * time. Chosen. */
#define RG_WORTH_OURS 1.25
#define RG_WORTH_TREES 2
void rg_plan_choices_hand_on(struct rg_plan_choices *p, enum rg_collective collective,
                             const double *ours, const double *native, int sizes);

/* From each process to each other one: is the choice that serves so many bytes one whose messages
 * meet less than those of another that is predicted to be as fast? */
bool rg_plan_keeps_apart(struct rg_contest *c, const struct rg_plan_choice *choice, double bytes);

/* How much they lose against the fastest here, on the mean of the sizes' logarithms; INFINITY: they
 * take more than 1 + `may` times as long at some size, or are no candidates, or lack what trials
 * try here; or, where little may be lost, their messages meet more than those of others that are
 * preferred for that. */
double rg_plan_choices_loss(const struct rg_plan_choices *p, struct rg_contest *c, double may);

#endif
