/* SPDX-License-Identifier: BSD-3-Clause
 * Certificates of rings in random small graphs, against every choice of a way for every pair: all
 * walks are tried, and those of two pairs are held against each other, one by one.
 *
 * choices [SEED [TRIALS]]
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "certify/certify.h"
#include "fabric/check.h"
#include "test.h"

enum { MOST = 64, STEPS = 8, WALKS = 512 };

static uint64_t state;

static int below(int n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (int)((state >> 33) % (uint64_t)n);
}

/* ---- Ways of a pair: each a set of resources */

struct pair_ways {
	bool takes[WALKS][2 * MOST];
	int n, shortest;
	bool lost; /* on some rail none is known */
};

struct walk {
	const struct rg_topo *t;
	int goal, v[STEPS + 1], link[STEPS];
	struct pair_ways *to;
};

static int resource(const struct rg_topo *t, int l, int v)
{
	return t->link[l].half ? 2 * l : 2 * l + (t->link[l].a != v);
}

static void keep(struct walk *w, int n)
{
	bool *takes = w->to->takes[w->to->n++];
	memset(takes, 0, sizeof w->to->takes[0]);
	for (int i = 0; i < n; i++)
		takes[resource(w->t, w->link[i], w->v[i])] = true;
}

/* All walks on from step n through switches; the shortest to the goal are kept. */
static void try_all(struct walk *w, int n)
{
	const struct rg_topo *t = w->t;
	int at = w->v[n];
	if (at == w->goal) {
		w->to->n = n < w->to->shortest ? 0 : w->to->n;
		w->to->shortest = n;
		keep(w, n);
		return;
	}
	if ((n && t->vertex[at].kind == RG_MACHINE) || n == w->to->shortest || n == STEPS)
		return;
	for (int k = t->first[at]; k < t->first[at + 1]; k++) {
		w->link[n] = t->incident[k];
		w->v[n + 1] = rg_topo_other(t, t->incident[k], at);
		try_all(w, n + 1);
	}
}

/* By the tables of that rail. */
static void follow(struct walk *w, int from, int to, int rail)
{
	const struct rg_topo *t = w->t;
	int n = 0, l = rg_topo_port(t, from, rail);
	w->v[0] = t->machine[from];
	while (l >= 0 && n < STEPS) {
		w->link[n] = l;
		int v = w->v[n + 1] = rg_topo_other(t, l, w->v[n]);
		n++;
		if (v == w->goal && l == rg_topo_port(t, to, rail)) {
			keep(w, n);
			return;
		}
		bool goes_on = t->vertex[v].kind == RG_SWITCH && t->table[v];
		l = goes_on ? t->table[v][rg_topo_entry(t, to, rail)] : -1;
	}
	w->to->lost = true;
}

static void find_ways(const struct rg_topo *t, int from, int to, struct pair_ways *ways)
{
	struct walk w = {.t = t, .goal = t->machine[to], .v = {t->machine[from]}, .to = ways};
	int a = rg_topo_ports(t, from), b = rg_topo_ports(t, to);
	ways->n = 0;
	ways->shortest = STEPS + 1;
	ways->lost = false;
	if (!t->table)
		try_all(&w, 0);
	for (int rail = 1; t->table && rail <= (a > b ? a : b); rail++)
		follow(&w, from, to, rail);
	ways->lost |= ways->n == 0;
}

/* ---- Rings */

static bool same_ways(const struct pair_ways *p)
{
	for (int i = 1; i < p->n; i++)
		if (memcmp(p->takes[0], p->takes[i], sizeof p->takes[0]) != 0)
			return false;
	return true;
}

/* Can the two pairs meet? */
static bool can_meet(const struct pair_ways *p, const struct pair_ways *q, int resources)
{
	for (int i = 0; i < p->n; i++)
		for (int k = 0; k < q->n; k++)
			for (int r = 0; r < resources; r++)
				if (p->takes[i][r] && q->takes[k][r])
					return true;
	return false;
}

static int count_certain(const struct pair_ways *p, int pairs, int r)
{
	int load = 0;
	for (int i = 0; i < pairs; i++) {
		bool all = !p[i].lost;
		for (int k = 0; k < p[i].n; k++)
			all &= p[i].takes[k][r];
		load += all;
	}
	return load;
}

static int seen[RG_IS_UNKNOWN + 1];

/* The certificate of a random ring, against all choices. */
static void check_ring(const struct rg_topo *t)
{
	static struct pair_ways p[MOST];
	struct rg_routes *r = rg_routes_new(t);
	struct rg_place ring[MOST];
	int n = 0, most = 0;
	bool lost = false, several = false, meet = false;
	for (int m = 0; m < t->machines; m++) /* in a random order */
		if (below(4)) {
			int at = below(n + 1);
			ring[n++] = ring[at];
			ring[at] = (struct rg_place){m, -1};
		}
	if (n > 1) {
		struct rg_certificate *c = rg_certify(r, ring, n);
		for (int i = 0; i < n; i++) {
			find_ways(t, ring[i].machine, ring[(i + 1) % n].machine, &p[i]);
			lost |= p[i].lost;
			several |= !same_ways(&p[i]);
			for (int k = 0; k < i; k++)
				meet |= can_meet(&p[i], &p[k], 2 * t->links);
		}
		for (int i = 0; i < 2 * t->links; i++) {
			int load = count_certain(p, n, i);
			CHECK_INT(c->load[i], load);
			most = load > most ? load : most;
		}
		bool doubt = lost || (several && (meet || t->table));
		CHECK_INT(c->verdict, most > 1  ? RG_IS_REFUTED /* all links are as fast */
		                      : doubt   ? RG_IS_UNKNOWN
		                      : several ? RG_IS_PROVED_ANY_WAY
		                                : RG_IS_PROVED);
		seen[c->verdict]++;
		rg_certificate_free(c);
	}
	rg_routes_free(r);
}

/* ---- Graphs */

static void join(struct rg_topo *t, int a, int b)
{
	rg_topo_link(t, (struct rg_link){
				.a = a, .b = b, .bandwidth = 1e9, .line = 1, .half = !below(8)});
}

/* Up to five switches, joined by chance, some by two links; machines have up to `ports` links. */
static struct rg_topo *graph(int ports)
{
	struct rg_topo *t = rg_topo_new("graph");
	char name[16];
	int switches = 2 + below(4), machines = 2 + below(4);
	for (int i = 0; i < switches; i++) {
		snprintf(name, sizeof name, "s%d", i);
		rg_topo_vertex(t, RG_SWITCH, name, 1);
	}
	for (int i = 0; i < machines; i++) {
		snprintf(name, sizeof name, "n%d", i);
		int v = rg_topo_vertex(t, RG_MACHINE, name, 1);
		for (int k = below(ports); k >= 0; k--)
			join(t, below(switches), v);
	}
	for (int i = 1; i < switches; i++) {
		join(t, below(i), i);
		for (int k = 0; k < i; k++)
			if (below(3) == 0)
				join(t, k, i);
	}
	rg_topo_close(t);
	return t;
}

static void test_shortest(void)
{
	struct rg_topo *t = graph(3);
	struct rg_diag d = {0};
	CHECK(rg_check_graph(t, &d) == 0);
	check_ring(t);
	rg_topo_free(t);
}

/* The tables' entries for that port of a machine: each switch sends messages nearer to it, in a
 * graph whose distances are links; some entries are missing. */
static void fill_tables(struct rg_topo *t, int machine, int rail)
{
	int far[MOST], entry = rg_topo_entry(t, machine, rail),
		       port = rg_topo_port(t, machine, rail);
	int home = rg_topo_other(t, port, t->machine[machine]);
	for (int v = 0; v < t->vertices; v++)
		far[v] = v == home ? 0 : MOST;
	for (int again = 0; again < t->vertices; again++)
		for (int l = 0; l < t->links; l++) {
			int a = t->link[l].a, b = t->link[l].b;
			if (t->vertex[a].kind != RG_SWITCH || t->vertex[b].kind != RG_SWITCH)
				continue;
			far[a] = far[b] + 1 < far[a] ? far[b] + 1 : far[a];
			far[b] = far[a] + 1 < far[b] ? far[a] + 1 : far[b];
		}
	for (int v = 0; v < t->vertices; v++) {
		if (t->vertex[v].kind != RG_SWITCH)
			continue;
		int *to = &rg_topo_table(t, v)[entry];
		*to = v == home ? port : -1;
		for (int k = t->first[v], chances = 0; k < t->first[v + 1] && v != home; k++)
			if (far[rg_topo_other(t, t->incident[k], v)] == far[v] - 1 &&
			    below(++chances) == 0)
				*to = t->incident[k];
		if (below(60) == 0)
			*to = -1;
	}
}

static void test_rails(void)
{
	struct rg_topo *t = graph(2);
	t->rails = 2;
	for (int m = 0; m < t->machines; m++)
		for (int rail = 1; rail <= 2; rail++)
			fill_tables(t, m, rail);
	check_ring(t);
	rg_topo_free(t);
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 60611;
	int trials = argc > 2 ? atoi(argv[2]) : 3000;
	for (int i = 0; i < trials && !failures; i++) {
		state = seed + (uint64_t)i;
		test_shortest();
		test_rails();
		if (failures)
			fprintf(stderr, "choices: to repeat: choices %" PRIu64 " 1\n",
			        seed + (uint64_t)i);
	}
	for (int v = 0; v <= RG_IS_UNKNOWN && trials >= 1000; v++)
		CHECK(v == RG_IS_WITHIN_CAPACITY || seen[v] > trials / 100);
	return TEST_END;
}
