/* SPDX-License-Identifier: BSD-3-Clause
 * embed: an order of the machines of any graph, by a tree embedded in it.
 */
#include "order/embed.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "fabric/check.h"
#include "fabric/spread.h"
#include "order/order.h"

/* The highest vertex that was not found yet; -1: all with machines were. */
static int find_top(const struct rg_topo *t, const int *high, const int *far)
{
	int top = -1;
	for (int v = 0; v < t->vertices; v++)
		if (far[v] < 0 && high[v] >= 0 && (top < 0 || high[v] > high[top]))
			top = v;
	return top;
}

/* The machines depth first: children of a vertex in the order in which they were found, found[n].
 */
static int *walk_down(const struct rg_topo *t, const int *found, int n_found, const int *parent)
{
	int *order = rg_alloc((size_t)t->machines, sizeof *order), n = 0;
	int *child = rg_alloc((size_t)t->vertices, sizeof *child); /* the first one, -1: none */
	int *next = rg_alloc((size_t)t->vertices, sizeof *next);   /* of the same parent */
	int *path = rg_alloc((size_t)t->vertices, sizeof *path), depth = 0, tops = -1;
	for (int v = 0; v < t->vertices; v++)
		child[v] = next[v] = -1;
	for (int i = n_found - 1; i >= 0; i--) {
		int v = found[i], *first = parent[v] < 0 ? &tops : &child[parent[v]];
		next[v] = *first;
		*first = v;
	}
	path[depth++] = tops;
	while (depth) {
		int v = path[--depth];
		if (t->vertex[v].machine >= 0)
			order[n++] = t->vertex[v].machine;
		if (next[v] >= 0)
			path[depth++] = next[v];
		if (child[v] >= 0)
			path[depth++] = child[v];
	}
	free(child);
	free(next);
	free(path);
	return order;
}

int *rg_embed(const struct rg_topo *t)
{
	size_t all = (size_t)t->vertices;
	int *queue = rg_alloc(all, sizeof *queue), *far = rg_alloc(all, sizeof *far);
	int *parent = rg_alloc(all, sizeof *parent), *high = rg_heights(t), n = 0;
	for (int v = 0; v < t->vertices; v++)
		far[v] = -1;
	for (int top; (top = find_top(t, high, far)) >= 0;) {
		queue[n] = top;
		n = rg_spread(t, queue, n, n + 1, far, parent);
	}
	int *order = walk_down(t, queue, n, parent);
	free(high);
	free(queue);
	free(far);
	free(parent);
	return order;
}

int *rg_usual_order(const struct rg_topo *t)
{
	return rg_is_tree(t) ? rg_order(t) : rg_embed(t);
}
