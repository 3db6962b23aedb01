/* SPDX-License-Identifier: BSD-3-Clause
 * Graphs that are no trees: random ones, with tables made here, and followed here in another way
 * than in ways.c; then the order of an embedded tree, and the search for a better one.
 *
 * ways [SEED [TRIALS]]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "certify/certify.h"
#include "fabric/check.h"
#include "fabric/rail.h"
#include "order/embed.h"
#include "order/search.h"
#include "test.h"

enum { MOST = 400 };

static uint64_t state;

static int below(int n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (int)((state >> 33) % (uint64_t)n);
}

static int add(struct rg_topo *t, enum rg_kind kind, const char *letter, int number)
{
	char name[32];
	snprintf(name, sizeof name, "%s%d", letter, number);
	return rg_topo_vertex(t, kind, name, 1);
}

static int join(struct rg_topo *t, int a, int b)
{
	return rg_topo_link(t, (struct rg_link){.a = a, .b = b, .bandwidth = 1e9, .line = 1});
}

/* A fat tree of two levels: leaves with so many machines each, linked `thick` times to each spine;
 * messages for machine m go up to spine m mod spines, by link m mod thick. */
static struct rg_topo *fat_tree(int spines, int leaves, int each, int thick)
{
	struct rg_topo *t = rg_topo_new("fat");
	int spine[MOST], leaf[MOST];
	for (int i = 0; i < spines; i++)
		spine[i] = add(t, RG_SWITCH, "p", i);
	for (int i = 0; i < leaves; i++)
		leaf[i] = add(t, RG_SWITCH, "l", i);
	for (int i = 0; i < leaves * each; i++)
		join(t, leaf[i / each], add(t, RG_MACHINE, "n", i));
	for (int i = 0; i < leaves * spines * thick; i++)
		join(t, leaf[i / spines / thick], spine[i / thick % spines]);
	rg_topo_close(t);
	for (int m = 0; m < leaves * each; m++) {
		int v = t->machine[m], home = leaf[m / each], up = spine[m % spines];
		for (int i = 0; i < leaves; i++)
			rg_topo_table(t, leaf[i])[m] =
				leaf[i] == home ? rg_topo_link_to(t, home, v, 1)
						: rg_topo_link_to(t, leaf[i], up, 1 + m % thick);
		for (int i = 0; i < spines; i++)
			rg_topo_table(t, spine[i])[m] =
				rg_topo_link_to(t, spine[i], home, 1 + m % thick);
	}
	return t;
}

/* A torus of w x h switches with one machine each, routed first along x, then along y, the shorter
 * way around. */
static struct rg_topo *torus(int w, int h)
{
	struct rg_topo *t = rg_topo_new("torus");
	for (int i = 0; i < w * h; i++)
		add(t, RG_SWITCH, "s", i);
	for (int i = 0; i < w * h; i++)
		join(t, i, add(t, RG_MACHINE, "n", i));
	for (int i = 0; i < w * h; i++) {
		join(t, i, i / w * w + (i + 1) % w);
		join(t, i, (i + w) % (w * h));
	}
	rg_topo_close(t);
	for (int i = 0; i < w * h; i++)
		for (int m = 0; m < w * h; m++) {
			int dx = (m % w - i % w + w) % w, dy = (m / w - i / w + h) % h;
			int x = dx > w / 2 ? i % w + w - 1 : i % w + 1;
			int y = dy > h / 2 ? i / w + h - 1 : i / w + 1;
			int to = dx ? i / w * w + x % w : dy ? y % h * w + i % w : t->machine[m];
			rg_topo_table(t, i)[m] = rg_topo_link_to(t, i, to, 1);
		}
	return t;
}

/* ---- Followed in another way: by names, and counting in a square */

struct recount {
	int *load; /* [links][2] by the end from which on it is taken: 0 is a */
	int lost, most;
};

static bool follow(const struct rg_topo *t, int from, int to, int *load, int by)
{
	int v = t->machine[from], goal = t->machine[to];
	for (int hops = 0; hops <= t->vertices; hops++) {
		int l = t->vertex[v].kind == RG_MACHINE ? t->incident[t->first[v]]
		        : t->table[v]                   ? t->table[v][to]
		                                        : -1;
		if (l < 0)
			return false;
		load[2 * l + (t->link[l].a != v)] += by;
		v = t->link[l].a == v ? t->link[l].b : t->link[l].a;
		if (t->vertex[v].kind == RG_MACHINE)
			return v == goal;
	}
	return false;
}

static struct recount count(const struct rg_topo *t, const int *order, int n)
{
	struct recount c = {.load = rg_alloc(2 * (size_t)t->links, sizeof(int))};
	int *trial = rg_alloc(2 * (size_t)t->links, sizeof *trial);
	for (int i = 0; n > 1 && i < n; i++) {
		int from = order[i], to = order[(i + 1) % n];
		if (follow(t, from, to, trial, 1))
			follow(t, from, to, c.load, 1);
		else
			c.lost++;
	}
	for (int i = 0; i < 2 * t->links; i++)
		c.most = c.load[i] > c.most ? c.load[i] : c.most;
	free(trial);
	return c;
}

/* The certificate of the ring of these machines, against that. */
static enum rg_verdict verdict_of(const struct rg_topo *t, const struct rg_routes *r,
                                  const int *order, int n)
{
	struct rg_place *ring = rg_alloc((size_t)n, sizeof *ring);
	for (int i = 0; i < n; i++)
		ring[i] = (struct rg_place){order[i], -1};
	struct rg_certificate *c = rg_certify(r, ring, n);
	struct recount own = count(t, order, n);
	for (int i = 0; i < 2 * t->links; i++)
		CHECK_INT(c->load[i], own.load[i]);
	CHECK_INT(c->losts, own.lost);
	CHECK(c->most == own.most && c->several == 0);
	CHECK((c->verdict == RG_IS_REFUTED) == (own.most > 1)); /* all links are as fast */
	CHECK((c->verdict == RG_IS_UNKNOWN) == (own.most < 2 && own.lost > 0));
	enum rg_verdict verdict = c->verdict;
	rg_certificate_free(c);
	free(own.load);
	free(ring);
	return verdict;
}

/* A random choice of the machines in that order; returns how many, at least 1. */
static int choose(const int *order, int n, int *out)
{
	int chosen = 0;
	while (!chosen)
		for (int i = 0; i < n; i++)
			if (below(2))
				out[chosen++] = order[i];
	return chosen;
}

static void shuffle(int *x, int n)
{
	for (int i = n - 1; i > 0; i--) {
		int k = below(i + 1), y = x[i];
		x[i] = x[k];
		x[k] = y;
	}
}

/* In a fat tree the embedded tree's order, and any part of it, is contention free. */
static void test_fat_tree(void)
{
	int leaves = 1 + below(8), each = 1 + below(6), some[MOST];
	struct rg_topo *t = fat_tree(1 + below(4), leaves, each, 1 + below(2));
	struct rg_diag d = {0};
	CHECK(rg_check_graph(t, &d) == 0);
	struct rg_routes *r = rg_routes_new(t);
	int *order = rg_embed(t);
	CHECK(verdict_of(t, r, order, t->machines) == RG_IS_PROVED);
	CHECK(verdict_of(t, r, some, choose(order, t->machines, some)) == RG_IS_PROVED);
	shuffle(order, t->machines);
	verdict_of(t, r, order, t->machines);
	free(order);
	rg_routes_free(r);
	rg_topo_free(t);
}

/* Tables that lack entries, go around, or lead to others. */
static void test_damage(void)
{
	struct rg_topo *t = fat_tree(2, 2 + below(4), 1 + below(4), 1);
	int *order = rg_embed(t);
	for (int i = below(6); i >= 0; i--) {
		int v = below(t->vertices - t->machines), m = below(t->machines);
		int at = t->first[v] + below(t->first[v + 1] - t->first[v]);
		t->table[v][m] = below(2) ? -1 : t->incident[at];
	}
	struct rg_routes *r = rg_routes_new(t);
	verdict_of(t, r, order, t->machines);
	shuffle(order, t->machines);
	verdict_of(t, r, order, t->machines);
	free(order);
	rg_routes_free(r);
	rg_topo_free(t);
}

/* Each kind of damage is called by its name. */
static void test_reasons(void)
{
	struct rg_topo *t = fat_tree(2, 2, 2, 1);
	struct rg_routes *r = rg_routes_new(t);
	struct rg_found f;
	int link[64], at[64];
	char why[128];
	CHECK(rg_all_ways(r->ways, 0, 3, link, at, &f) == 4 && f.is == RG_ONE_WAY && f.at == -1);
	int p1 = rg_topo_find(t, "p1"), l0 = rg_topo_find(t, "l0"), l1 = rg_topo_find(t, "l1");
	t->table[p1][3] = -1;
	CHECK(rg_all_ways(r->ways, 0, 3, link, at, &f) == 0 && f.is == RG_NO_ENTRY && f.at == p1);
	CHECK_STR(rg_found_phrase(t, &f, 3, why, sizeof why), "p1 has no entry for n3");
	t->table[p1][3] = rg_topo_link_to(t, p1, l0, 1);
	CHECK(rg_all_ways(r->ways, 0, 3, link, at, &f) == 0 && f.is == RG_LOOP);
	t->table[p1][3] = rg_topo_link_to(t, p1, l1, 1);
	t->table[l1][3] = rg_topo_link_to(t, l1, t->machine[2], 1);
	CHECK(rg_all_ways(r->ways, 0, 3, link, at, &f) == 0 && f.is == RG_MISDELIVERY);
	CHECK_STR(rg_found_phrase(t, &f, 3, why, sizeof why), "n2 gets what is for n3");
	rg_routes_free(r);
	rg_topo_free(t);
}

/* Without tables: two spines are two ways, one of two links up to them is one. */
static void test_shortest(void)
{
	struct rg_topo *t = fat_tree(2, 2, 2, 1);
	struct rg_found f;
	int link[64], at[64];
	for (int v = 0; v < t->vertices; v++)
		free(t->table[v]);
	free(t->table);
	t->table = NULL;
	struct rg_routes *r = rg_routes_new(t);
	CHECK(rg_all_ways(r->ways, 0, 1, link, at, &f) == 2 && f.is == RG_ONE_WAY);
	CHECK(rg_all_ways(r->ways, 0, 3, link, at, &f) == 6 && f.is == RG_SEVERAL_WAYS);
	/* One of them is another one for the next machine. */
	CHECK(rg_one_way(r->ways, 0, 2, link, at, &f) == 4 && f.is == RG_SEVERAL_WAYS);
	int spine = at[2];
	CHECK(rg_one_way(r->ways, 0, 3, link, at, &f) == 4 && f.is == RG_SEVERAL_WAYS);
	CHECK(at[2] != spine && t->vertex[at[2]].kind == RG_SWITCH);
	struct rg_place ring[] = {{0, -1}, {1, -1}, {2, -1}, {3, -1}};
	struct rg_certificate *c = rg_certify(r, ring, 4);
	int worst;
	CHECK(c->verdict == RG_IS_PROVED_ANY_WAY && c->losts == 2 && c->several == 2);
	CHECK(rg_certificate_at_worst(c, &worst) == 1);
	rg_certificate_free(c);
	struct rg_place mixed[] = {{0, -1}, {2, -1}, {1, -1}, {3, -1}};
	c = rg_certify(r, mixed, 4);
	CHECK(c->verdict == RG_IS_UNKNOWN && rg_certificate_at_worst(c, &worst) == 2);
	rg_certificate_free(c);
	rg_routes_free(r);
	rg_topo_free(t);
}

/* From a shuffled order of a torus the search comes to one without collisions, the same again for
 * the same seed, and it touches nobody else. */
static void test_search(void)
{
	struct rg_topo *t = torus(3 + below(3), 3 + below(3));
	struct rg_routes *r = rg_routes_new(t);
	int *order = rg_embed(t), *again = rg_alloc((size_t)t->machines, sizeof *again);
	struct rg_search s = {.seconds = 60, .seed = (uint64_t)below(1000)}, same = s;
	shuffle(order, t->machines);
	memcpy(again, order, (size_t)t->machines * sizeof *order);
	rg_search(r, order, NULL, 0, &s);
	CHECK(s.excess == 0 && !s.timed_out);
	CHECK(verdict_of(t, r, order, t->machines) == RG_IS_PROVED);
	rg_search(r, again, NULL, 0, &same);
	CHECK(memcmp(order, again, (size_t)t->machines * sizeof *order) == 0);
	CHECK(s.moves == same.moves);
	int some[MOST], n = choose(order, t->machines, some), k = 0;
	shuffle(order, t->machines);
	memcpy(again, order, (size_t)t->machines * sizeof *order);
	rg_search(r, order, some, n, &s);
	bool *wanted = rg_alloc((size_t)t->machines, sizeof *wanted);
	for (int i = 0; i < n; i++)
		wanted[some[i]] = true;
	for (int i = 0; i < t->machines; i++) {
		CHECK(wanted[order[i]] == wanted[again[i]]);
		CHECK(wanted[order[i]] || order[i] == again[i]);
		if (wanted[order[i]])
			some[k++] = order[i];
	}
	CHECK(k == n);
	enum rg_verdict verdict = verdict_of(t, r, some, n);
	CHECK((verdict == RG_IS_PROVED) == (s.excess == 0));
	free(wanted);
	free(order);
	free(again);
	rg_routes_free(r);
	rg_topo_free(t);
}

static void repeat(void (*test)(void), int trials, uint64_t seed)
{
	for (int i = 0; i < trials && !failures; i++) {
		state = seed + (uint64_t)i;
		test();
		if (failures)
			fprintf(stderr, "ways: to repeat: ways %llu 1\n",
			        (unsigned long long)(seed + (uint64_t)i));
	}
}

/* Two switches with two machines each, joined by a half-duplex link, and a cycle beside; or by
 * nothing. */
static struct rg_topo *two_sides(bool joined)
{
	struct rg_topo *t = rg_topo_new("two_sides");
	int a = add(t, RG_SWITCH, "a", 0), b = add(t, RG_SWITCH, "b", 0);
	for (int i = 0; i < 4; i++)
		join(t, i < 2 ? a : b, add(t, RG_MACHINE, "n", i));
	if (joined) {
		int c = add(t, RG_SWITCH, "c", 0);
		t->link[join(t, a, b)].half = true;
		join(t, b, c);
		join(t, b, c);
	}
	rg_topo_close(t);
	return t;
}

/* A bound that no order can avoid: a half-duplex link that alone joins two sides, and parts. The
 * search ends there at once. */
static void test_bound(void)
{
	for (int joined = 0; joined < 2; joined++) {
		struct rg_topo *t = two_sides(joined);
		struct rg_routes *r = rg_routes_new(t);
		int *order = rg_embed(t);
		struct rg_search s = {.seconds = 60, .seed = 1};
		rg_search(r, order, NULL, 0, &s);
		CHECK_INT(s.bound, joined ? 1 : 2000);
		CHECK_INT(s.excess, s.bound);
		CHECK(!s.timed_out && s.moves == 0);
		free(order);
		rg_routes_free(r);
		rg_topo_free(t);
	}
}

/* ---- Rules, followed in another way: all walks of a few links are tried */

enum { STEPS = 7 };

struct trial {
	const struct rg_topo *t;
	const int *level;
	int goal, shortest;
	int v[STEPS + 1], link[STEPS];
	int walks;          /* shortest ones, */
	int used[2 * MOST]; /* of which so many take a link that way */
};

/* Does the rule allow the first n links of the trial, all of it looked at? */
static bool is_allowed(const struct trial *x, int n)
{
	const struct rg_topo *t = x->t;
	int crossings = 0;
	bool fell = false;
	for (int i = 0; i < n; i++) {
		const struct rg_vertex *a = &t->vertex[x->v[i]], *b = &t->vertex[x->v[i + 1]];
		bool within = a->kind == RG_SWITCH && b->kind == RG_SWITCH;
		int before = x->level[x->v[i]], after = x->level[x->v[i + 1]];
		bool up = after < before || (after == before && x->v[i + 1] < x->v[i]);
		if (t->rule == RG_UP_DOWN && up && fell)
			return false;
		fell |= !up;
		crossings += within && a->positions && a->position[0] != b->position[0];
		/* Nothing that was left behind changes again. */
		for (int k = i + 1; k < n && t->rule == RG_DIMENSIONS && within; k++) {
			const struct rg_vertex *c = &t->vertex[x->v[k]];
			const struct rg_vertex *d = &t->vertex[x->v[k + 1]];
			int first = a->position[0] != b->position[0] ? 0 : 1;
			if (d->kind == RG_SWITCH && first == 1 && c->position[0] != d->position[0])
				return false;
		}
	}
	return t->rule != RG_DRAGONFLY || crossings < 2;
}

/* Try all walks on from step n; the links of the shortest ones to the goal are marked. */
static void try_all(struct trial *x, int n)
{
	const struct rg_topo *t = x->t;
	if (!is_allowed(x, n))
		return;
	if (x->v[n] == x->goal && n <= x->shortest) {
		if (n < x->shortest) {
			memset(x->used, 0, sizeof x->used);
			x->walks = 0;
		}
		x->shortest = n;
		x->walks++;
		for (int i = 0; i < n; i++)
			x->used[2 * x->link[i] + (t->link[x->link[i]].a != x->v[i])]++;
	}
	bool ends = n && t->vertex[x->v[n]].kind == RG_MACHINE;
	for (int k = t->first[x->v[n]];
	     k < t->first[x->v[n] + 1] && n < x->shortest && n < STEPS && !ends; k++) {
		x->link[n] = t->incident[k];
		x->v[n + 1] = rg_topo_other(t, t->incident[k], x->v[n]);
		try_all(x, n + 1);
	}
}

/* Up to six switches in a grid, by chance with some links among them that the rule may refuse. For
 * up-down they sometimes have no positions: then a level is the number of links from the switches
 * farthest from machines. */
static struct rg_topo *grid(enum rg_rule rule)
{
	struct rg_topo *t = rg_topo_new("grid");
	int w = 1 + below(3), h = 1 + below(2), n = w * h;
	bool placed = rule != RG_UP_DOWN || below(2);
	for (int i = 0; i < n; i++) {
		int v = add(t, RG_SWITCH, "s", i);
		if (placed)
			rg_topo_put(t, v, (int[]){i % w, i / w}, 2);
	}
	for (int i = 0, m = 0; i < n; i++)
		for (int k = i == 0 || placed ? 1 + below(2) : below(3); k > 0; k--)
			join(t, i, add(t, RG_MACHINE, "n", m++));
	if (rule == RG_DRAGONFLY && n > 1 && below(2)) { /* one with two links */
		int v = add(t, RG_MACHINE, "two", 0);
		join(t, 0, v);
		join(t, n - 1, v);
	}
	for (int i = 0; i < n; i++)
		for (int k = i + 1; k < n; k++)
			if (rule == RG_DIMENSIONS ? i % w == k % w || i / w == k / w
			                          : k == i + 1 || below(3) == 0)
				join(t, i, k);
	t->rule = rule;
	rg_topo_close(t);
	return t;
}

/* How many links each vertex is from one that is at 0 already, far[vertices]; from others it is at
 * MOST. */
static void spread(const struct rg_topo *t, int *far, bool switches)
{
	for (int again = 0; again < t->vertices; again++)
		for (int l = 0; l < t->links; l++) {
			int a = t->link[l].a, b = t->link[l].b;
			bool both =
				t->vertex[a].kind == RG_SWITCH && t->vertex[b].kind == RG_SWITCH;
			if (switches && !both)
				continue;
			far[a] = far[b] + 1 < far[a] ? far[b] + 1 : far[a];
			far[b] = far[a] + 1 < far[b] ? far[a] + 1 : far[b];
		}
}

/* Levels for up-down: positions, or links from the switches that are farthest from machines; those
 * of a grid are all joined. */
static int *levels_of(const struct rg_topo *t)
{
	int *level = rg_alloc((size_t)t->vertices, sizeof *level);
	int *high = rg_alloc((size_t)t->vertices, sizeof *high), highest = 0;
	for (int v = 0; v < t->vertices; v++)
		high[v] = t->vertex[v].kind == RG_MACHINE ? 0 : MOST;
	spread(t, high, false);
	for (int v = 0; v < t->vertices; v++)
		highest = high[v] > highest && high[v] < MOST ? high[v] : highest;
	for (int v = 0; v < t->vertices; v++)
		level[v] = high[v] == highest && t->vertex[v].kind == RG_SWITCH ? 0 : MOST;
	spread(t, level, true);
	for (int v = 0; v < t->vertices; v++)
		if (t->vertex[v].kind == RG_MACHINE)
			level[v] = 1000;
		else if (t->vertex[v].positions)
			level[v] = t->vertex[v].position[0];
	free(high);
	return level;
}

/* The answer for all pairs agrees with the answers for each. */
static void check_all_pairs(const struct rg_topo *t)
{
	struct rg_routes *r = rg_routes_new(t);
	int machine[MOST], link[MOST], at[MOST], pair[2], n = 0, unknown = 0;
	int64_t several, counted = 0;
	struct rg_found f;
	for (int m = 0; m < t->machines; m++)
		if (below(4))
			machine[n++] = m;
	for (int i = 0; i < n && !r->tree; i++)
		for (int k = 0; k < n; k++) {
			if (i == k)
				continue;
			rg_one_way(r->ways, machine[i], machine[k], link, at, &f);
			unknown += !rg_way_known(&f);
			counted += f.is == RG_SEVERAL_WAYS;
		}
	CHECK(rg_first_unknown(r, machine, n, pair, &f, &several) == (unknown > 0));
	CHECK(unknown || several == counted);
	if (unknown) {
		rg_one_way(r->ways, pair[0], pair[1], link, at, &f);
		CHECK(!rg_way_known(&f));
	}
	rg_routes_free(r);
}

/* The links of the shortest walks that the rule allows are those of all ways, and one way is one of
 * them. */
static void test_rules(void)
{
	struct rg_topo *t = grid(RG_UP_DOWN + below(RG_RULES - RG_UP_DOWN));
	struct rg_diag d = {0};
	CHECK(rg_check_graph(t, &d) == 0);
	struct rg_ways *w = rg_ways_new(t);
	int *level = levels_of(t);
	for (int from = 0; from < t->machines; from++)
		for (int to = 0; to < t->machines; to++) {
			struct trial x = {.t = t,
			                  .level = level,
			                  .goal = t->machine[to],
			                  .shortest = STEPS + 1,
			                  .v = {t->machine[from]}};
			int link[MOST], at[MOST], marked = 0;
			struct rg_found f;
			if (from == to)
				continue;
			try_all(&x, 0);
			int n = rg_all_ways(w, from, to, link, at, &f);
			CHECK((f.is == RG_NO_WAY) == (x.shortest > STEPS));
			for (int i = 0; i < 2 * t->links; i++)
				marked += x.used[i] > 0;
			CHECK_INT(n, marked);
			for (int i = 0; i < n; i++) {
				int used = x.used[2 * link[i] + (t->link[link[i]].a != at[i])];
				CHECK(used > 0 && (used == x.walks) == (i < f.certain));
			}
			CHECK((f.is == RG_ONE_WAY) == (marked == x.shortest));
			n = rg_one_way(w, from, to, link, at, &f);
			CHECK_INT(n, x.shortest > STEPS ? 0 : x.shortest);
			for (int i = 0; i < n; i++)
				CHECK(x.used[2 * link[i] + (t->link[link[i]].a != at[i])]);
		}
	check_all_pairs(t);
	free(level);
	rg_ways_free(w);
	rg_topo_free(t);
}

/* ---- Rails */

/* Two networks of one switch each, and machines with a port in both; the last has one port. Tables
 * tell the rails apart. */
static struct rg_topo *two_rails(int machines)
{
	struct rg_topo *t = rg_topo_new("rails");
	add(t, RG_SWITCH, "a", 0);
	add(t, RG_SWITCH, "b", 0);
	for (int i = 0; i < machines; i++)
		add(t, RG_MACHINE, "n", i);
	for (int rail = 0; rail < 2; rail++)
		for (int i = 0; i < machines - rail; i++)
			join(t, rail, 2 + i);
	t->rails = 2;
	rg_topo_close(t);
	for (int rail = 1; rail < 3; rail++)
		for (int i = 0; i < machines - rail + 1; i++)
			rg_topo_table(t, rail - 1)[rg_topo_entry(t, i, rail)] =
				rg_topo_port(t, i, rail);
	return t;
}

static void test_rails(void)
{
	struct rg_topo *t = two_rails(4);
	struct rg_diag d = {0};
	struct rg_found f;
	int link[64], at[64];
	char why[128];
	CHECK(rg_check_graph(t, &d) == 0 && rg_rail_hosts(t) == 3);
	struct rg_ways *w = rg_ways_new(t);
	/* Each rail is a way; from n3, which is on the first rail only, the second one leads
	 * nowhere. */
	CHECK(rg_all_ways(w, 0, 1, link, at, &f) == 4 && f.is == RG_SEVERAL_WAYS);
	CHECK(rg_one_way(w, 0, 1, link, at, &f) == 2 && f.is == RG_SEVERAL_WAYS && at[1] == 0);
	CHECK(rg_all_ways(w, 3, 1, link, at, &f) == 0 && f.is == RG_NO_ENTRY && f.port == 2);
	CHECK_STR(rg_found_phrase(t, &f, 1, why, sizeof why), "a0 has no entry for n1's port 2");
	CHECK(rg_one_way(w, 3, 1, link, at, &f) == 0 && f.is == RG_NO_ENTRY);
	/* A message that comes to the other port is not for this one. */
	t->table[0][rg_topo_entry(t, 1, 2)] = rg_topo_port(t, 1, 1);
	CHECK(rg_all_ways(w, 3, 1, link, at, &f) == 0 && f.is == RG_MISDELIVERY);
	CHECK_STR(rg_found_phrase(t, &f, 1, why, sizeof why), "n1 gets what is for n1's port 2");
	rg_ways_free(w);
	/* In the first rail the second one's switch leads nowhere, and is left out. */
	CHECK(rg_rail_take(t, 1, &d) == 0 && t->links == 4 && t->rails == 1);
	CHECK(rg_rail_hosts(t) == 0 && t->vertices == 5 && rg_check_graph(t, &d) == 0);
	w = rg_ways_new(t);
	for (int to = 0; to < 3; to++)
		CHECK(rg_all_ways(w, 3, to, link, at, &f) == 2 && f.is == RG_ONE_WAY);
	rg_ways_free(w);
	rg_topo_free(t);
	/* The same for the second rail, where n3 keeps the only link that it has. */
	t = two_rails(4);
	CHECK(rg_rail_take(t, 2, &d) == 0 && t->links == 4 && rg_check_graph(t, &d) == 0);
	w = rg_ways_new(t);
	CHECK(rg_all_ways(w, 0, 2, link, at, &f) == 2 && f.is == RG_ONE_WAY && at[1] == 1);
	CHECK(rg_all_ways(w, 3, 0, link, at, &f) == 0 && f.is == RG_NO_ENTRY);
	rg_ways_free(w);
	rg_topo_free(t);
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 20041;
	int trials = argc > 2 ? atoi(argv[2]) : 1000;
	test_reasons();
	test_shortest();
	test_bound();
	test_rails();
	repeat(test_rules, trials, seed);
	repeat(test_fat_tree, trials, seed);
	repeat(test_damage, trials, seed);
	repeat(test_search, trials / 25 + 1, seed);
	return TEST_END;
}
