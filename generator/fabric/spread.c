/* SPDX-License-Identifier: BSD-3-Clause
 * spread: breadth-first search in a graph.
 */
#include "fabric/spread.h"

#include <stdlib.h>

#include "base/alloc.h"

int rg_spread(const struct rg_topo *t, int *queue, int begin, int n, int *far, int *parent)
{
	int starts = n;
	for (int i = begin; i < n; i++) {
		far[queue[i]] = 0;
		parent[queue[i]] = -1;
	}
	for (int i = begin; i < n; i++)
		for (int k = t->first[queue[i]]; k < t->first[queue[i] + 1]; k++) {
			if (i >= starts && t->vertex[queue[i]].kind == RG_MACHINE)
				break;
			int w = rg_topo_other(t, t->incident[k], queue[i]);
			if (far[w] >= 0)
				continue;
			far[w] = far[queue[i]] + 1;
			parent[w] = queue[i];
			queue[n++] = w;
		}
	return n;
}

void rg_span_tree(const struct rg_topo *t, int *up, int *parent, int *depth, int *downward)
{
	for (int v = 0; v < t->vertices; v++)
		up[v] = parent[v] = depth[v] = -1;
	for (int root = 0, end = 0; root < t->vertices; root++) {
		int begin = end;
		if (depth[root] >= 0)
			continue;
		depth[root] = 0;
		downward[end++] = root;
		while (begin < end) {
			int v = downward[begin++];
			for (int i = t->first[v]; i < t->first[v + 1]; i++) {
				int l = t->incident[i], w = rg_topo_other(t, l, v);
				if (depth[w] >= 0)
					continue;
				up[w] = l;
				parent[w] = v;
				depth[w] = depth[v] + 1;
				downward[end++] = w;
			}
		}
	}
}

int *rg_heights(const struct rg_topo *t)
{
	size_t all = (size_t)t->vertices;
	int *high = rg_alloc(all, sizeof *high), *queue = rg_alloc(all, sizeof *queue);
	int *parent = rg_alloc(all, sizeof *parent);
	for (int v = 0; v < t->vertices; v++)
		high[v] = -1;
	for (int i = 0; i < t->machines; i++)
		queue[i] = t->machine[i];
	rg_spread(t, queue, 0, t->machines, high, parent);
	free(queue);
	free(parent);
	return high;
}

int rg_parts_below(const struct rg_topo *t, const int *high, int height, const bool *left_out,
                   int *part)
{
	int *queue = rg_alloc((size_t)t->vertices, sizeof *queue), parts = 0;
	enum { NOT_YET = -2 };
	for (int v = 0; v < t->vertices; v++) {
		bool out = high[v] < 0 || high[v] > height || (left_out && left_out[v]);
		part[v] = out ? -1 : NOT_YET;
	}
	for (int v = 0; v < t->vertices; v++) {
		int n = 0;
		if (part[v] != NOT_YET)
			continue;
		part[v] = parts++;
		queue[n++] = v;
		for (int i = 0; i < n; i++)
			for (int k = t->first[queue[i]]; k < t->first[queue[i] + 1]; k++) {
				int w = rg_topo_other(t, t->incident[k], queue[i]);
				if (part[w] != NOT_YET)
					continue;
				part[w] = part[v];
				queue[n++] = w;
			}
	}
	free(queue);
	return parts;
}
