/* SPDX-License-Identifier: BSD-3-Clause
 * survey: what to measure between ranks, so that the speed of each link they use is known after,
 * and what the collectives could reach.
 */
#ifndef RG_SURVEY_H
#define RG_SURVEY_H

#include "base/text.h"
#include "cost/time_bound.h"
#include "fabric/route.h"

/* Two ranks to measure alone; links on the route between them (0: they share a machine). */
struct rg_survey_pair {
	int links, a, b;
};

/* Pairs to measure at once, all from side a of a link to its side b. */
struct rg_survey_cut {
	int link, first, pairs; /* crossing[first] ... crossing[first + pairs - 1] */
};

struct rg_survey {
	struct rg_survey_pair *pair;     /* [pairs] by links, a, b; a < b */
	struct rg_survey_cut *cut;       /* [cuts] in the order of the links */
	struct rg_survey_pair *crossing; /* [crossings] of all cuts */
	int pairs, cuts, crossings;
	size_t pair_cap, cut_cap, crossing_cap;
};

/* Plan for the ranks rank[0] ... rank[P - 1], of which the lowest of each machine is measured.
 *
 * Pairs: every number of links between ranks has one; every link that a route of theirs takes is in
 * one; and the sums over the routes of the pairs settle a quantity of each link (its latency) as
 * far as the sums over all routes between the machines do. At most three for each machine and
 * switch.
 *
 * Cuts: one for each link between switches that separates machines, with as many pairs across it
 * (link_pairs.h) as could send more than it carries by the bandwidths of the file; if there are
 * none, with all up to the last that adds to what flows.
 *
 * On a graph that is no tree: a pair for each number of links on ways that are known, and no cuts.
 * They tell what ranks have that are so far apart, not what each link has. */
struct rg_survey *rg_survey_new(const struct rg_routes *r, const struct rg_place *rank, int P);
void rg_survey_free(struct rg_survey *s);

/* The bound of a collective, with latencies, and with start-ups if these were measured; and what
 * the ring takes (in ringgen's order of the ranks) for a byte of the vector. */
struct rg_survey_bound {
	struct rg_time_bound time;
	double ring; /* seconds */
};

/* Those of each collective. Returns how many machines there are. */
int rg_survey_bounds(const struct rg_routes *r, const struct rg_place *rank, int P,
                     struct rg_survey_bound bound[RG_COLLECTIVES]);

/* The plan as lines for the measuring program, and before it those of the number of ranks and of
 * each collective's bound and ring (in ringgen's order): seconds for a byte of the vector, of the
 * bound and of the ring, then `first` and `least` of the bound. */
void rg_survey_print(const struct rg_routes *r, const struct rg_place *rank, int P,
                     struct rg_text *out);

/* The name of a link in a cut: "s0:s1", its ends as the file has them; no name has a colon. */
void rg_survey_link_name(const struct rg_topo *t, int link, struct rg_text *out);

#endif
