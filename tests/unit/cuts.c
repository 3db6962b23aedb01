/* SPDX-License-Identifier: BSD-3-Clause
 * Bounds by several links of small random graphs, against all cuts that there are, counted here.
 *
 * cuts [SEED [TRIALS]]
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "certify/bound.h"
#include "certify/cuts.h"
#include "fabric/check.h"
#include "test.h"

enum { VERTICES = 8, PARTS = 3 };

static uint64_t state;

static int below(int n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (int)((state >> 33) % (uint64_t)n);
}

static bool nearly(double a, double b)
{
	return fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b));
}

static void join(struct rg_topo *t, int a, int b)
{
	rg_topo_link(t, (struct rg_link){.a = a,
	                                 .b = b,
	                                 .bandwidth = 1 + below(3),
	                                 .half = below(4) == 0,
	                                 .line = 1});
}

/* Up to four switches, joined, and some machines with one link or two. */
static struct rg_topo *graph(void)
{
	struct rg_topo *t = rg_topo_new("graph");
	int switches = 1 + below(4), machines = 2 + below(3);
	char name[16];
	for (int i = 0; i < switches + machines; i++) {
		snprintf(name, sizeof name, "v%d", i);
		rg_topo_vertex(t, i < switches ? RG_SWITCH : RG_MACHINE, name, 1);
	}
	for (int i = 1; i < switches; i++)
		join(t, below(i), i);
	for (int i = below(4); i > 0 && switches > 1; i--) {
		int a = below(switches), b = below(switches - 1);
		join(t, a, b + (b >= a));
	}
	for (int i = 0; i < machines; i++)
		for (int k = below(3) == 0; k >= 0; k--)
			join(t, below(switches), switches + i);
	t->by_receiver = true;
	rg_topo_close(t);
	return t;
}

struct world {
	const struct rg_topo *t;
	const struct rg_certificate *c;
	enum rg_collective which;
	int ranks[VERTICES];
	int label[VERTICES]; /* 0: the middle, or the other side */
};

/* Without ranks a machine is nobody. */
static bool is_there(const struct world *w, int v)
{
	return w->t->vertex[v].kind == RG_SWITCH || w->ranks[v];
}

/* The sum of the bandwidths of the half-duplex links at part p, or of the others. */
static double sum(const struct world *w, int p, bool half)
{
	double rate = 0;
	for (int l = 0; l < w->t->links; l++) {
		const struct rg_link *x = &w->t->link[l];
		bool crosses = (w->label[x->a] == p) != (w->label[x->b] == p);
		if (crosses && is_there(w, x->a) && is_there(w, x->b) && x->half == half)
			rate += x->bandwidth;
	}
	return rate;
}

static int ranks_in(const struct world *w, int p)
{
	int n = 0;
	for (int v = 0; v < w->t->vertices; v++)
		n += w->label[v] == p ? w->ranks[v] : 0;
	return n;
}

static double one_side(const struct world *w)
{
	int P = w->c->P, k = ranks_in(w, 1);
	double full = sum(w, 1, false), half = sum(w, 1, true);
	if (k == 0 || k == P || full + half <= 0)
		return 0;
	bool rooted = w->label[w->t->machine[w->c->ring[0].machine]] == 1;
	double out = rg_collectives[w->which].leaves(k, P, rooted);
	double in = rg_collectives[w->which].leaves(P - k, P, !rooted);
	double each = fmax(out, in) / (full + half), both = (out + in) / (2 * full + half);
	return each > both ? each : both;
}

/* The bound of an allreduce by the data that go out of the parts, and into them. */
static double all_parts(const struct world *w)
{
	double rate = 0;
	int parts = 0;
	if (ranks_in(w, 0))
		return 0;
	for (int p = 1; p <= PARTS; p++) {
		if (!ranks_in(w, p))
			continue;
		parts++;
		rate += sum(w, p, false) + sum(w, p, true) / 2;
	}
	return parts > 1 && rate > 0 ? 2.0 * (parts - 1) / rate : 0;
}

/* The bound by the links of each machine alone, which is always looked at. */
static double least_of_machines(struct world *w)
{
	double most = 0;
	for (int m = 0; m < w->t->machines; m++) {
		for (int v = 0; v < w->t->vertices; v++)
			w->label[v] = v == w->t->machine[m];
		most = fmax(most, one_side(w));
	}
	return most;
}

/* The most that any labelling says. */
static double over_all(struct world *w, int labels, double says(const struct world *))
{
	double most = 0;
	int n = w->t->vertices;
	long all = lround(pow(labels, n));
	for (long k = 0; k < all; k++) {
		long rest = k;
		for (int v = 0; v < n; v++, rest /= labels)
			w->label[v] = (int)(rest % labels);
		most = fmax(most, says(w));
	}
	return most;
}

/* The links that are named are the reason. */
static void check_links(struct world *w, const struct rg_multicut *cut)
{
	double rate = 0;
	for (int i = 0; i < cut->links; i++) {
		const struct rg_link *l = &w->t->link[cut->link[i]];
		rate += l->half ? l->bandwidth / 2 : l->bandwidth;
		CHECK(i == 0 || cut->link[i] > cut->link[i - 1]);
	}
	CHECK(cut->parts >= 2 && cut->links > 0);
	/* A link between two parts counts for both. */
	if (cut->parts > 2)
		CHECK(cut->seconds <= 2.0 * (cut->parts - 1) / rate * (1 + 1e-9));
	else
		CHECK(nearly(cut->seconds, 1 / rate));
}

static void test_cuts(void)
{
	struct rg_topo *t = graph();
	struct rg_diag d = {0};
	CHECK(rg_check_graph(t, &d) == 0 && t->vertices <= VERTICES);
	struct rg_routes *r = rg_routes_new(t);
	struct rg_place ring[VERTICES];
	int n = 0;
	for (int m = 0; m < t->machines; m++)
		if (n < 2 || below(4))
			ring[n++] = (struct rg_place){m, -1};
	struct rg_certificate *c = rg_certify(r, ring, n);
	struct world w = {.t = t, .c = c};
	for (int k = 0; k < n; k++)
		w.ranks[t->machine[ring[k].machine]]++;
	for (int k = 0; k < RG_COLLECTIVES; k++) {
		w.which = (enum rg_collective)k;
		struct rg_need need = rg_need_of(w.which);
		struct rg_multicut cut = rg_cut_find(c, &need);
		double side = rg_has_data(w.which) ? over_all(&w, 2, one_side) : 0;
		if (w.which == RG_ALLREDUCE) {
			double parts = over_all(&w, PARTS + 1, all_parts);
			CHECK(cut.seconds >=
			      side * (1 - 1e-9)); /* the smallest cut is among them */
			CHECK(cut.seconds <= fmax(side, parts) * (1 + 1e-9) || cut.parts > PARTS);
			check_links(&w, &cut);
		} else if (rg_has_data(w.which)) {
			CHECK(cut.parts > 2 || cut.seconds <= side * (1 + 1e-9));
			CHECK(cut.seconds >= least_of_machines(&w) * (1 - 1e-9));
		}
		struct rg_lower_bound b = rg_certificate_bound(c, w.which, 1);
		CHECK(r->tree || b.bound >= cut.seconds * (1 - 1e-9));
		if (!c->losts && rg_has_data(w.which))
			CHECK(b.ring >= b.bound * (1 - 1e-9));
		rg_cut_free(&cut);
	}
	rg_certificate_free(c);
	rg_routes_free(r);
	rg_topo_free(t);
}

/* Four leaves with four machines each, and two spines: each leaf has two links up for four
 * machines. */
static void test_fat_tree(void)
{
	struct rg_topo *t = rg_topo_new("fat");
	int leaf[4], spine[2];
	char name[16];
	for (int i = 0; i < 6; i++) {
		snprintf(name, sizeof name, "s%d", i);
		*(i < 4 ? &leaf[i] : &spine[i - 4]) = rg_topo_vertex(t, RG_SWITCH, name, 1);
	}
	for (int i = 0; i < 16; i++) {
		snprintf(name, sizeof name, "n%d", i);
		int v = rg_topo_vertex(t, RG_MACHINE, name, 1);
		rg_topo_link(t, (struct rg_link){.a = leaf[i / 4], .b = v, .bandwidth = 10});
	}
	for (int i = 0; i < 8; i++)
		rg_topo_link(t,
		             (struct rg_link){.a = leaf[i / 2], .b = spine[i % 2], .bandwidth = 1});
	t->by_receiver = true;
	rg_topo_close(t);
	struct rg_routes *r = rg_routes_new(t);
	struct rg_place ring[16];
	for (int i = 0; i < 16; i++)
		ring[i] = (struct rg_place){i, -1};
	struct rg_certificate *c = rg_certify(r, ring, 16);
	int links, parts, *link = rg_bound_links(c, RG_ALLREDUCE, &links, &parts);
	/* 2 (4 - 1) times the vector over eight links. */
	CHECK(nearly(rg_certificate_bound(c, RG_ALLREDUCE, 1).bound, 6.0 / 8));
	CHECK(links == 8 && parts == 4);
	/* Three quarters come over two links. */
	CHECK(nearly(rg_certificate_bound(c, RG_ALLGATHER, 1).bound, 0.75 / 2));
	CHECK(nearly(rg_certificate_bound(c, RG_BCAST, 1).bound, 1.0 / 2));
	free(link);
	rg_certificate_free(c);
	rg_routes_free(r);
	rg_topo_free(t);
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	int trials = argc > 2 ? atoi(argv[2]) : 300;
	test_fat_tree();
	for (int i = 0; i < trials && !failures; i++) {
		state = seed + (uint64_t)i;
		test_cuts();
		if (failures)
			fprintf(stderr, "cuts: to repeat: cuts %llu 1\n",
			        (unsigned long long)(seed + (uint64_t)i));
	}
	return TEST_END;
}
