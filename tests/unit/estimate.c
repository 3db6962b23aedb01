/* SPDX-License-Identifier: BSD-3-Clause
 * The estimator, given the measurements of a model: random trees of links with known speeds, pairs
 * that get the slowest link of their way, cuts whose pairs share links fairly. It gives the speeds
 * back.
 *
 * estimate [SEED [TRIALS]]
 */
#include "calibrate/estimate.h"

#include <math.h>
#include <stdlib.h>

#include "calibrate/survey.h"
#include "test.h"
#include "world.h"

/* A world whose links are in truth not what the topology says. */
struct truth {
	struct world *w;
	double bandwidth[VERTICES], latency[VERTICES]; /* [links] */
	bool half[VERTICES];
	struct rg_place rank[RANKS];
	int P;
	struct rg_measured m;
};

static double random_factor(double least, double most)
{
	return least + (most - least) * below(1 << 20) / (1 << 20);
}

/* The links between two ranks into out[VERTICES]; returns how many. */
static int path(const struct truth *x, int a, int b, int *out)
{
	const struct world *w = x->w;
	int previous[VERTICES], n = 0, from = w->vertex_of[x->rank[a].machine];
	search(w, from, previous);
	for (int v = w->vertex_of[x->rank[b].machine]; v != from; v = previous[v])
		out[n++] = w->link[v][previous[v]] - 1;
	return n;
}

/* ---- The model of a network */

/* Flows between pairs, all at once: all rates grow alike until a link is full, which stops those on
 * it; and so on (max-min fair shares). Returns the sum. */
static double share_links(const struct truth *x, const struct rg_survey_pair *pair, int n)
{
	int links[VERTICES][VERTICES], hops[VERTICES];
	double rest[VERTICES], rate[VERTICES] = {0}, sum = 0;
	bool stopped[VERTICES] = {false};
	for (int l = 0; l < x->w->topo->links; l++)
		rest[l] = x->bandwidth[l];
	for (int i = 0; i < n; i++)
		hops[i] = path(x, pair[i].a, pair[i].b, links[i]);
	for (int moving = n; moving > 0;) {
		double step = 1e300;
		int users[VERTICES] = {0};
		for (int i = 0; i < n; i++)
			for (int k = 0; k < hops[i] && !stopped[i]; k++)
				users[links[i][k]]++;
		for (int l = 0; l < x->w->topo->links; l++)
			step = users[l] ? fmin(step, rest[l] / users[l]) : step;
		for (int l = 0; l < x->w->topo->links; l++)
			rest[l] -= step * users[l];
		for (int i = 0; i < n; i++) {
			rate[i] += stopped[i] ? 0 : step;
			bool full = stopped[i];
			for (int k = 0; k < hops[i]; k++)
				full = full || rest[links[i][k]] < 1e-6 * x->bandwidth[links[i][k]];
			moving -= full && !stopped[i];
			stopped[i] = full;
		}
	}
	for (int i = 0; i < n; i++)
		sum += rate[i];
	return sum;
}

static void measure_pair(struct truth *x, const struct rg_survey_pair *p)
{
	struct rg_measured_pair m = {x->rank[p->a].machine, x->rank[p->b].machine, 0, 0, 0};
	int links[VERTICES], n = path(x, p->a, p->b, links);
	if (n == 0)
		return;
	m.one_way = m.both_ways = 1e300;
	for (int i = 0; i < n; i++) {
		int l = links[i];
		m.latency += x->latency[l];
		m.one_way = fmin(m.one_way, x->bandwidth[l]);
		m.both_ways = fmin(m.both_ways, x->bandwidth[l] / (x->half[l] ? 2 : 1));
	}
	x->m.pair = rg_grow(x->m.pair, x->m.pairs, &x->m.pair_cap, sizeof(m));
	x->m.pair[x->m.pairs++] = m;
}

static void measure(struct truth *x)
{
	struct rg_survey *s = rg_survey_new(x->w->routes, x->rank, x->P);
	for (int i = 0; i < s->pairs; i++)
		measure_pair(x, &s->pair[i]);
	for (int i = 0; i < s->cuts; i++) {
		const struct rg_survey_cut *cut = &s->cut[i];
		double rate = share_links(x, s->crossing + cut->first, cut->pairs);
		x->m.cut = rg_grow(x->m.cut, x->m.cuts, &x->m.cut_cap, sizeof(*x->m.cut));
		x->m.cut[x->m.cuts++] = (struct rg_measured_cut){cut->link, cut->pairs, rate, rate};
	}
	rg_survey_free(s);
}

/* In truth a link has `least` to `most` of its nominal bandwidth, and any latency. */
static struct truth *new_truth(struct shape shape, double least, double most)
{
	struct truth *x = rg_alloc(1, sizeof(*x));
	x->w = new_world(shape);
	x->P = random_ranks(x->w, x->rank);
	for (int l = 0; l < x->w->topo->links; l++) {
		x->bandwidth[l] = x->w->bandwidth[l] * random_factor(least, most);
		x->latency[l] = below(8) ? random_factor(1e-6, 60e-6) : 0;
		x->half[l] = x->w->half[l];
	}
	return x;
}

static void free_truth(struct truth *x)
{
	rg_measured_free(&x->m);
	free_world(x->w);
	free(x);
}

/* Nothing here is as small as 10 ns or 10 bytes a second but what is 0. */
static bool within(double x, double truth, double percent)
{
	return fabs(x - truth) <= percent / 100 * truth + (truth < 1 ? 1e-8 : 10);
}

/* ---- Properties */

/* In how many directions of v are machines with ranks, itself one of them? */
static int directions(const struct truth *x, int v)
{
	bool seen[VERTICES + 1] = {false};
	int previous[VERTICES], n = 0;
	search(x->w, v, previous);
	for (int k = 0; k < x->P; k++) {
		int y = x->w->vertex_of[x->rank[k].machine], to = VERTICES;
		for (; y != v; y = previous[y])
			to = y;
		n += !seen[to];
		seen[to] = true;
	}
	return n;
}

/* A link is seen alone when each of its ends is a machine or a switch where ways part. */
static bool is_settled(const struct truth *x, int l)
{
	int ends[2] = {x->w->a[l], x->w->b[l]}, machines = 0;
	for (int i = 0; i < 2; i++) {
		bool machine = x->w->machine_at[ends[i]] >= 0;
		machines += machine;
		if (!machine && directions(x, ends[i]) < 3)
			return false;
	}
	return machines < 2 || x->w->topo->links == 1;
}

/* Latencies: of each link that is seen alone, and of each way. */
static void test_latency(void)
{
	struct truth *x = new_truth((struct shape){.bandwidths = true}, 1, 1);
	int links[VERTICES];
	measure(x);
	struct rg_estimate *e = rg_estimate(x->w->routes, &x->m);
	for (int l = 0; l < x->w->topo->links; l++) {
		CHECK(e[l].latency >= 0);
		if (e[l].measured && is_settled(x, l))
			CHECK(within(e[l].latency, x->latency[l], 1));
	}
	for (int a = 0; a < x->P; a++)
		for (int b = 0; b < a; b++) {
			double truth = 0, sum = 0;
			for (int n = path(x, a, b, links); n > 0; n--) {
				CHECK(e[links[n - 1]].measured);
				truth += x->latency[links[n - 1]];
				sum += e[links[n - 1]].latency;
			}
			CHECK(within(sum, truth, 1));
		}
	free(e);
	free_truth(x);
}

/* Whatever the speeds are: no link is said to carry more than it does, unless that is what the file
 * says; one that has shown its limit has that. A link that no way takes is not measured. */
static void test_any_bandwidth(void)
{
	struct truth *x = new_truth((struct shape){.bandwidths = true}, 0.3, 1.2);
	bool used[VERTICES] = {false};
	int links[VERTICES];
	measure(x);
	struct rg_estimate *e = rg_estimate(x->w->routes, &x->m);
	for (int a = 0; a < x->P; a++)
		for (int b = 0; b < a; b++)
			for (int n = path(x, a, b, links); n > 0; n--)
				used[links[n - 1]] = true;
	for (int l = 0; l < x->w->topo->links; l++) {
		double nominal = x->w->bandwidth[l];
		CHECK(e[l].measured == used[l]);
		CHECK(e[l].seen <= x->bandwidth[l] * (1 + 1e-9));
		CHECK(!used[l] ||
		      e[l].bandwidth == (e[l].at_least ? fmax(e[l].seen, nominal) : e[l].seen));
		CHECK(!e[l].half && !e[l].full);
	}
	free(e);
	free_truth(x);
}

/* Machines that are alike, behind switches in a row or a star, four and more on each: the links of
 * the machines come out as they are; those between the switches too if they are slower than the
 * machines on either side together, and else as what these could send, at least. */
static void build_cluster(struct truth *x, int switches, bool star)
{
	struct world *w = x->w = rg_alloc(1, sizeof(*w));
	w->topo = rg_topo_new("cluster.xml");
	struct shape shape = {0};
	for (int v = 0; v < switches; v++)
		add_vertex(w, v, true, &shape);
	for (int v = switches; v < 6 * switches; v++)
		add_vertex(w, v, false, &shape);
	w->vertices = 6 * switches;
	for (int v = 1, l = 0; v < 6 * switches; v++, l++)
		add_link(w, l, v, v >= switches ? v % switches : star ? 0 : v - 1, &shape);
	for (int l = 0; l < w->topo->links; l++)
		if (l < switches - 1)
			w->topo->link[l].bandwidth = w->bandwidth[l] *= 4;
	rg_topo_close(w->topo);
	w->routes = rg_routes_new(w->topo);
	w->order = rg_order(w->topo);
	for (int m = 0; m < w->machines; m++)
		x->rank[x->P++] = (struct rg_place){m, -1};
	shuffle(w->order, w->machines);
	for (int k = 0; k < x->P; k++)
		x->rank[k].machine = w->order[k];
}

static void test_cluster(void)
{
	struct truth *x = rg_alloc(1, sizeof(*x));
	build_cluster(x, between(2, 6), below(2));
	int links = x->w->topo->links, trunks = links - x->w->machines;
	for (int l = 0; l < links; l++) {
		/* All four or more pairs of a trunk are as fast as the machines' 0.9 to 1. */
		x->bandwidth[l] = x->w->bandwidth[l] * random_factor(0.95, 1);
		if (l < trunks)
			x->bandwidth[l] = x->w->bandwidth[0] * random_factor(0.1, 1.5);
	}
	measure(x);
	struct rg_estimate *e = rg_estimate(x->w->routes, &x->m);
	for (int l = 0; l < links; l++) {
		double all = 5 * x->w->bandwidth[links - 1]; /* what five machines could send */
		if (l >= trunks)
			CHECK(within(e[l].bandwidth, x->bandwidth[l], 5) && !e[l].at_least);
		else if (x->bandwidth[l] < 0.8 * all)
			CHECK(within(e[l].bandwidth, x->bandwidth[l], 1) && !e[l].at_least);
		else if (x->bandwidth[l] > all)
			CHECK(e[l].at_least && e[l].seen >= 0.9 * all);
	}
	free(e);
	free_truth(x);
}

/* A half-duplex link is told where the file says full, and the reverse; and no other is. */
static void test_duplex(void)
{
	struct truth *x = rg_alloc(1, sizeof(*x));
	build_cluster(x, between(1, 4), below(2));
	/* A machine's link: a trunk has enough for both ways of a pair. */
	int links = x->w->topo->links, odd = links - 1 - below(x->w->machines), said = below(links);
	for (int l = 0; l < links; l++)
		x->bandwidth[l] = x->w->bandwidth[links - 1]; /* else a slow one hides another */
	x->half[odd] = true;
	x->w->topo->link[said].half = true;
	measure(x);
	struct rg_estimate *e = rg_estimate(x->w->routes, &x->m);
	for (int l = 0; l < links; l++) {
		CHECK(e[l].half == (l == odd && odd != said));
		CHECK(e[l].full == (l == said && odd != said));
	}
	free(e);
	free_truth(x);
}

static void repeat(void (*test)(void), int trials, uint64_t seed)
{
	for (int i = 0; i < trials && !failures; i++) {
		state = seed + (uint64_t)i;
		test();
		if (failures)
			fprintf(stderr, "estimate: to repeat: estimate %llu 1\n",
			        (unsigned long long)(seed + i));
	}
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 77;
	int trials = argc > 2 ? atoi(argv[2]) : 1000;
	repeat(test_latency, trials, seed);
	repeat(test_any_bandwidth, trials, seed);
	repeat(test_cluster, trials, seed);
	repeat(test_duplex, trials, seed);
	return TEST_END;
}
