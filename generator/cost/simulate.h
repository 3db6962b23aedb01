/* SPDX-License-Identifier: BSD-3-Clause
 * simulate: how long a folded record takes, event by event: the way for all records that are not
 * too much for it (RG_FOLLOWED_MOST in cost.h) and are no ring of which one script tells all. It is
 * the one that follows how messages share links; the others agree with it where nothing that they
 * take as given changes (tests/unit/flow.c).
 *
 * A message takes its latency, and is then under way: it shares each link with all that are under
 * way at that time, fairly for their weights (max-min: nobody can get more without taking from one
 * that has no more for its weight). So do the messages of the simulated cluster (tests/simgrid),
 * and roughly those of TCP.
 */
#ifndef RG_SIMULATE_H
#define RG_SIMULATE_H

#include "cost/folded.h"
#include "cost/timeline.h"

/* Seconds until the last process's end, elements being of so many bytes; INFINITY: they wait for
 * each other. */
double rg_flow_time(const struct rg_folded *c, const struct rg_model *m, double unit);

/* The same of a record whose kinds are processes (rg_symmetry_apart), and all that happens is added
 * to the timeline. */
double rg_flow_follow(const struct rg_folded *c, const struct rg_model *m, double unit,
                      struct rg_timeline *t);

#endif
