/* SPDX-License-Identifier: BSD-3-Clause
 * spanning: the links of a network of Ethernet that carry messages.
 *
 * Source: IEEE 802.1D-2004, 17.3 (what the protocol computes), 17.14 (the costs of links).
 */
#include "fabric/spanning.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/alloc.h"

enum { USUAL_PRIORITY = 32768 };

bool rg_spanning_rules(const struct rg_topo *t)
{
	bool blocked = false;
	for (int l = 0; l < t->links; l++)
		blocked = blocked || t->link[l].blocked;
	return blocked || (t->rule == RG_SPANNING_TREE && !t->table);
}

/* What passing a link costs: 20,000 for 1 Gbit/s, 2,000 for 10 Gbit/s (table 17-3). */
static int64_t cost_of(const struct rg_link *l)
{
	const double SCALE = 2e13 / 8; /* bytes per second, of cost 1 */
	double cost = round(SCALE / l->bandwidth);
	return cost < 1 ? 1 : (int64_t)cost;
}

/* Is switch v better than w, so that it becomes the root, or the next one on a way? */
static bool is_better(const struct rg_topo *t, int v, int w)
{
	const struct rg_vertex *x = &t->vertex[v], *y = &t->vertex[w];
	int px = x->positions ? x->position[0] : USUAL_PRIORITY;
	int py = y->positions ? y->position[0] : USUAL_PRIORITY;
	return px != py ? px < py : v < w;
}

/* A way of a switch to the root, over the switch `by`. */
struct way {
	int64_t cost; /* -1: none is known yet */
	int by, link;
	bool settled;
};

/* Offer to the neighbours of v the way over it. */
static void offer(const struct rg_topo *t, struct way *way, int v)
{
	for (int i = t->first[v]; i < t->first[v + 1]; i++) {
		const struct rg_link *l = &t->link[t->incident[i]];
		int w = l->a == v ? l->b : l->a;
		int64_t cost = way[v].cost + cost_of(l);
		struct way *to = &way[w];
		if (l->blocked || t->vertex[w].kind != RG_SWITCH || to->settled || w == v)
			continue;
		bool less = to->cost < 0 || cost < to->cost;
		bool same = cost == to->cost;
		if (less || (same && (is_better(t, v, to->by) ||
		                      (v == to->by && t->incident[i] < to->link))))
			*to = (struct way){cost, v, t->incident[i], false};
	}
}

/* The switch that is next: of those with a way the nearest to the root, of those without one the
 * best, as another root. -1: all are settled. */
static int next(const struct rg_topo *t, const struct way *way)
{
	int found = -1;
	for (int v = 0; v < t->vertices; v++) {
		if (t->vertex[v].kind != RG_SWITCH || way[v].settled)
			continue;
		if (found < 0) {
			found = v;
			continue;
		}
		const struct way *a = &way[v], *b = &way[found];
		if (a->cost >= 0 && b->cost >= 0 ? a->cost < b->cost
		    : a->cost < 0 && b->cost < 0 ? is_better(t, v, found)
		                                 : a->cost >= 0)
			found = v;
	}
	return found;
}

/* Dijkstra's shortest ways from the root; a part that nothing joins to it has one of its own. */
static void find_tree(const struct rg_topo *t, bool *keep)
{
	struct way *way = rg_alloc((size_t)t->vertices, sizeof *way);
	for (int v = 0; v < t->vertices; v++)
		way[v].cost = way[v].link = -1;
	for (int v; (v = next(t, way)) >= 0;) {
		way[v].settled = true;
		if (way[v].cost < 0)
			way[v].cost = 0;
		else
			keep[way[v].link] = true;
		offer(t, way, v);
	}
	free(way);
}

int rg_spanning_take(struct rg_topo *t)
{
	bool *vertex = rg_alloc((size_t)t->vertices, sizeof *vertex);
	bool *link = rg_alloc((size_t)t->links, sizeof *link);
	bool by_tree = t->rule == RG_SPANNING_TREE && !t->table;
	int left_out = 0;
	for (int v = 0; v < t->vertices; v++)
		vertex[v] = true;
	for (int l = 0; l < t->links; l++)
		link[l] = !by_tree || t->vertex[t->link[l].a].machine >= 0 ||
		          t->vertex[t->link[l].b].machine >= 0;
	if (by_tree)
		find_tree(t, link);
	for (int l = 0; l < t->links; l++) {
		link[l] = link[l] && !t->link[l].blocked;
		left_out += !link[l];
	}
	rg_topo_keep(t, vertex, link);
	free(vertex);
	free(link);
	return t->left_out = left_out;
}
