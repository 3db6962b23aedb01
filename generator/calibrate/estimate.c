/* SPDX-License-Identifier: BSD-3-Clause
 * estimate: the bandwidth and latency of each link, from what was measured between machines.
 */
#include "calibrate/estimate.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "calibrate/link_pairs.h"

/* A measured rate is repeated this well: 5 % more or less is the same, 10 % is a difference. */
#define SAME 1.05
#define LESS 0.9

struct estimator {
	const struct rg_routes *r;
	const struct rg_topo *t;
	const struct rg_measured *m;
	struct rg_estimate *e; /* [links] */
	size_t *first;         /* [pairs + 1] the links of pair i are */
	int *link;             /* link[first[i]] ... link[first[i + 1] - 1] */
	size_t *crossed;       /* [links + 1] the pairs over link l are */
	int *pair;             /* pair[crossed[l]] ... pair[crossed[l + 1] - 1] */
};

/* ---- Which pair takes which link ---- */

static void find_routes(struct estimator *x)
{
	const struct rg_measured *m = x->m;
	size_t cap = 0, n = 0;
	int *route = rg_alloc(x->r->longest, sizeof(int));
	x->first = rg_alloc((size_t)m->pairs + 1, sizeof(*x->first));
	x->link = NULL;
	for (int i = 0; i < m->pairs; i++) {
		int links = rg_route(x->r, (struct rg_place){m->pair[i].a, -1},
		                     (struct rg_place){m->pair[i].b, -1}, route);
		for (int k = 0; k < links; k++) {
			x->link = rg_grow(x->link, n, &cap, sizeof(int));
			x->link[n++] = route[k] / 2;
		}
		x->first[i + 1] = n;
	}
	free(route);
}

/* The same by link: a counting sort. */
static void find_crossings(struct estimator *x)
{
	int links = x->t->links;
	size_t n = x->first[x->m->pairs];
	x->crossed = rg_alloc((size_t)links + 1, sizeof(*x->crossed));
	x->pair = rg_alloc(n, sizeof(int));
	for (size_t k = 0; k < n; k++)
		x->crossed[x->link[k]]++;
	for (int l = 0; l < links; l++)
		x->crossed[l + 1] += x->crossed[l];
	/* Now crossed[l] is the end of l's pairs: filled from the back it becomes the begin. */
	for (int i = x->m->pairs - 1; i >= 0; i--)
		for (size_t k = x->first[i]; k < x->first[i + 1]; k++)
			x->pair[--x->crossed[x->link[k]]] = i;
}

/* ---- Bandwidth ---- */

static void see_rates(struct estimator *x)
{
	const struct rg_measured *m = x->m;
	for (int i = 0; i < m->pairs; i++)
		for (size_t k = x->first[i]; k < x->first[i + 1]; k++) {
			struct rg_estimate *e = &x->e[x->link[k]];
			e->measured = true;
			e->seen = fmax(e->seen, m->pair[i].one_way);
		}
	for (int i = 0; i < m->cuts; i++) {
		struct rg_estimate *e = &x->e[m->cut[i].link];
		e->seen = fmax(e->seen, m->cut[i].one_way);
	}
}

static bool is_trunk(const struct rg_topo *t, int l)
{
	return t->vertex[t->link[l].a].machine < 0 && t->vertex[t->link[l].b].machine < 0;
}

/* Is k the slower one of the links k and l by the file? If a machine's link and a trunk are equal,
 * it is the machine's link, since every pair of the machine takes it. */
static bool is_slower(const struct estimator *x, int k, int l)
{
	double nominal = x->t->link[l].bandwidth;
	if (x->t->link[k].bandwidth < LESS * nominal)
		return true;
	return is_trunk(x->t, l) && !is_trunk(x->t, k) && x->t->link[k].bandwidth * LESS <= nominal;
}

/* Is there a link on the route of pair i that explains its rate, so that it says nothing of l? */
static bool is_explained(const struct estimator *x, int i, int l)
{
	for (size_t j = x->first[i]; j < x->first[i + 1]; j++) {
		int k = x->link[j];
		if (k != l && x->e[k].seen <= SAME * x->m->pair[i].one_way && is_slower(x, k, l))
			return true;
	}
	return false;
}

/* For a link without a cut: are the rates of the pairs that come close to the largest rate seen on
 * it all explained by other links? */
static bool pairs_explain(const struct estimator *x, int l)
{
	for (size_t j = x->crossed[l]; j < x->crossed[l + 1]; j++) {
		int i = x->pair[j];
		if (SAME * x->m->pair[i].one_way >= x->e[l].seen && !is_explained(x, i, l))
			return false;
	}
	return true;
}

/* Let two machines send across link `cut`, as much as the other links on the way still carry: the
 * rates that were seen there, less taken[], to which the flow is added. A trunk that is no slower
 * than the cut's link by the file does not count. */
static double add_flow(const struct estimator *x, int a, int b, int cut, double *taken, int *route)
{
	double flow = INFINITY;
	int n = rg_route(x->r, (struct rg_place){a, -1}, (struct rg_place){b, -1}, route);
	for (int i = 0; i < n; i++) {
		int k = route[i] / 2;
		if (k != cut && (!is_trunk(x->t, k) || is_slower(x, k, cut)))
			flow = fmin(flow, x->e[k].seen - taken[k]);
	}
	for (int i = 0; i < n; i++)
		taken[route[i] / 2] += flow;
	return flow;
}

/* The rate at which the pairs of a cut could send together if its link had no limit. */
static double cut_flow(const struct estimator *x, const struct rg_measured_cut *c,
                       struct rg_link_pairs *across)
{
	double flow = 0, *taken = rg_alloc(x->t->links, sizeof(double));
	int a, b, *route = rg_alloc(x->r->longest, sizeof(int));
	rg_link_pairs_begin(across, c->link);
	for (int i = 0; i < c->pairs && rg_link_pairs_next(across, &a, &b); i++)
		flow += add_flow(x, a, b, c->link, taken, route);
	free(taken);
	free(route);
	return flow;
}

/* Which links have shown no limit of their own? */
static void find_limits(struct estimator *x)
{
	const struct rg_topo *t = x->t;
	bool *used = rg_alloc(t->machines, sizeof(bool));
	bool *cut = rg_alloc(t->links, sizeof(bool)); /* is there one? */
	for (int m = 0; m < t->machines; m++) {
		int v = t->machine[m];
		used[m] = t->first[v] < t->first[v + 1] && x->e[t->incident[t->first[v]]].measured;
	}
	struct rg_link_pairs *across = rg_link_pairs_new(t, used);
	for (int i = 0; i < x->m->cuts; i++) {
		const struct rg_measured_cut *c = &x->m->cut[i];
		struct rg_estimate *e = &x->e[c->link];
		bool explained =
			SAME * c->one_way < e->seen || c->one_way >= LESS * cut_flow(x, c, across);
		e->at_least = e->measured && explained && (!cut[c->link] || e->at_least);
		cut[c->link] = true;
	}
	for (int l = 0; l < t->links; l++)
		if (!cut[l])
			x->e[l].at_least = x->e[l].measured && pairs_explain(x, l);
	rg_link_pairs_free(across);
	free(used);
	free(cut);
}

static void set_bandwidths(struct estimator *x)
{
	for (int l = 0; l < x->t->links; l++) {
		struct rg_estimate *e = &x->e[l];
		double nominal = x->t->link[l].bandwidth;
		e->bandwidth = e->at_least ? fmax(nominal, e->seen) : e->seen;
	}
}

/* ---- Duplex: does a link carry both ways at once what it carries one way? ---- */

/* Has the route of pair i a link other than l that explains half a rate: one that is half duplex by
 * the file; of a trunk, also a machine's link that behaves so? */
static bool has_other_half(const struct estimator *x, int i, int l)
{
	for (size_t j = x->first[i]; j < x->first[i + 1]; j++) {
		int k = x->link[j];
		bool explains = x->t->link[k].half ||
		                (is_trunk(x->t, l) && !is_trunk(x->t, k) && x->e[k].half);
		if (k != l && explains)
			return true;
	}
	return false;
}

/* Half, if no pair over it has more, and one has half without another explanation; full, if a pair
 * has it. */
static void judge_duplex(struct estimator *x, int l)
{
	int halves = 0, more = 0, fulls = 0;
	for (size_t j = x->crossed[l]; j < x->crossed[l + 1]; j++) {
		const struct rg_measured_pair *p = &x->m->pair[x->pair[j]];
		if (p->both_ways == 0)
			continue;
		/* One half, or all of it, less what a measurement may be off. */
		bool is_half = p->both_ways < 0.6 * p->one_way;
		halves += is_half && !has_other_half(x, x->pair[j], l);
		more += !is_half;
		fulls += p->both_ways > 0.8 * p->one_way;
	}
	x->e[l].half = !x->t->link[l].half && halves && !more;
	x->e[l].full = x->t->link[l].half && fulls;
}

/* The links of machines, then the trunks. */
static void find_duplex(struct estimator *x)
{
	for (int trunks = 0; trunks < 2; trunks++)
		for (int l = 0; l < x->t->links; l++)
			if (is_trunk(x->t, l) == trunks)
				judge_duplex(x, l);
}

/* ---- Latency */

/* Projected Gauss-Seidel: in turn each link takes the value that makes the squares of the residuals
 * least while the others stay, or 0 when that is negative. The residual of pair i is its latency
 * less the sum over its links. */

/* It ends when nothing changes any more: after some hundred sweeps, of which a tree that is
 * thousands of switches deep would have more and longer ones; they are cut off after so many steps,
 * some seconds. */
#define STEPS_MOST 2e9

/* Every link of a route begins with an equal share of its latency: the mean of those of its pairs.
 */
static void begin_latencies(struct estimator *x, double *left)
{
	for (int l = 0; l < x->t->links; l++) {
		double sum = 0;
		size_t begin = x->crossed[l], end = x->crossed[l + 1];
		for (size_t j = begin; j < end; j++) {
			int i = x->pair[j];
			sum += x->m->pair[i].latency / (x->first[i + 1] - x->first[i]);
		}
		if (end > begin)
			x->e[l].latency = sum / (end - begin);
	}
	for (int i = 0; i < x->m->pairs; i++) {
		left[i] = x->m->pair[i].latency;
		for (size_t k = x->first[i]; k < x->first[i + 1]; k++)
			left[i] -= x->e[x->link[k]].latency;
	}
}

/* One link's turn; returns by how much it changed. */
static double improve(struct estimator *x, int l, double *left)
{
	size_t begin = x->crossed[l], end = x->crossed[l + 1];
	double sum = 0;
	for (size_t j = begin; j < end; j++)
		sum += left[x->pair[j]];
	double change = fmax(sum / (end - begin), -x->e[l].latency);
	x->e[l].latency += change;
	for (size_t j = begin; j < end; j++)
		left[x->pair[j]] -= change;
	return fabs(change);
}

static void find_latencies(struct estimator *x)
{
	double *left = rg_alloc(x->m->pairs, sizeof(double)), longest = 0;
	double each = 2.0 * x->first[x->m->pairs]; /* steps of a sweep */
	begin_latencies(x, left);
	for (int i = 0; i < x->m->pairs; i++)
		longest = fmax(longest, x->m->pair[i].latency);
	for (double steps = 0; steps < STEPS_MOST; steps += each) {
		double most = 0;
		for (int l = 0; l < x->t->links; l++)
			if (x->e[l].measured)
				most = fmax(most, improve(x, l, left));
		if (most <= 1e-9 * longest)
			break;
	}
	free(left);
}

struct rg_estimate *rg_estimate(const struct rg_routes *r, const struct rg_measured *m)
{
	struct estimator x = {.r = r, .t = r->topo, .m = m};
	x.e = rg_alloc(x.t->links, sizeof(*x.e));
	find_routes(&x);
	find_crossings(&x);
	see_rates(&x);
	find_limits(&x);
	set_bandwidths(&x);
	find_latencies(&x);
	find_duplex(&x);
	free(x.first);
	free(x.link);
	free(x.crossed);
	free(x.pair);
	return x.e;
}
