/* SPDX-License-Identifier: BSD-3-Clause
 * contest: the candidates for one collective on one placement, and which of them is the fastest.
 */
#include "plan/contest.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/progress.h"
#include "plan/port_lists.h"

/* With more processes than this, each second size is looked at, and those that can be the fastest
 * are asked first. The contests of 256 ranks on 16 or 32 machines took 1.3 s with all sizes, those
 * of 128 ranks 0.3 s. */
enum { MANY = 256 };

struct rg_contest {
	struct rg_scenario scenario;
	struct rg_cost_cache *own; /* NULL: the scenario has one */
	enum rg_collective collective;
	enum rg_purpose purpose;
	struct rg_candidate *candidate; /* [n] */
	size_t n, cap;
	double least[RG_SIZES]; /* seconds of the fastest at each size; 0: not yet known */
};

/* ---- Candidates */

/* Is it one of those that there may be? */
static bool is_among(const struct rg_scenario *g, const struct rg_variant *variant)
{
	for (size_t i = 0; i < g->variants; i++)
		if (rg_same_play(&g->variant[i], variant))
			return true;
	return !g->variant;
}

/* Add a candidate, if it can be and is not there. It is recorded later. */
static void add_candidate(struct rg_contest *c, const struct rg_routine *r, const char *parameters,
                          bool named)
{
	const struct rg_variant variant = {r, parameters};
	for (size_t i = 0; i < c->n; i++)
		if (rg_same_variant(&c->candidate[i].variant, &variant))
			return;
	if (!rg_candidate_fits(&variant, named, &c->scenario) || !is_among(&c->scenario, &variant))
		return;
	c->candidate = rg_grow(c->candidate, c->n, &c->cap, sizeof *c->candidate);
	c->candidate[c->n++] = (struct rg_candidate){.variant = variant};
}

/* Add a candidate with each of the parameters that are wanted; of a factored exchange, if nobody
 * named its ports, with the lists that may be the best here (port_lists.h). */
static void add_candidates(struct rg_contest *c, const struct rg_routine *r,
                           const struct rg_wanted *wanted)
{
	const char *ports[RG_PORT_LISTS];
	int lists = 0;
	if (wanted->n && !wanted->named && r->algorithm->takes == RG_PORTS && r->algorithm->tries)
		lists = rg_port_lists(r, &c->scenario, ports);
	for (int i = 0; i < lists; i++)
		add_candidate(c, r, ports[i], false);
	for (int i = 0; i < wanted->n && (!lists || r->algorithm->windows); i++)
		add_candidate(c, r, wanted->parameters[i], wanted->named);
}

/* Only those stay that are not too long. */
static void record_candidates(struct rg_contest *c)
{
	size_t n = 0;
	for (size_t i = 0; i < c->n; i++) {
		struct rg_candidate k;
		rg_show_progress("planning %s on %d ranks: candidate %zu of %zu",
		                 rg_collectives[c->collective].name,
		                 c->scenario.placement->places.P, i + 1, c->n);
		if (rg_candidate_begin(&k, &c->candidate[i].variant, c->purpose, &c->scenario))
			c->candidate[n++] = k;
	}
	c->n = n;
}

/* Variants without numbers come first, as they are simpler; those last that not every system lets
 * run. */
enum { TURNS = 3 };
static int turn_of(const struct rg_algorithm *a)
{
	return a->lends ? 2 : a->takes == RG_PORTS || a->takes == RG_JOINS;
}

struct rg_contest *rg_contest_new(enum rg_collective collective, enum rg_purpose purpose,
                                  const struct rg_wanted wanted[RG_ROUTINES],
                                  const struct rg_scenario *scenario)
{
	struct rg_contest *c = rg_alloc(1, sizeof *c);
	c->scenario = *scenario;
	if (!scenario->cache)
		c->scenario.cache = c->own = rg_cost_cache_new(
			scenario->routes, scenario->placement, &c->scenario.model);
	c->collective = collective;
	c->purpose = purpose;
	/* If several take as long, the first is chosen. */
	for (int i = 0; i < TURNS * RG_ROUTINES; i++) {
		const struct rg_routine *r = &rg_routines[i % RG_ROUTINES];
		if (turn_of(r->algorithm) != i / RG_ROUTINES || r->collective != collective)
			continue;
		if (!(purpose == RG_FOR_ORDER && r->algorithm->commutes))
			add_candidates(c, r, &wanted[r - rg_routines]);
	}
	record_candidates(c);
	return c;
}

void rg_contest_free(struct rg_contest *c)
{
	if (!c)
		return;
	for (size_t i = 0; i < c->n; i++)
		rg_candidate_end(&c->candidate[i]);
	rg_cost_cache_free(c->own);
	free(c->candidate);
	free(c);
}

enum rg_collective rg_contest_collective(const struct rg_contest *c)
{
	return c->collective;
}

const struct rg_scenario *rg_contest_scenario(const struct rg_contest *c)
{
	return &c->scenario;
}

int rg_contest_candidates(const struct rg_contest *c)
{
	return (int)c->n;
}

struct rg_candidate *rg_contest_candidate(struct rg_contest *c, int i)
{
	return &c->candidate[i];
}

const struct rg_variant *rg_contest_variant(const struct rg_contest *c, int i)
{
	return &c->candidate[i].variant;
}

bool rg_contest_stuck(const struct rg_contest *c, int i)
{
	return c->candidate[i].stuck;
}

void rg_contest_leave_out(struct rg_contest *c, int i)
{
	c->candidate[i].out = true;
}

struct rg_traffic rg_contest_traffic(const struct rg_contest *c, int i)
{
	const struct rg_candidate *k = &c->candidate[i];
	struct rg_traffic t = {.messages = k->record->messages, .waits = k->record->waits};
	t.load = rg_cost_load(k->cost, &t.resource);
	return t;
}

/* ---- The fastest */

struct rg_prediction rg_contest_ask(struct rg_contest *c, int i, int64_t slice, double bytes)
{
	struct rg_prediction p = {.i = i, .slice = slice};
	p.seconds = rg_candidate_time(&c->candidate[i], bytes, &p.slice);
	return p;
}

/* The next one to ask, which was not asked yet and can be faster than the best of those that were;
 * -1: there is none. With many processes it is the one that can be the fastest, so that few are
 * asked, else the first. */
static int promising(const struct rg_contest *c, const bool *asked, double bytes,
                     struct rg_prediction best)
{
	bool many = c->scenario.placement->places.P > MANY;
	double least = INFINITY;
	int found = -1;
	for (int i = 0; i < (int)c->n && (many || found < 0); i++) {
		bool no = asked[i] || c->candidate[i].out;
		double now = no ? INFINITY : rg_candidate_least(&c->candidate[i], bytes);
		bool can =
			now < best.seconds || (now <= best.seconds && (best.i < 0 || i < best.i));
		if (no || !can || (found >= 0 && now >= least))
			continue;
		least = now;
		found = i;
	}
	return found;
}

/* The fastest of those that are not marked as asked. */
static struct rg_prediction fastest_of(struct rg_contest *c, bool *asked, double bytes)
{
	struct rg_prediction best = {.i = -1, .seconds = INFINITY};
	for (int i; (i = promising(c, asked, bytes, best)) >= 0;) {
		struct rg_prediction p = rg_contest_ask(c, i, 0, bytes);
		asked[i] = true;
		if (p.seconds < best.seconds || (p.seconds <= best.seconds && i < best.i))
			best = p;
	}
	return best;
}

struct rg_prediction rg_contest_fastest(struct rg_contest *c, const bool *allowed, double bytes)
{
	bool *asked = rg_alloc(c->n, sizeof *asked);
	for (size_t i = 0; allowed && i < c->n; i++)
		asked[i] = !allowed[i];
	struct rg_prediction best = fastest_of(c, asked, bytes);
	free(asked);
	return best;
}

struct rg_prediction rg_contest_next(struct rg_contest *c, const struct rg_variant *but,
                                     double bytes)
{
	bool *asked = rg_alloc(c->n, sizeof *asked);
	for (size_t i = 0; i < c->n; i++)
		asked[i] = rg_same_variant(&c->candidate[i].variant, but);
	struct rg_prediction next = fastest_of(c, asked, bytes);
	free(asked);
	return next;
}

double rg_contest_least(struct rg_contest *c, int s)
{
	if (c->least[s] <= 0) /* 0 is no time in an ideal model: it is found at once */
		c->least[s] = rg_contest_fastest(c, NULL, (double)rg_planned_size(s)).seconds;
	return c->least[s];
}

int rg_contest_next_size(const struct rg_contest *c, int s)
{
	if (rg_has_one_size(c->collective))
		return RG_SIZES;
	if (c->scenario.placement->places.P <= MANY || s >= RG_SIZES - 2)
		return s + 1;
	return s + 2;
}
