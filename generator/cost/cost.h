/* SPDX-License-Identifier: BSD-3-Clause
 * cost: how long a recorded routine takes on the links of a cluster.
 *
 * A process goes on when what it waits for is there; a message takes its sender's start-up, the
 * latency of its way and its bytes over what it gets of the links on it, which all that are under
 * way at a time share fairly (simulate.h). Processes that fare alike are followed once
 * (symmetry.h). A ring, whose positions all do the same, goes step by step.
 *
 * There are three ways, for:
 * - simulate.h, event by event: what is not too much for it. It alone follows how messages share
 *   links while they come and go.
 * - paced.h, once through: all else. What each message gets of the links is given.
 * - ring.h, step by step: a record of a ring (`alike`). The same is given, and no message is noted.
 *
 * The processor's seconds for times of records in `plan --csv` of machines of tree10000.xml, and
 * how many times were asked for; one run on a slow core:
 *
 *    ranks   in all   event by event   once through     step by step
 *      128      2.3    1.54  (2,228)   0.02   (120)      0.00   (72)
 *    1,024     21.1    6.47    (386)   1.81 (1,936)      0.26   (72)
 *
 * Event by event with given rates, which is what served up to 1,024 processes before, the times
 * were the same, and took 15 to 20 times as long as once through. Without ring.h an allreduce's
 * ring of 257 and more is too many messages for the two others, so that repetitions are left out
 * (RG_REPEATED_FROM): 0.3 % too short for 1,024 machines of tree10000.xml, but 37 % for short
 * vectors of two sites of 256 machines a millisecond apart, and 5 % too short to 10 % too long for
 * a chain of 64 switches.
 */
#ifndef RG_COST_H
#define RG_COST_H

#include "cost/rates.h"
#include "engine/record.h"
#include "fabric/route.h"

/* ---- What chooses: a record that is `alike` goes by ring.h; of others */
enum {
	/* The links that all messages take, times the kinds of processes. If that is more, it goes
	 * by paced.h. The time to follow grows with that product: with this one a size of a
	 * candidate takes 4 ms (measured with pairwise exchanges of 64 and 128 processes that all
	 * differ). */
	RG_FOLLOWED_MOST = 1 << 20,

	/* In a record with more messages than this, a step that repeats is taken in two runs:
	 * RG_REPEATS times, then twice as often. Each repetition that is left out is taken to last
	 * as long as one of those that only the second run had. Both are chosen: after four
	 * repetitions a step of most records no longer depends on how the first one began. A ring's
	 * does where its hops differ. */
	RG_REPEATED_FROM = 1 << 17,
	RG_REPEATS = 4,

	/* More messages than this that do not repeat are given up: each takes some 70 bytes while
	 * it is followed, so that they are 300 MB. 2,048 processes may each send to each other one.
	 * With 8,000 processes a plan chose no such candidate at any size. */
	RG_MESSAGES_MOST = 1 << 22,

	/* Plans of more processes than this are told to be estimated: few candidates are followed
	 * (a sixth of what was evaluated with so many, see above). It chooses nothing. */
	RG_ESTIMATED_FROM = 1024
};

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
