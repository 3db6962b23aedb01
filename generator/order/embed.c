/* SPDX-License-Identifier: BSD-3-Clause
 * embed: an order of the machines of any graph, by a tree embedded in it.
 */
#include "order/embed.h"

#include <stdlib.h>

#include "base/alloc.h"

/* Breadth first from several vertices at once, queue[n] of them: far[v] is how many links a vertex
 * is from the nearest of them, parent[v] the vertex before it. */
static void spread(const struct rg_topo *t, int *queue, int n, int *far, int *parent)
{
	for (int v = 0; v < t->vertices; v++)
		far[v] = parent[v] = -1;
	for (int i = 0; i < n; i++)
		far[queue[i]] = 0;
	for (int i = 0; i < n; i++)
		for (int k = t->first[queue[i]]; k < t->first[queue[i] + 1]; k++) {
			int w = rg_topo_other(t, t->incident[k], queue[i]);
			if (far[w] >= 0)
				continue;
			far[w] = far[queue[i]] + 1;
			parent[w] = queue[i];
			queue[n++] = w;
		}
}

/* The vertex that is farthest from all machines. */
static int find_top(const struct rg_topo *t, int *queue, int *far, int *parent)
{
	int top = 0;
	for (int i = 0; i < t->machines; i++)
		queue[i] = t->machine[i];
	spread(t, queue, t->machines, far, parent);
	for (int v = 1; v < t->vertices; v++)
		top = far[v] > far[top] ? v : top;
	return top;
}

/* The machines depth first: children of a vertex in the order in which they were found. */
static int *walk_down(const struct rg_topo *t, const int *found, const int *parent)
{
	int *order = rg_alloc((size_t)t->machines, sizeof *order), n = 0;
	int *child = rg_alloc((size_t)t->vertices, sizeof *child); /* the first one, -1: none */
	int *next = rg_alloc((size_t)t->vertices, sizeof *next);   /* of the same parent */
	int *path = rg_alloc((size_t)t->vertices, sizeof *path), depth = 0;
	for (int v = 0; v < t->vertices; v++)
		child[v] = next[v] = -1;
	for (int i = t->vertices - 1; i > 0; i--) {
		next[found[i]] = child[parent[found[i]]];
		child[parent[found[i]]] = found[i];
	}
	path[depth++] = found[0];
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
	size_t n = (size_t)t->vertices;
	int *queue = rg_alloc(n, sizeof *queue), *far = rg_alloc(n, sizeof *far);
	int *parent = rg_alloc(n, sizeof *parent);
	queue[0] = find_top(t, queue, far, parent);
	spread(t, queue, 1, far, parent);
	int *order = walk_down(t, queue, parent);
	free(queue);
	free(far);
	free(parent);
	return order;
}
