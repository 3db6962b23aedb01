/* SPDX-License-Identifier: BSD-3-Clause
 * paced: how long a record takes that has too many messages to follow how they share their links
 * (more than RG_FOLLOWED_MOST in cost.h): what each gets of them is given (levels.h). Nothing then
 * depends on what happens at the same time elsewhere, so the messages are gone through once, in an
 * order in which all that one waits for comes before it.
 *
 * As in simulate.h, the messages of a step share their way, and those of the next come after them:
 * also of those that could begin earlier, because their receivers are ready before those of the
 * former are. There simulate.h lets them overtake.
 */
#ifndef RG_PACED_H
#define RG_PACED_H

#include "cost/symmetry.h"

struct rg_paced;

/* A record that is not stuck, with its ways, and the pace of each move, seconds per byte. Nothing
 * is borrowed. Free it. */
struct rg_paced *rg_paced_new(const struct rg_record *r, const struct rg_matching *m,
                              const struct rg_symmetry *k, const struct rg_resources *w,
                              const double *pace);
void rg_paced_free(struct rg_paced *p);

/* Seconds until the last process's end, elements being of so many bytes. */
double rg_paced_time(const struct rg_paced *p, const struct rg_model *m, double unit);

#endif
