/* SPDX-License-Identifier: BSD-3-Clause
 * jobs_choice: what the planner would choose for past jobs, and what that puts on the links.
 */
#ifndef RG_JOBS_CHOICE_H
#define RG_JOBS_CHOICE_H

#include "cli/options.h"
#include "fabric/route.h"

struct rg_jobs_choice;

/* For the collective and size that the options name, of which the former is one. Free it. */
struct rg_jobs_choice *rg_jobs_choice_new(const struct rg_routes *r, const struct rg_options *o);
void rg_jobs_choice_free(struct rg_jobs_choice *x);

/* Which collective that is. Jobs on more machines than `most` are not planned for. */
enum { RG_JOBS_PLANNED_MOST = 256 };
enum rg_collective rg_jobs_choice_collective(const struct rg_jobs_choice *x);

/* The most messages that meet on a link direction at a time, by the fastest algorithm on
 * machine[n], one rank each, in this order; 0: it was not planned. What was asked before is
 * remembered. */
int rg_jobs_choice_load(struct rg_jobs_choice *x, const int *machine, int n);

#endif
