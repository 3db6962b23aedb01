/* SPDX-License-Identifier: BSD-3-Clause
 * contest: which candidate is the fastest for a collective, at each size, on one placement.
 */
#ifndef RG_CONTEST_H
#define RG_CONTEST_H

#include "cost/cost.h"
#include "engine/catalogue.h"
#include "order/placement.h"
#include "plan/stock.h"

/* Sizes that are planned for: powers of two of bytes. */
enum { RG_LEAST_SIZE = 8, RG_MOST_SIZE = 64 << 20, RG_SIZES = 24 };

/* Is it the same algorithm, with the same parameters? */
bool rg_same_play(const struct rg_way *a, const struct rg_way *b);

/* The candidates of one collective on one placement. */
struct rg_contest;

/* What a size is served by. */
struct rg_pick {
	int64_t bytes; /* from this size on */
	struct rg_way way;
	int64_t slice; /* of rg_choice */
	bool drift;
	double seconds; /* at that size */
};

/* Where the ranks are. */
struct rg_ground {
	const struct rg_routes *routes;
	const struct rg_placement *placement;
	struct rg_model model; /* settled */
	bool windows;          /* ranks on a machine have windows */
	/* The ways that there may be, by algorithm and ports; NULL: all. */
	const struct rg_way *way; /* [ways] */
	size_t ways;
	/* Of that placement and model, for all its contests; NULL: each has its own. */
	struct rg_stock *stock;
};

/* The candidates for a collective among the wanted routines, recorded. All are borrowed. Those that
 * the ground does not allow, or that were too long to record, are not among them; `ordered`: nor
 * those that need an operation that commutes. Free it. */
struct rg_contest *rg_contest_new(enum rg_collective collective, bool ordered,
                                  const struct rg_wanted wanted[RG_ROUTINES],
                                  const struct rg_ground *ground);
void rg_contest_free(struct rg_contest *c);

enum rg_collective rg_contest_collective(const struct rg_contest *c);

int rg_contest_ways(const struct rg_contest *c);
const struct rg_way *rg_contest_way(const struct rg_contest *c, int i);

/* Do the processes wait for each other for ever that way, at a size that was asked about? The
 * routine is wrong then, and no choice. */
bool rg_contest_stuck(const struct rg_contest *c, int i);

/* Seconds that way i takes for a vector of so many bytes, in the lanes that are best for it: their
 * slice (as rg_choice has it) into *slice. */
double rg_contest_time(struct rg_contest *c, int i, double bytes, int64_t *slice);

/* The least that any way takes at size number s, seconds. */
double rg_contest_least(struct rg_contest *c, int s);

/* The fastest of the ways that are allowed[] at size number s, and its seconds; -1: there is none.
 */
int rg_contest_fastest(struct rg_contest *c, const bool *allowed, int s, double *seconds);

/* Way i is no choice from now on; what it takes stays known. */
void rg_contest_leave_out(struct rg_contest *c, int i);

/* The fastest way but that one at a size, and its seconds; -1: there is no other. */
int rg_contest_next(struct rg_contest *c, const struct rg_way *but, double bytes, double *seconds);

/* Messages of way i in all, the steps of a process, the most messages that meet on a link direction
 * at a time, and that resource (-1: none). */
struct rg_traffic {
	int64_t messages;
	int waits, load, resource;
};
struct rg_traffic rg_contest_traffic(const struct rg_contest *c, int i);

/* The fastest way for each size, into pick[RG_SIZES]: as many as there are changes, the first from
 * 0 bytes on. Returns how many; 0: there is none. What serves a size serves the next one, too,
 * until it takes 5 % longer than the fastest. */
int rg_contest_choose(struct rg_contest *c, struct rg_pick pick[RG_SIZES]);

/* Seconds that those choices, of another contest perhaps, take for so many bytes; INFINITY: they
 * are none here. */
double rg_contest_takes(struct rg_contest *c, const struct rg_pick *pick, int n, double bytes);

/* Do they take no more than 1 + `may` times as long as the fastest, at any size? */
bool rg_contest_will_do(struct rg_contest *c, const struct rg_pick *pick, int n, double may);

#endif
