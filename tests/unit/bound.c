/* SPDX-License-Identifier: BSD-3-Clause
 * The bounds of collectives, on random trees: against all cuts of small ones, from the definition;
 * against the bounds that weights of links give; below the time of every algorithm and ring; and
 * worked out by hand.
 *
 * bound [SEED [TRIALS]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certify/bound.h"
#include "cost/time_bound.h"
#include "plan/contest.h"
#include "show/certificate.h"
#include "test.h"
#include "world.h"

static bool nearly(double a, double b)
{
	return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

/* ---- All cuts of a small tree */

/* The tree without the links of `cut`: the component of each vertex, and the ranks in each. */
struct parts {
	int of[VERTICES], ranks[VERTICES];
	int root; /* where rank 0 is */
};

static struct parts cut_tree(const struct world *w, unsigned cut, const struct rg_place *ring,
                             int P)
{
	struct parts p = {0};
	for (int v = 0; v < w->vertices; v++)
		p.of[v] = v;
	for (int l = 0; l < w->topo->links; l++) {
		int from = p.of[w->a[l]], to = p.of[w->b[l]];
		for (int v = 0; !(cut >> l & 1) && v < w->vertices; v++)
			p.of[v] = p.of[v] == from ? to : p.of[v];
	}
	for (int k = 0; k < P; k++)
		p.ranks[p.of[w->vertex_of[ring[k].machine]]]++;
	p.root = p.of[w->vertex_of[ring[0].machine]];
	return p;
}

/* Whether it is a collective in which all comes from one process or goes there, or from rank 0 to
 * all; or another one whose bounds are those of one link. */
static bool has_one_end(enum rg_collective collective)
{
	return collective > RG_REDUCE_SCATTER_BLOCK;
}

/* The time of link l in such a collective, for a byte of the vector: it carries the vector, or the
 * blocks of the ranks that are not on the root's side. */
static double to_the_end(const struct world *w, int l, const struct parts *p, int P,
                         enum rg_collective collective)
{
	int a = p->of[w->a[l]], b = p->of[w->b[l]];
	double others = p->ranks[p->root == a ? b : a] / (double)P;
	if (collective == RG_BARRIER || !p->ranks[a] || !p->ranks[b])
		return 0;
	bool blocks =
		collective == RG_GATHER || collective == RG_SCATTER || rg_is_irregular(collective);
	return (blocks ? others : 1) / w->bandwidth[l];
}

/* The time of link l, for a byte of the vector, by the shares that it carries in the one direction
 * and the other. */
static double one_link(const struct world *w, int l, const struct parts *p, int P,
                       enum rg_collective collective)
{
	if (rg_is_for_each(collective)) /* a block of each on the one side for each on the other */
		return (w->half[l] ? 2 : 1) * p->ranks[p->of[w->a[l]]] * p->ranks[p->of[w->b[l]]] /
		       (double)P / w->bandwidth[l];
	if (has_one_end(collective))
		return to_the_end(w, l, p, P, collective);
	double a = p->ranks[p->of[w->a[l]]] / (double)P, b = p->ranks[p->of[w->b[l]]] / (double)P;
	if (a == 0 || b == 0)
		return 0;
	if (collective == RG_ALLREDUCE)
		a = b = 1;
	return (w->half[l] ? a + b : fmax(a, b)) / w->bandwidth[l];
}

/* All data that leave the parts and come to them, divided by the bandwidth of their links. 0: they
 * do not hang at a middle without ranks, each with some. */
static double several_links(const struct world *w, unsigned cut, const struct parts *p, int P,
                            enum rg_collective collective)
{
	int first = 0, parts = 0;
	if (has_one_end(collective))
		return 0;
	while (!(cut >> first & 1))
		first++;
	int middle = p->of[w->a[first]];
	middle = p->ranks[middle] ? p->of[w->b[first]] : middle;
	double carry = 0, out = 0;
	for (int l = first; l < w->topo->links; l++) {
		if (!(cut >> l & 1))
			continue;
		int a = p->of[w->a[l]], b = p->of[w->b[l]], part = a == middle ? b : a;
		if ((a != middle && b != middle) || !p->ranks[part] || p->ranks[middle])
			return 0;
		double in = 1 - p->ranks[part] / (double)P;
		parts++;
		out += w->half[l] ? in : 0;
		if (collective == RG_ALLREDUCE)
			carry += w->half[l] ? w->bandwidth[l] : 2 * w->bandwidth[l];
		else
			carry += w->bandwidth[l];
	}
	return (collective == RG_ALLREDUCE ? 4 * (parts - 1) : parts - 1 + out) / carry;
}

/* The bound, by the definition: the most that any links say. */
static double most_of_all(const struct world *w, const struct rg_place *ring, int P,
                          enum rg_collective collective)
{
	double most = 0;
	for (unsigned cut = 1; cut < 1u << w->topo->links; cut++) {
		struct parts p = cut_tree(w, cut, ring, P);
		int only = 0;
		while (!(cut >> only & 1))
			only++;
		most = fmax(most, cut >> only == 1 ? one_link(w, only, &p, P, collective)
		                                   : several_links(w, cut, &p, P, collective));
	}
	return most;
}

/* The links that are named have that bound. */
static void check_links(const struct world *w, const struct rg_certificate *c,
                        enum rg_collective collective, const struct rg_lower_bound *b)
{
	int n;
	int parts, *link = rg_bound_links(c, collective, &n, &parts);
	unsigned cut = b->cut >= 0 ? 1u << b->cut / 2 : 0;
	CHECK((link == NULL) == (b->cut >= 0 || b->bound == 0));
	for (int i = 0; i < n; i++)
		cut |= 1u << link[i];
	free(link);
	if (!cut)
		return;
	struct parts p = cut_tree(w, cut, c->ring, c->P);
	CHECK(nearly(b->bound, b->cut >= 0 ? one_link(w, b->cut / 2, &p, c->P, collective)
	                                   : several_links(w, cut, &p, c->P, collective)));
}

static void test_all_cuts(void)
{
	struct world *w =
		new_world((struct shape){.small = true, .half = below(2), .bandwidths = below(4)});
	struct rg_place ring[RANKS];
	int P = random_ranks(w, ring);
	struct rg_certificate *c = rg_certify(w->routes, ring, P);
	for (enum rg_collective x = 0; x < RG_COLLECTIVES; x++) {
		struct rg_lower_bound b = rg_certificate_bound(c, x, 1);
		CHECK(nearly(b.bound, most_of_all(w, ring, P, x)));
		check_links(w, c, x, &b);
	}
	rg_certificate_free(c);
	free_world(w);
}

/* ---- Weights of links */

/* Any schedule that carries an item between all machines has a sum, over the links, of weight times
 * load that is at least that of the lightest tree of machines, there and back. So no weights say
 * more of an allreduce than the bound, however large the tree. */

/* The bound by the weights: seconds for a byte. */
static double weigh(const struct world *w, const double *weight, const bool *in)
{
	double near[VERTICES], tree = 0, rates = 0;
	int last = 0, left = -1, previous[VERTICES];
	for (int l = 0; l < w->topo->links; l++)
		rates += weight[l] * w->bandwidth[l] / (w->half[l] ? 2 : 1);
	for (int m = 0; m < w->machines; m++) {
		left += in[m];
		near[m] = in[m] ? INFINITY : -1;
		last = in[m] ? m : last;
	}
	for (; left > 0; left--) {
		int next = -1;
		near[last] = -1; /* it is in the tree */
		search(w, w->vertex_of[last], previous);
		for (int m = 0; m < w->machines; m++) {
			double way = 0;
			for (int v = w->vertex_of[m]; v != previous[v]; v = previous[v])
				way += weight[w->link[v][previous[v]] - 1];
			near[m] = fmin(near[m], way);
			if (near[m] >= 0 && (next < 0 || near[m] < near[next]))
				next = m;
		}
		tree += near[next];
		last = next;
	}
	return tree / rates;
}

static void test_weights(void)
{
	struct world *w = new_world(
		(struct shape){.small = below(2), .half = below(2), .bandwidths = below(4)});
	struct rg_place ring[RANKS];
	int P = random_ranks(w, ring);
	bool in[VERTICES] = {false};
	double weight[VERTICES];
	struct rg_certificate *c = rg_certify(w->routes, ring, P);
	struct rg_lower_bound b = rg_certificate_bound(c, RG_ALLREDUCE, 1);
	for (int k = 0; k < P; k++)
		in[ring[k].machine] = true;
	for (int trial = 0; trial < 20 && c->machines > 1; trial++) {
		int some = between(1, 4); /* of so many links one has a weight; or more alike */
		for (int l = 0; l < w->topo->links; l++)
			weight[l] = below(some) ? 0 : trial % 2 ? 1 : between(1, 1000);
		weight[below(w->topo->links)] = 1;
		CHECK(weigh(w, weight, in) <= b.bound * (1 + 1e-9));
	}
	rg_certificate_free(c);
	free_world(w);
}

/* ---- No algorithm is faster */

static void check_routine(const struct rg_routine *r, const struct rg_scenario *g,
                          const struct rg_time_bound *bound)
{
	struct rg_wanted all[RG_ROUTINES], wanted[RG_ROUTINES] = {0};
	if (rg_hides_size(r->collective)) /* one time for all sizes */
		return;
	rg_wanted_all(all);
	wanted[r - rg_routines] = all[r - rg_routines];
	struct rg_contest *contest = rg_contest_new(r->collective, false, wanted, g);
	for (int i = 0; i < rg_contest_candidates(contest); i++)
		for (double bytes = 64; bytes < 1e8; bytes *= 512) {
			double least = rg_time_bound_at(bound, bytes);
			double s = rg_contest_ask(contest, i, 0, bytes).seconds;
			if (!CHECK(s >= least * (1 - 1e-9)))
				fprintf(stderr, "%s by %s %s, %g bytes: %g of %g s\n", r->name,
				        r->algorithm->name,
				        rg_contest_variant(contest, i)->parameters
				                ? rg_contest_variant(contest, i)->parameters
				                : "",
				        bytes, s, least);
		}
	rg_contest_free(contest);
	rg_wanted_free(all);
}

static void test_algorithms(void)
{
	struct world *w = new_world(
		(struct shape){.small = below(4), .half = below(2), .bandwidths = below(4)});
	int host[RANKS], P = between(1, below(4) ? 12 : 48);
	for (int k = 0; k < P; k++)
		host[k] = below(w->machines);
	struct rg_placement *p = rg_placement_of(w->topo, w->order, host, P);
	struct rg_scenario g = {.routes = w->routes,
	                        .placement = p,
	                        .model = below(2) ? rg_model_ideal : rg_model_usual,
	                        .windows = P > p->machines};
	rg_model_settle(&g.model, w->topo, p->machine, p->machines);
	g.model.alone = below(2) ? g.model.startup / between(1, 4) : 0;
	struct rg_certificate *c = rg_certify(w->routes, p->ring, P);
	while (p->places.order[c->root] != g.root)
		c->root++;
	for (int i = 0; i < RG_ROUTINES; i++) {
		struct rg_time_bound b = rg_time_bound_of(c, rg_routines[i].collective, &g.model);
		check_routine(&rg_routines[i], &g, &b);
	}
	rg_certificate_free(c);
	rg_placement_free(p);
	free_world(w);
}

/* ---- Latencies and start-ups */

/* How long a broadcast to so many machines takes, if whoever knows and is free sends: each machine
 * has so many processes, which know together. */
static double spread_out(int machines, int each, double startup, double latency)
{
	double free_at[RANKS * 8] = {0}, last = 0;
	int senders = each;
	for (int known = 1; known < machines; known++) {
		int first = 0;
		for (int k = 1; k < senders; k++)
			first = free_at[k] < free_at[first] ? k : first;
		free_at[first] += startup;
		last = free_at[first] + latency + startup;
		for (int k = 0; k < each; k++)
			free_at[senders++] = last;
	}
	return last;
}

/* How far the ranks are from each other, or from rank 0, by a sum for each pair of vertices. */
static double far_apart(const struct world *w, const struct rg_place *ring, int P, bool rooted)
{
	static double d[VERTICES][VERTICES];
	double most = 0;
	for (int i = 0; i < w->vertices; i++)
		for (int j = 0; j < w->vertices; j++)
			d[i][j] = i == j ? 0 : INFINITY;
	for (int l = 0; l < w->topo->links; l++)
		d[w->a[l]][w->b[l]] = d[w->b[l]][w->a[l]] = w->topo->link[l].latency;
	for (int k = 0; k < w->vertices; k++)
		for (int i = 0; i < w->vertices; i++)
			for (int j = 0; j < w->vertices; j++)
				d[i][j] = fmin(d[i][j], d[i][k] + d[k][j]);
	for (int i = 0; i < (rooted ? 1 : P); i++)
		for (int j = 0; j < P; j++)
			most = fmax(
				most,
				d[w->vertex_of[ring[i].machine]][w->vertex_of[ring[j].machine]]);
	return most;
}

/* Latencies alone: whoever is farthest counts. With start-ups no less than the two at its ends. */
static void test_far(void)
{
	struct world *w = new_world((struct shape){0});
	struct rg_place ring[RANKS];
	int P = random_ranks(w, ring);
	struct rg_model m = rg_model_ideal;
	for (int l = 0; l < w->topo->links; l++)
		w->topo->link[l].latency = below(5) * 1e-6;
	struct rg_certificate *c = rg_certify(w->routes, ring, P);
	for (enum rg_collective x = 0; x < RG_COLLECTIVES; x++) {
		double far = far_apart(w, ring, P, has_one_end(x) && x < RG_BARRIER);
		m.startup = 0;
		CHECK(nearly(rg_time_bound_of(c, x, &m).least, far));
		m.startup = 3e-6;
		CHECK(c->machines == 1 ||
		      rg_time_bound_of(c, x, &m).least >= (far + 6e-6) * (1 - 1e-9));
	}
	rg_certificate_free(c);
	free_world(w);
}

/* Machines at one switch. */
static void test_spreading(void)
{
	int machines = between(2, 40), each = below(3) ? 1 : between(2, 8);
	struct rg_topo *t = rg_topo_new("star.xml");
	struct rg_model m = rg_model_ideal;
	struct rg_place ring[RANKS * 8];
	double latency = below(4) ? between(1, 50) * 1e-6 : 0;
	char name[16];
	m.startup = between(1, 20) * 1e-6;
	m.alone = below(2) ? m.startup * 0.5 : 0;
	rg_topo_vertex(t, RG_SWITCH, "s", 1);
	for (int i = 0; i < machines; i++) {
		snprintf(name, sizeof name, "n%d", i);
		rg_topo_vertex(t, RG_MACHINE, name, 1);
		rg_topo_link(t, (struct rg_link){
					.a = 0, .b = i + 1, .bandwidth = 1e9, .latency = latency});
	}
	rg_topo_close(t);
	struct rg_routes *r = rg_routes_new(t);
	for (int k = 0; k < machines * each; k++)
		ring[k] = (struct rg_place){k / each, 0};
	struct rg_certificate *c = rg_certify(r, ring, machines * each);
	for (enum rg_collective x = 0; x < RG_COLLECTIVES; x++) {
		struct rg_time_bound b = rg_time_bound_of(c, x, &m);
		double startup = m.alone > 0 ? m.alone : m.startup;
		CHECK(nearly(b.first, 2 * startup + 2 * latency));
		CHECK(nearly(b.least, spread_out(machines, each, startup, 2 * latency)));
		CHECK(nearly(rg_time_bound_at(&b, 1e9),
		             fmax(b.first + rg_certificate_bound(c, x, 1).bound * 1e9, b.least)) ||
		      x == RG_BARRIER);
	}
	rg_certificate_free(c);
	rg_routes_free(r);
	rg_topo_free(t);
}

/* ---- Optimal rings */

/* A sound order on equal full-duplex links is optimal with one rank on each machine. */
static void test_optimal(void)
{
	struct world *w = new_world((struct shape){0});
	struct rg_place *ring = rg_order_places(w->topo, w->order, w->machines, 1);
	struct rg_certificate *c = rg_certify(w->routes, ring, w->machines);
	for (enum rg_collective x = 0; x < RG_COLLECTIVES; x++) {
		struct rg_lower_bound b = rg_certificate_bound(c, x, 1 << 22);
		CHECK(rg_is_for_each(x) ? b.bound <= b.ring * (1 + 1e-9) : nearly(b.bound, b.ring));
	}
	rg_certificate_free(c);
	free(ring);
	free_world(w);
}

/* ---- By hand */

/* `switches` at a middle one, by links of so many bytes a second; at each so many machines, by
 * links of ten times as many. Without switches: the machines at the middle. */
static struct rg_topo *star_of_stars(int switches, int machines, double rate, bool half)
{
	struct rg_topo *t = rg_topo_new("stars.xml");
	char name[16];
	rg_topo_vertex(t, RG_SWITCH, "c", 1);
	for (int s = 0; s < (switches ? switches : 1); s++) {
		int at = 0;
		snprintf(name, sizeof name, "s%d", s);
		if (switches) {
			at = rg_topo_vertex(t, RG_SWITCH, name, 1);
			rg_topo_link(t, (struct rg_link){
						.a = 0, .b = at, .bandwidth = rate, .half = half});
		}
		for (int m = 0; m < machines; m++) {
			snprintf(name, sizeof name, "n%d", s * machines + m);
			int v = rg_topo_vertex(t, RG_MACHINE, name, 1);
			double own = switches ? 10 * rate : rate;
			rg_topo_link(t, (struct rg_link){
						.a = at, .b = v, .bandwidth = own, .half = half});
		}
	}
	rg_topo_close(t);
	return t;
}

/* The bound of a collective of 120 bytes, and what the report says of an allreduce of as many. */
static void check_stars(struct rg_topo *t, enum rg_collective x, double bound, double ring,
                        const char *says)
{
	struct rg_routes *r = rg_routes_new(t);
	int *order = rg_order(t);
	struct rg_place *place = rg_order_places(t, order, t->machines, 1);
	struct rg_certificate *c = rg_certify(r, place, t->machines);
	struct rg_lower_bound b = rg_certificate_bound(c, x, 120);
	struct rg_text text = {0};
	CHECK(nearly(b.bound, bound));
	CHECK(nearly(b.ring, ring));
	CHECK(nearly(b.carries, b.ring * t->link[b.bottleneck / 2].bandwidth));
	rg_certificate_print(c, &(struct rg_report_options){.bytes = 120}, &text);
	if (!CHECK(strstr(text.s, says)))
		fprintf(stderr, "%s", text.s);
	rg_text_free(&text);
	rg_certificate_free(c);
	free(place);
	free(order);
	rg_routes_free(r);
	rg_topo_free(t);
}

static void test_by_hand(void)
{
	/* Three switches: 2 (3 - 1) times the vector over three links; the ring sends 2 * 5 / 6. */
	check_stars(star_of_stars(3, 2, 1, false), RG_ALLREDUCE, 160, 200,
	            "(160 B out of and into each of 3 parts, on average: behind c - s0, c - s1, c "
	            "- s2)\n");
	check_stars(star_of_stars(3, 2, 1e6, false), RG_ALLREDUCE, 160e-6, 200e-6,
	            "0.80       (c -> s0, of 8 Mbit/s, carries 200 B; the bound leaves time for "
	            "160 B)\n");
	check_stars(star_of_stars(5, 2, 1, false), RG_ALLREDUCE, 192, 216,
	            "each of 5 parts, on average: behind c - s0, c - s1, c - s2, c - s3, ...)\n");
	/* One link cuts two halves; more than that does not have to cross. */
	check_stars(star_of_stars(2, 2, 1, false), RG_ALLREDUCE, 120, 180,
	            "(120 B each way over c -> s0)\n");
	check_stars(star_of_stars(3, 2, 1, false), RG_ALLGATHER, 80, 100, "0.80");
	/* Half duplex: all that is sent is received, over the same four links. */
	for (enum rg_collective x = RG_ALLGATHER; x <= RG_REDUCE_SCATTER_BLOCK; x++)
		check_stars(star_of_stars(0, 4, 1, true), x, 180, 180, "1.00\n");
	check_stars(star_of_stars(0, 4, 1, true), RG_ALLREDUCE, 360, 360,
	            "(180 B out of and into each machine, on average)\n");
	check_stars(star_of_stars(0, 2, 1, true), RG_ALLREDUCE, 240, 240, "1.00\n");
}

static void test_efficiency(void)
{
	char s[16];
	CHECK_STR(rg_show_efficiency(s, sizeof s, 1, 1), "1.00");
	CHECK_STR(rg_show_efficiency(s, sizeof s, 1, 1 - 1e-15), "1.00");
	CHECK_STR(rg_show_efficiency(s, sizeof s, 1, 1 + 1e-12), "1.00");
	CHECK_STR(rg_show_efficiency(s, sizeof s, 0.9999, 1), "0.99");
	CHECK_STR(rg_show_efficiency(s, sizeof s, 1e-9, 1), "0.00");
	CHECK_STR(rg_show_efficiency(s, sizeof s, 0, 0), "-");
	CHECK_STR(rg_show_efficiency(s, sizeof s, 0, 1), "-");
	CHECK_STR(rg_show_efficiency(s, sizeof s, 1, INFINITY), "0.00");
}

static void repeat(void (*test)(void), int trials, uint64_t seed)
{
	for (int i = 0; i < trials && !failures; i++) {
		state = seed + (uint64_t)i;
		test();
		if (failures)
			fprintf(stderr, "bound: to repeat: bound %llu 1\n",
			        (unsigned long long)(seed + (uint64_t)i));
	}
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 20092;
	int trials = argc > 2 ? atoi(argv[2]) : 1000;
	test_by_hand();
	test_efficiency();
	repeat(test_all_cuts, trials, seed);
	repeat(test_weights, trials, seed);
	repeat(test_algorithms, trials / 5, seed);
	repeat(test_far, trials, seed);
	repeat(test_spreading, trials, seed);
	repeat(test_optimal, trials, seed);
	return TEST_END;
}
