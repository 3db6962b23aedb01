/* SPDX-License-Identifier: BSD-3-Clause
 * phased: recounts an all-to-all, phase by phase.
 */
#include "certify/phased.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"

/* What the messages of one phase make of the resources, of which only those that they take are
 * looked at. */
struct counter {
	struct rg_phased_certificate *c;
	int *route; /* room */
	int *load;  /* [resources] in this phase, on the ways that are known, */
	int *may;   /* and on others of several ways */
	int *taken; /* [takens] resources that are not as they were */
	int takens;
	int64_t *total;        /* [resources] in all phases */
	bool *any;             /* [resources] taken in any phase, if only perhaps */
	int *sends, *receives; /* [P] the last phase in which the rank does, and 1 */
	unsigned char *met;    /* [P * P] bits: from, to */
	double alone; /* seconds of the message of this phase that is the slowest, for a byte */
};

/* ---- The messages themselves ---- */

/* The first one is told: `what`, of these ranks, in a phase (-1: in none). */
static void find_fault(struct rg_phased_certificate *c, const char *what, int a, int b, int phase)
{
	char in[32] = "";
	if (c->fault[0])
		return;
	if (phase >= 0)
		snprintf(in, sizeof in, " in phase %d", phase + 1);
	if (b >= 0)
		snprintf(c->fault, sizeof c->fault, "rank %d %s rank %d%s", a, what, b, in);
	else
		snprintf(c->fault, sizeof c->fault, "rank %d %s%s", a, what, in);
}

static bool is_met(const struct counter *x, int from, int to)
{
	size_t bit = (size_t)from * (size_t)x->c->P + (size_t)to;
	return x->met[bit / 8] >> bit % 8 & 1;
}

/* Is it the first one of this pair, and the only one of its two ends in this phase? */
static void meet(struct counter *x, struct rg_phased m)
{
	struct rg_phased_certificate *c = x->c;
	size_t bit = (size_t)m.from * (size_t)c->P + (size_t)m.to;
	if (m.from == m.to)
		find_fault(c, "sends to itself", m.from, -1, m.phase);
	if (is_met(x, m.from, m.to))
		find_fault(c, "sends again to", m.from, m.to, m.phase);
	if (x->sends[m.from] == m.phase + 1)
		find_fault(c, "sends twice", m.from, -1, m.phase);
	if (x->receives[m.to] == m.phase + 1)
		find_fault(c, "receives twice", m.to, -1, m.phase);
	x->met[bit / 8] |= (unsigned char)(1u << bit % 8);
	x->sends[m.from] = x->receives[m.to] = m.phase + 1;
}

static void find_missing(struct counter *x)
{
	int P = x->c->P;
	for (int from = 0; from < P && !x->c->fault[0]; from++)
		for (int to = 0; to < P; to++)
			if (from != to && !is_met(x, from, to))
				find_fault(x->c, "never sends to", from, to, -1);
}

/* ---- Loads ---- */

static double bandwidth_of(const struct counter *x, int resource)
{
	return x->c->routes->topo->link[resource / 2].bandwidth;
}

/* One more on a link direction; boundaries do not count. */
static void take(struct counter *x, int resource, int load, int may)
{
	if (!rg_is_link(x->c->routes, resource))
		return;
	if (!x->load[resource] && !x->may[resource])
		x->taken[x->takens++] = resource;
	x->load[resource] += load;
	x->may[resource] += may;
	x->total[resource] += load;
	x->any[resource] = true;
}

static void count(struct counter *x, int from, int to)
{
	struct rg_phased_certificate *c = x->c;
	struct rg_found found;
	double speed = INFINITY;
	if (c->place[from].machine == c->place[to].machine)
		return;
	int n = rg_find_route(c->routes, c->place[from], c->place[to], x->route, &found);
	int certain = rg_way_known(&found) ? found.certain : 0;
	c->lost += found.is != RG_ONE_WAY;
	c->several += found.is == RG_SEVERAL_WAYS;
	for (int i = 0; i < n; i++)
		if (rg_is_link(c->routes, x->route[i]))
			speed = fmin(speed, bandwidth_of(x, x->route[i]));
	x->alone = fmax(x->alone, 1 / speed);
	for (int i = 0; i < n; i++)
		take(x, x->route[i], i < certain, i >= certain);
}

/* The phase is over: what it makes of the certificate. The resources are as before again. */
static void end_phase(struct counter *x, int phase)
{
	struct rg_phased_certificate *c = x->c;
	double seconds = 0;
	int worst = -1;
	for (int i = 0; i < x->takens; i++) {
		int r = x->taken[i], load = x->load[r];
		if (load / bandwidth_of(x, r) > seconds) {
			seconds = load / bandwidth_of(x, r);
			worst = r;
		}
		c->load[phase] = load > c->load[phase] ? load : c->load[phase];
		c->possible = load + x->may[r] > c->possible ? load + x->may[r] : c->possible;
		x->load[r] = x->may[r] = 0;
	}
	double demand = x->alone > 0 ? seconds / x->alone : 0;
	x->takens = 0;
	x->alone = 0;
	c->seconds += seconds;
	c->beyond += demand > 1 + 1e-9;
	c->shared += c->load[phase] > 1;
	c->most = c->load[phase] > c->most ? c->load[phase] : c->most;
	bool same = demand > c->demand * (1 - 1e-9);
	if (demand > c->demand * (1 + 1e-9) ||
	    (same && c->busiest >= 0 && c->load[phase] > c->load[c->busiest])) {
		c->demand = demand;
		c->busiest = phase;
		c->worst = worst;
	}
}

static void count_all(struct counter *x, const struct rg_phased *message, int64_t n)
{
	for (int64_t i = 0; i < n; i++) {
		meet(x, message[i]);
		count(x, message[i].from, message[i].to);
		if (i + 1 == n || message[i + 1].phase != message[i].phase)
			end_phase(x, message[i].phase);
	}
	find_missing(x);
}

static void sum_up(const struct counter *x)
{
	struct rg_phased_certificate *c = x->c;
	c->assumed = rg_assumptions_of(c->routes, x->any);
	c->crowded = -1;
	for (int r = 0; r < c->routes->resources; r++) {
		c->used += x->total[r] > 0;
		if (x->total[r] > c->least) {
			c->least = (int)x->total[r];
			c->crowded = r;
		}
	}
}

/* ---- All of it ---- */

static enum rg_verdict judge(const struct rg_phased_certificate *c)
{
	if (c->fault[0] || c->beyond)
		return RG_IS_REFUTED;
	if (c->lost > c->several || (c->several && (c->routes->topo->table || c->possible > 1)))
		return RG_IS_UNKNOWN;
	if (c->several)
		return RG_IS_PROVED_ANY_WAY;
	return c->shared ? RG_IS_WITHIN_CAPACITY : RG_IS_PROVED;
}

static struct counter new_counter(struct rg_phased_certificate *c)
{
	size_t P = (size_t)c->P, all = (size_t)c->routes->resources;
	return (struct counter){.c = c,
	                        .route = rg_alloc((size_t)c->routes->longest, sizeof(int)),
	                        .load = rg_alloc(all, sizeof(int)),
	                        .may = rg_alloc(all, sizeof(int)),
	                        .taken = rg_alloc(all, sizeof(int)),
	                        .total = rg_alloc(all, sizeof(int64_t)),
	                        .any = rg_alloc(all, sizeof(bool)),
	                        .sends = rg_alloc(P, sizeof(int)),
	                        .receives = rg_alloc(P, sizeof(int)),
	                        .met = rg_alloc(P * P / 8 + 1, 1)};
}

static void free_counter(struct counter *x)
{
	free(x->route);
	free(x->load);
	free(x->may);
	free(x->taken);
	free(x->total);
	free(x->any);
	free(x->sends);
	free(x->receives);
	free(x->met);
}

struct rg_phased_certificate *rg_certify_phased(const struct rg_routes *routes,
                                                const struct rg_place *place, int P,
                                                const struct rg_phased *message, int64_t n,
                                                int phases)
{
	struct rg_phased_certificate *c = rg_alloc(1, sizeof *c);
	*c = (struct rg_phased_certificate){.routes = routes,
	                                    .place = place,
	                                    .P = P,
	                                    .phases = phases,
	                                    .load = rg_alloc((size_t)phases, sizeof *c->load),
	                                    .busiest = -1,
	                                    .worst = -1};
	struct counter x = new_counter(c);
	count_all(&x, message, n);
	sum_up(&x);
	free_counter(&x);
	c->busy = rg_certify_phase(c, message, n, c->busiest);
	c->machines = c->busy->machines;
	c->verdict = judge(c);
	return c;
}

void rg_phased_free(struct rg_phased_certificate *c)
{
	if (!c)
		return;
	rg_certificate_free(c->busy);
	rg_text_free(&c->assumed.text);
	free(c->load);
	free(c);
}

struct rg_certificate *rg_certify_phase(const struct rg_phased_certificate *c,
                                        const struct rg_phased *message, int64_t n, int phase)
{
	struct rg_pair *pair = rg_alloc((size_t)c->P, sizeof *pair);
	int pairs = 0;
	for (int64_t i = 0; i < n && pairs < c->P; i++)
		if (message[i].phase == phase)
			pair[pairs++] = (struct rg_pair){message[i].from, message[i].to};
	struct rg_certificate *one = rg_certify_pairs(c->routes, c->place, c->P, pair, pairs);
	free(pair);
	return one;
}

void rg_phased_be_strict(struct rg_phased_certificate *c)
{
	if (c->verdict == RG_IS_WITHIN_CAPACITY)
		c->verdict = RG_IS_REFUTED;
}

void rg_phased_doubt(const struct rg_phased_certificate *c, struct rg_text *out)
{
	int64_t all = (int64_t)c->P * (c->P - 1);
	if (c->lost > c->several)
		rg_textf(out, "the way of %lld of %lld messages is not known",
		         (long long)(c->lost - c->several), (long long)all);
	else
		rg_textf(out,
		         "%lld of %lld messages have several ways, at worst with load %d on a link "
		         "direction",
		         (long long)c->several, (long long)all, c->possible);
}
