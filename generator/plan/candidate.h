/* SPDX-License-Identifier: BSD-3-Clause
 * candidate: a variant that may serve a collective on one placement: what is recorded of it, and
 * how long it takes for vectors of any size, in the number of lanes that is best for it.
 */
#ifndef RG_CANDIDATE_H
#define RG_CANDIDATE_H

#include "cost/cost.h"
#include "engine/catalogue.h"
#include "order/placement.h"
#include "plan/cost_cache.h"

/* Sizes that are planned for: powers of two of bytes, from 8 bytes to 64 MiB. Number s of them. */
enum { RG_LEAST_SIZE = 8, RG_SIZES = 24 };
static inline int64_t rg_planned_size(int s)
{
	return (int64_t)RG_LEAST_SIZE << s;
}

/* Two predicted times that differ by less than this factor count as the same. The model is not as
 * exact as that, and nobody could measure which of them is shorter: in tests/bench/results the same
 * algorithm, measured twice in turn, differs by up to 17 %. Chosen: small enough that what is lost
 * by it does not matter. */
#define RG_WORTH 1.02

/* A scenario to plan for: where the ranks are, what they and the links can do, which variants
 * there are. */
struct rg_scenario {
	const struct rg_routes *routes;
	const struct rg_placement *placement;
	struct rg_model model; /* settled */
	bool windows;          /* ranks on a machine have windows */
	int root;              /* the rank, of collectives with a root */
	/* The variants that there may be, by algorithm and parameters; NULL: all. */
	const struct rg_variant *variant; /* [variants] */
	size_t variants;
	/* The cache of that placement and model, for all contests; NULL: each contest has its
	 * own. */
	struct rg_cost_cache *cache;
};

/* A time that was computed before. */
struct rg_known {
	double bytes, seconds;
	int lanes; /* 0: in those that are best for it */
};

struct rg_candidate {
	struct rg_variant variant;
	const struct rg_scenario *scenario; /* with a cache */
	enum rg_purpose purpose;
	/* The record for the last size that was asked for, and its cost, at hand; both NULL: a
	 * record would be too long. */
	struct rg_costed *costed;
	struct rg_record *record;
	struct rg_cost *cost;
	bool stuck;             /* at some size its processes wait for each other for ever */
	bool out;               /* it is no candidate any more */
	struct rg_known *known; /* [n] */
	size_t n, cap;
};

/* Can it run there, and is it another than those that can? `named`: a user asked for it, so
 * that it may be one that another algorithm does as well. */
bool rg_candidate_fits(const struct rg_variant *v, bool named, const struct rg_scenario *g);

/* Make a candidate of a variant. False: it is too long to record, and there is nothing to free. */
bool rg_candidate_begin(struct rg_candidate *k, const struct rg_variant *variant,
                        enum rg_purpose purpose, const struct rg_scenario *g);
void rg_candidate_end(struct rg_candidate *k);

/* Seconds for a vector of so many bytes in the slices that are best for it. *slice (as struct
 * rg_choice has it): what served fewer bytes, 0 if nothing did, and then that which is best. For an
 * irregular collective it is the geometric mean of some problems, whatever the bytes: blocks of a
 * few lengths and distributions. */
double rg_candidate_time(struct rg_candidate *k, double bytes, int64_t *slice);

/* Seconds of an irregular collective, whose blocks have len[P] bytes. */
double rg_candidate_time_with(struct rg_candidate *k, const int64_t *len);

/* Seconds in slices of this length. */
double rg_candidate_time_in(struct rg_candidate *k, double bytes, int64_t slice);

/* It takes no less than that: the busiest link or process has so much to do, or fewer bytes took as
 * long. It costs nothing to ask. */
double rg_candidate_least(const struct rg_candidate *k, double bytes);

/* The game that is recorded for a vector of so many bytes, or of blocks of len[P] bytes (borrowed;
 * NULL: of equal ones), in one lane: its elements stand for as many bytes as fit. And in how many
 * lanes it goes in slices of this length. */
struct rg_game rg_candidate_game(struct rg_candidate *k, double bytes, const int64_t *len);
int rg_candidate_lanes(const struct rg_candidate *k, double bytes, int64_t slice);

/* The messages that it sends in all; those of a candidate without a record are too many. */
int64_t rg_candidate_messages(const struct rg_candidate *k);

#endif
