/* SPDX-License-Identifier: BSD-3-Clause
 * search: a better order of the machines of a graph.
 */
#include "order/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/mix.h"
#include "base/progress.h"

enum {
	SECONDS = 10, /* unless the user says how many */
	BATCH = 256,  /* moves between looks at the clock */
	TRIES = 64    /* positions that are looked at for one whose pair collides */
};

/* At first a move that makes one collision more stays as often as one in e; after some thousand
 * moves hardly ever. Chosen. */
#define HEAT 1.0
#define COOLING 0.9995
#define COLDEST 0.05

struct searcher {
	const struct rg_routes *r;
	int *ring, *best; /* [n] machines */
	int n;
	int *load;   /* [resources] */
	int *route;  /* [longest] room */
	int *moved;  /* [n] room */
	int excess;  /* of ring; */
	int least;   /* of best */
	int bound;   /* no order has less */
	double heat; /* collisions */
	uint64_t state;
};

/* ---- Loads */

/* One pair more (by 1), or one less (by -1). */
static void count(struct searcher *s, int from, int to, int by)
{
	struct rg_found found;
	if (from == to)
		return;
	int n = rg_find_route(s->r, (struct rg_place){from, -1}, (struct rg_place){to, -1},
	                      s->route, &found);
	if (found.is > RG_SEVERAL_WAYS)
		s->excess += by * RG_SEARCH_UNKNOWN;
	for (int i = 0; i < n; i++) {
		int *load = &s->load[s->route[i]];
		s->excess += by > 0 ? *load > 0 : -(*load > 1);
		*load += by;
	}
}

static int at(const struct searcher *s, int position)
{
	return s->ring[position < s->n ? position : position - s->n];
}

static void count_pair(struct searcher *s, int position, int by)
{
	count(s, at(s, position), at(s, position + 1), by);
}

/* Does the pair that begins there collide with another one? */
static bool collides(const struct searcher *s, int position)
{
	struct rg_found found;
	int n = rg_find_route(s->r, (struct rg_place){at(s, position), -1},
	                      (struct rg_place){at(s, position + 1), -1}, s->route, &found);
	bool any = found.is > RG_SEVERAL_WAYS;
	for (int i = 0; i < n && !any; i++)
		any = s->load[s->route[i]] > 1;
	return any;
}

/* ---- Moves */

static int below(struct searcher *s, int n)
{
	s->state = rg_mix(s->state, 1);
	return (int)((s->state >> 33) % (uint64_t)n);
}

/* Whether an order with so much more excess stays. */
static bool stays(struct searcher *s, int more)
{
	return more <= 0 || below(s, 1 << 20) < exp(-more / s->heat) * (1 << 20);
}

/* The positions a and b > a, whose machines change places: the pairs there. */
static void count_around(struct searcher *s, int a, int b, int by)
{
	int first = a ? a - 1 : s->n - 1;
	count_pair(s, first, by);
	count_pair(s, a, by);
	if (b - 1 != a)
		count_pair(s, b - 1, by);
	if (b != first)
		count_pair(s, b, by);
}

static void swap(struct searcher *s, int a, int b)
{
	int machine = s->ring[a];
	s->ring[a] = s->ring[b];
	s->ring[b] = machine;
}

static void try_swap(struct searcher *s, int a, int b)
{
	int before = s->excess;
	if (a == b)
		return;
	if (a > b) {
		int c = a;
		a = b;
		b = c;
	}
	count_around(s, a, b, -1);
	swap(s, a, b);
	count_around(s, a, b, 1);
	if (stays(s, s->excess - before))
		return;
	count_around(s, a, b, -1);
	swap(s, a, b);
	count_around(s, a, b, 1);
}

/* The run of `length` machines from position 0 on goes behind the one at position `behind`. */
static void move_run(struct searcher *s, int length, int behind)
{
	memcpy(s->moved, s->ring, (size_t)length * sizeof *s->ring);
	memmove(s->ring, s->ring + length, (size_t)(behind + 1 - length) * sizeof *s->ring);
	memcpy(s->ring + behind + 1 - length, s->moved, (size_t)length * sizeof *s->ring);
}

/* Turn the ring so that position a is the first. */
static void turn(struct searcher *s, int a)
{
	memcpy(s->moved, s->ring, (size_t)a * sizeof *s->ring);
	memmove(s->ring, s->ring + a, (size_t)(s->n - a) * sizeof *s->ring);
	memcpy(s->ring + s->n - a, s->moved, (size_t)a * sizeof *s->ring);
}

/* The pairs at the ends of the run of `length` machines at the beginning, and behind a position. */
static void count_ends(struct searcher *s, int length, int behind, int by)
{
	count_pair(s, s->n - 1, by);
	count_pair(s, length - 1, by);
	if (behind != s->n - 1)
		count_pair(s, behind, by);
}

static void try_run(struct searcher *s, int a, int length, int behind)
{
	int before = s->excess;
	turn(s, a);
	count_ends(s, length, behind, -1);
	move_run(s, length, behind);
	/* The machines that were behind the run are first now, and the run ends at `behind`. */
	count_ends(s, behind + 1 - length, behind, 1);
	if (stays(s, s->excess - before))
		return;
	count_ends(s, behind + 1 - length, behind, -1);
	move_run(s, behind + 1 - length, behind);
	count_ends(s, length, behind, 1);
}

/* A move behind a pair that collides. */
static void move(struct searcher *s)
{
	int a = below(s, s->n);
	for (int i = 0; i < TRIES && !collides(s, a); i++)
		a = below(s, s->n);
	a = a + 1 < s->n ? a + 1 : 0;
	if (below(s, 2)) {
		try_swap(s, a, below(s, s->n));
		return;
	}
	/* Short runs more often than long ones. */
	int longest = 1 + below(s, s->n - 1), length = 1 + below(s, longest);
	if (length < s->n - 1)
		try_run(s, a, length, length + below(s, s->n - length));
}

static void keep(struct searcher *s)
{
	if (s->excess >= s->least)
		return;
	s->least = s->excess;
	memcpy(s->best, s->ring, (size_t)s->n * sizeof *s->best);
}

/* ---- All */

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void run(struct searcher *s, struct rg_search *search)
{
	double until = now() + (search->seconds > 0 ? search->seconds : SECONDS);
	while (s->least > s->bound && !search->timed_out) {
		for (int i = 0; i < BATCH && s->least > s->bound; i++) {
			move(s);
			keep(s);
			s->heat = fmax(s->heat * COOLING, COLDEST);
		}
		search->moves += BATCH;
		search->timed_out = s->least > s->bound && now() > until;
		rg_show_progress("order: %lld moves, at best %d too many on links",
		                 (long long)search->moves, s->least);
	}
}

/* A half-duplex link that alone joins two sides with machines carries a pair each way; and nothing
 * joins parts. */
static int bound_of(const struct searcher *s)
{
	const struct rg_routes *r = s->r;
	const struct rg_topo *t = r->topo;
	int *machines = rg_alloc((size_t)t->vertices, sizeof *machines), bound = 0;
	for (int i = 0; i < s->n; i++)
		machines[t->machine[s->ring[i]]]++;
	for (int i = t->vertices - 1; i >= 0; i--) {
		int v = r->downward[i];
		if (r->up[v] < 0) { /* all of a part: a pair leaves it for another */
			bound += machines[v] > 0 && machines[v] < s->n ? RG_SEARCH_UNKNOWN : 0;
			continue;
		}
		bool parts = machines[v] > 0 && machines[v] < s->n;
		bound += parts && r->bridge[r->up[v]] && t->link[r->up[v]].half;
		machines[r->parent[v]] += machines[v];
	}
	free(machines);
	return bound;
}

/* The machines that take part, in the order of `order`; returns how many. */
static int take(const int *order, int machines, const int *list, int n, int *ring)
{
	bool *wanted = rg_alloc((size_t)machines, sizeof *wanted);
	int taken = 0;
	for (int i = 0; i < machines; i++)
		wanted[i] = !list;
	for (int i = 0; list && i < n; i++)
		wanted[list[i]] = true;
	for (int i = 0; i < machines; i++)
		if (wanted[order[i]])
			ring[taken++] = order[i];
	free(wanted);
	return taken;
}

/* Those that take part get the places in `order` that they had, in their new order. */
static void give_back(int *order, int machines, const int *ring, int n)
{
	bool *wanted = rg_alloc((size_t)machines, sizeof *wanted);
	int given = 0;
	for (int i = 0; i < n; i++)
		wanted[ring[i]] = true;
	for (int i = 0; i < machines; i++)
		if (wanted[order[i]])
			order[i] = ring[given++];
	free(wanted);
}

void rg_search(const struct rg_routes *r, int *order, const int *list, int n,
               struct rg_search *search)
{
	int machines = r->topo->machines;
	struct searcher s = {.r = r, .state = search->seed, .heat = HEAT};
	s.ring = rg_alloc((size_t)machines, sizeof *s.ring);
	s.best = rg_alloc((size_t)machines, sizeof *s.best);
	s.moved = rg_alloc((size_t)machines, sizeof *s.moved);
	s.load = rg_alloc((size_t)r->resources, sizeof *s.load);
	s.route = rg_alloc((size_t)r->longest, sizeof *s.route);
	s.n = take(order, machines, list, n, s.ring);
	for (int i = 0; i < s.n; i++)
		count_pair(&s, i, 1);
	memcpy(s.best, s.ring, (size_t)s.n * sizeof *s.best);
	s.least = s.excess;
	s.bound = s.n > 1 ? bound_of(&s) : 0;
	search->moves = 0;
	search->timed_out = false;
	if (s.n > 3)
		run(&s, search);
	search->excess = s.least;
	search->bound = s.bound;
	give_back(order, machines, s.best, s.n);
	free(s.ring);
	free(s.best);
	free(s.moved);
	free(s.load);
	free(s.route);
}
