/* SPDX-License-Identifier: BSD-3-Clause
 * Random trees for unit tests, with a picture of them that shares no code with the generator's.
 */
#ifndef RG_WORLD_H
#define RG_WORLD_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "order/order.h"
#include "fabric/route.h"
#include "fabric/topo.h"

/* ---- Random numbers: splitmix64, so that a seed means the same everywhere */

static uint64_t state;

static inline uint64_t random64(void)
{
	uint64_t x = state += 0x9e3779b97f4a7c15;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return x ^ x >> 31;
}

/* 0 ... n - 1 */
static inline int below(int n)
{
	return random64() % (uint64_t)n;
}

static inline int between(int least, int most)
{
	return least + below(most - least + 1);
}

static inline void swap(int *a, int *b)
{
	int x = *a;
	*a = *b;
	*b = x;
}

static inline void shuffle(int *a, int n)
{
	for (int i = n - 1; i > 0; i--)
		swap(&a[i], &a[below(i + 1)]);
}

/* ---- Random trees */

enum { VERTICES = 64, CORES = 32, RANKS = 160 };

/* The test's own picture of a cluster. Machines are numbered as in the model. */
struct world {
	int vertices, machines;
	int vertex_of[VERTICES];      /* of a machine */
	int machine_at[VERTICES];     /* at a vertex; -1: a switch */
	int link[VERTICES][VERTICES]; /* 1 + the link between two vertices; 0: none */
	int a[VERTICES], b[VERTICES]; /* ends of link l; there are vertices - 1 */
	bool half[VERTICES];          /* by link */
	double bandwidth[VERTICES];   /* by link */
	int cores[VERTICES];          /* of a machine; 0: nothing known */
	int packages[VERTICES];       /* of a machine */
	int package[VERTICES][CORES], numa[VERTICES][CORES]; /* of a core of a machine */
	struct rg_topo *topo;
	struct rg_routes *routes;
	int *order;
};

struct shape {
	bool insides, half, bandwidths;
	bool small; /* at most 4 switches and 6 machines */
};

/* A random tree of switches and machines: parent[v] < v for v > 0. Returns the vertices; machines
 * are leaves. */
static inline int random_tree(const struct shape *s, int *parent, bool *is_switch)
{
	int switches = between(1, s->small ? 4 : below(4) ? 8 : 24), n = switches;
	int like = below(3); /* 0: any tree, 1: like a path, 2: like a star */
	int machines = between(1, s->small ? 6 : below(4) ? 12 : 36);
	for (int v = 0; v < switches; v++) {
		is_switch[v] = true;
		parent[v] = v == 0      ? -1
		            : like == 1 ? v - 1 - below(v < 2 ? 1 : 2)
		            : like == 2 ? 0
		                        : below(v);
	}
	if (machines <= 2 && below(2))
		n = 0; /* no switch at all */
	for (int i = 0; i < machines; i++, n++) {
		is_switch[n] = false;
		parent[n] = n == 0 ? -1 : is_switch[0] ? below(switches) : 0;
	}
	return n;
}

static inline struct rg_inside *random_inside(struct world *w, int machine)
{
	struct rg_inside *in = rg_alloc(1, sizeof(*in));
	in->core = rg_alloc(CORES, sizeof(*in->core));
	in->packages = between(1, 3);
	for (int p = 0; p < in->packages; p++)
		for (int numas = between(1, 3); numas > 0; numas--, in->numas++)
			for (int cores = between(1, 3); cores > 0; cores--)
				in->core[in->cores++] = (struct rg_core){p, in->numas, -1};
	w->cores[machine] = in->cores;
	w->packages[machine] = in->packages;
	for (int c = 0; c < in->cores; c++) {
		w->package[machine][c] = in->core[c].package;
		w->numa[machine][c] = in->core[c].numa;
	}
	return in;
}

static inline void add_vertex(struct world *w, int v, bool is_switch, const struct shape *s)
{
	char name[16];
	snprintf(name, sizeof(name), "v%d", v);
	rg_topo_vertex(w->topo, is_switch ? RG_SWITCH : RG_MACHINE, name, v + 1);
	w->machine_at[v] = is_switch ? -1 : w->machines;
	if (is_switch)
		return;
	w->vertex_of[w->machines] = v;
	if (s->insides && below(5))
		w->topo->vertex[v].inside = rg_topo_inside(w->topo, random_inside(w, w->machines));
	w->machines++;
}

static inline void add_link(struct world *w, int l, int a, int b, const struct shape *s)
{
	if (below(2))
		swap(&a, &b);
	w->a[l] = a;
	w->b[l] = b;
	w->half[l] = s->half && !below(3);
	w->bandwidth[l] = s->bandwidths ? between(1, 1000) * 1e6 : 125e6;
	w->link[a][b] = w->link[b][a] = l + 1;
	rg_topo_link(
		w->topo,
		(struct rg_link){.a = a, .b = b, .bandwidth = w->bandwidth[l], .half = w->half[l]});
}

static inline struct world *new_world(struct shape s)
{
	struct world *w = rg_alloc(1, sizeof(*w));
	int parent[VERTICES], name[VERTICES], child[VERTICES];
	bool is_switch[VERTICES], renamed[VERTICES];
	w->topo = rg_topo_new("random.xml");
	w->vertices = random_tree(&s, parent, is_switch);
	for (int v = 0; v < w->vertices; v++)
		name[v] = child[v] = v;
	shuffle(name, w->vertices);
	shuffle(child, w->vertices);
	for (int v = 0; v < w->vertices; v++)
		renamed[name[v]] = is_switch[v];
	for (int v = 0; v < w->vertices; v++)
		add_vertex(w, v, renamed[v], &s);
	for (int i = 0, l = 0; i < w->vertices; i++)
		if (parent[child[i]] >= 0)
			add_link(w, l++, name[child[i]], name[parent[child[i]]], &s);
	rg_topo_close(w->topo);
	w->routes = rg_routes_new(w->topo);
	w->order = rg_order(w->topo);
	return w;
}

static inline void free_world(struct world *w)
{
	free(w->order);
	rg_routes_free(w->routes);
	rg_topo_free(w->topo);
	free(w);
}

/* previous[x]: the vertex before x on the path from v to x. */
static inline void search(const struct world *w, int v, int *previous)
{
	int queue[VERTICES], begin = 0, end = 0;
	for (int x = 0; x < w->vertices; x++)
		previous[x] = -1;
	previous[v] = v;
	queue[end++] = v;
	while (begin < end) {
		int x = queue[begin++];
		for (int y = 0; y < w->vertices; y++)
			if (w->link[x][y] && previous[y] < 0) {
				previous[y] = x;
				queue[end++] = y;
			}
	}
}

/* A subset of the machines, in any order. Returns how many. */
static inline int random_subset(const struct world *w, int *machines)
{
	for (int i = 0; i < w->machines; i++)
		machines[i] = i;
	shuffle(machines, w->machines);
	return between(1, w->machines);
}

/* Ranks on a subset of the machines, on some more than on others, in ringgen's order or in any. */
static inline int random_ranks(const struct world *w, struct rg_place *ring)
{
	int machines[VERTICES], n = random_subset(w, machines), P = 0;
	int most = between(1, RANKS / n < 5 ? RANKS / n : 5);
	int list[RANKS];
	if (below(2))
		rg_order_subset(w->topo, w->order, machines, n);
	for (int i = 0; i < n; i++)
		for (int k = between(1, most); k > 0; k--)
			list[P++] = machines[i];
	if (!below(4))
		shuffle(list, P);
	for (int k = 0; k < P; k++) {
		int cores = w->cores[list[k]];
		ring[k] = (struct rg_place){list[k], cores ? below(cores) : -1};
	}
	return P;
}

#endif
