/* SPDX-License-Identifier: BSD-3-Clause
 * cost: how long a recorded routine takes on the links of a cluster.
 *
 * A process goes on when what it waits for is there; a message takes its sender's start-up, the
 * latency of its way and its bytes over what it gets of the links on it, which all that are under
 * way at a time share fairly (simulate.h). Processes that fare alike are followed once
 * (symmetry.h). A ring, whose positions all do the same, goes step by step.
 */
#ifndef RG_COST_H
#define RG_COST_H

#include "cost/rates.h"
#include "engine/record.h"
#include "fabric/route.h"

/* With more processes than this, and too many messages to follow how they share the links, the
 * messages are not gone through event by event, but once (paced.h). That differs where a message,
 * for which its receiver was not ready, is overtaken by one of a later step of its sender: here it
 * still comes first. */
enum { RG_EVENTS_MOST = 1024 };

/* A record on the links. */
struct rg_cost;

/* place[P] of each rank, order[P] the rank at each position. The record is borrowed, all else is
 * read here only. NULL: there are too many messages to follow. Free it. */
struct rg_cost *rg_cost_new(const struct rg_record *r, const struct rg_routes *routes,
                            const struct rg_place *place, const int *order,
                            const struct rg_model *m);
void rg_cost_free(struct rg_cost *c);

/* Forget of its record what is not followed: most of what it takes. */
void rg_cost_trim(const struct rg_cost *c, struct rg_record *r);

/* Seconds for a vector of so many bytes in so many lanes. Lanes follow each other closely: the time
 * is that of one lane's chain, or that of the busiest wire or process, and then one more step.
 * Segments are a pipeline: the time of one of them, and that of the busiest for the others.
 * INFINITY: the processes wait for each other. */
double rg_cost_of(struct rg_cost *c, double bytes, int lanes);

/* A lower bound of its time: that of the busiest link or process. */
double rg_cost_least(const struct rg_cost *c, double bytes);

/* Bytes of the longest message between machines, in one lane, for a vector of so many bytes. */
double rg_cost_longest(const struct rg_cost *c, double bytes);

/* The data that one process sends to other machines, in vectors: that of the process that sends
 * most. */
double rg_cost_sent(const struct rg_cost *c);

/* Seconds that the busiest link is taken. */
double rg_cost_wire(const struct rg_cost *c, double bytes);

/* Are its messages followed one by one (else: there are too many)? */
bool rg_cost_followed(const struct rg_cost *c);

/* The most messages that meet on a link direction at a time, and which (-1: none takes a link). */
int rg_cost_load(const struct rg_cost *c, int *resource);

#endif
