/* SPDX-License-Identifier: BSD-3-Clause
 * select: which candidate is the fastest for a collective, at each size, on one placement.
 */
#include "select.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* What is served already stays unless another is faster by more than this. */
#define WORTH 1.02

/* Blocks are cut into lanes of these slices, bytes; 0: one lane. */
static const int64_t slices[] = {0, 8 << 10, 16 << 10, 32 << 10, 64 << 10, 128 << 10};
enum { SLICES = sizeof slices / sizeof *slices, LANES_MOST = 64, DIRECT_MOST = 64 };

/* Lengths are in proportion to the vector's: this many elements for each process are recorded. */
enum { RECORDED = 1 << 12 };

struct candidate {
	struct rg_way way;
	struct rg_record *record;
	struct rg_cost *cost;
	double least; /* seconds: it takes no less for any size that is still to come */
};

struct rg_contest {
	struct rg_ground ground;
	struct candidate *candidate; /* [n] */
	size_t n, cap;
};

/* ---- Candidates ---- */

static bool fits(const struct rg_routine *r, const struct rg_ground *g)
{
	if (r->algorithm->windows && !g->windows)
		return false;
	if (r->algorithm->islands && g->placement->islands == 1 && g->placement->P > DIRECT_MOST)
		return false; /* all would talk to all */
	return !r->algorithm->machine || g->placement->machines == 1;
}

/* A record for a vector of n elements. */
static struct rg_record *record(const struct rg_way *w, const struct rg_ground *g, int64_t n)
{
	struct rg_game game = {.collective = w->routine->collective,
	                       .algorithm = w->routine->algorithm,
	                       .P = g->placement->P,
	                       .order = g->placement->order,
	                       .nodes = g->placement->machines,
	                       .first = g->placement->first,
	                       .islands = g->placement->islands,
	                       .island_first = g->placement->island_first,
	                       .n = n};
	return rg_record_new(&game);
}

static void add_candidate(struct rg_contest *c, const struct rg_way *way)
{
	const struct rg_placement *p = c->ground.placement;
	struct rg_record *r = record(way, &c->ground, (int64_t)p->P * RECORDED);
	if (!r)
		return;
	c->candidate = rg_grow(c->candidate, c->n, &c->cap, sizeof *c->candidate);
	c->candidate[c->n++] = (struct candidate){
		.way = *way,
		.record = r,
		.cost = rg_cost_new(r, c->ground.routes, p->place, p->order, &c->ground.model)};
}

struct rg_contest *rg_contest_new(enum rg_collective collective, const bool wanted[RG_ROUTINES],
                                  const struct rg_ground *ground)
{
	struct rg_contest *c = rg_alloc(1, sizeof *c);
	c->ground = *ground;
	for (int i = 0; i < RG_ROUTINES; i++) {
		const struct rg_routine *r = &rg_routines[i];
		if (wanted[i] && r->collective == collective && fits(r, ground))
			add_candidate(c, &(struct rg_way){.routine = r});
	}
	return c;
}

void rg_contest_free(struct rg_contest *c)
{
	for (size_t i = 0; c && i < c->n; i++) {
		rg_cost_free(c->candidate[i].cost);
		rg_record_free(c->candidate[i].record);
	}
	if (c)
		free(c->candidate);
	free(c);
}

int rg_contest_ways(const struct rg_contest *c)
{
	return (int)c->n;
}

const struct rg_way *rg_contest_way(const struct rg_contest *c, int i)
{
	return &c->candidate[i].way;
}

struct rg_traffic rg_contest_traffic(const struct rg_contest *c, int i)
{
	const struct candidate *k = &c->candidate[i];
	struct rg_traffic t = {.messages = k->record->messages, .waits = k->record->waits};
	t.load = rg_cost_load(k->cost, &t.resource);
	return t;
}

/* ---- Times ---- */

static int lanes_of(double block, int64_t slice)
{
	if (!slice || block <= (double)slice)
		return 1;
	double lanes = block / (double)slice;
	return lanes < LANES_MOST ? (int)lanes : LANES_MOST;
}

double rg_contest_time(struct rg_contest *c, int i, double bytes, int64_t *slice)
{
	struct candidate *k = &c->candidate[i];
	double best = rg_cost_of(k->cost, bytes, 1);
	int before = 1;
	*slice = 0;
	for (int s = SLICES - 1; s > 0 && k->way.routine->algorithm->lanes; s--) {
		int lanes = lanes_of(bytes / c->ground.placement->P, slices[s]);
		if (lanes == before)
			continue;
		before = lanes;
		double seconds = rg_cost_of(k->cost, bytes, lanes);
		if (seconds * WORTH < best) {
			best = seconds;
			*slice = slices[s];
		}
	}
	return best;
}

/* ---- The choice ---- */

/* A candidate at a size. */
struct offer {
	int i; /* -1: none */
	int64_t slice;
	double seconds;
};

static struct offer ask(struct rg_contest *c, int i, double bytes)
{
	struct offer o = {.i = i};
	o.seconds = rg_contest_time(c, i, bytes, &o.slice);
	c->candidate[i].least = o.seconds;
	return o;
}

static bool admitted(const struct rg_contest *c, size_t i, bool ordered)
{
	return !ordered || !c->candidate[i].way.routine->algorithm->commutes;
}

/* The fastest at a size that is no smaller than those before. More bytes never take less time: who
 * took too long then need not be asked. */
static struct offer fastest(struct rg_contest *c, bool ordered, double bytes, int incumbent)
{
	struct offer best = {.i = -1, .seconds = INFINITY};
	if (incumbent >= 0)
		best = ask(c, incumbent, bytes);
	double stays = best.seconds;
	for (size_t i = 0; i < c->n; i++) {
		if (!admitted(c, i, ordered) || (int)i == incumbent ||
		    c->candidate[i].least >= best.seconds)
			continue;
		struct offer o = ask(c, (int)i, bytes);
		if (o.seconds < best.seconds && o.seconds * WORTH < stays)
			best = o;
	}
	return best;
}

/* From where on, in eighths from `bytes` to its double, is `next` faster than `now`? */
static struct offer change(struct rg_contest *c, int now, struct offer next, int64_t *bytes)
{
	int64_t from = *bytes;
	int low = 0, high = 8; /* not yet at low, at high */
	while (high - low > 1) {
		int mid = (low + high) / 2;
		double size = (double)from * (8 + mid) / 8;
		struct offer o = ask(c, next.i, size);
		if (o.seconds < ask(c, now, size).seconds) {
			high = mid;
			next = o;
		} else {
			low = mid;
		}
	}
	*bytes = from * (8 + high) / 8;
	return next;
}

int rg_contest_choose(struct rg_contest *c, bool ordered, struct rg_pick pick[RG_SIZES])
{
	struct offer last = {.i = -1};
	int n = 0;
	int64_t bytes = RG_LEAST_SIZE;
	for (size_t i = 0; i < c->n; i++)
		c->candidate[i].least = 0;
	for (int s = 0; s < RG_SIZES; s++, bytes *= 2) {
		struct offer o = fastest(c, ordered, (double)bytes, last.i);
		if (o.i < 0)
			return 0;
		if (o.i == last.i && o.slice == last.slice)
			continue;
		int64_t from = s ? bytes / 2 : 0;
		if (s && o.i != last.i)
			o = change(c, last.i, o, &from);
		else if (s)
			from = bytes;
		pick[n++] = (struct rg_pick){from, c->candidate[o.i].way, o.slice, o.seconds};
		last = o;
	}
	return n;
}
