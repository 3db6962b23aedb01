/* SPDX-License-Identifier: BSD-3-Clause
 * max_flow: the most that can flow at a time from a vertex of a graph to others.
 */
#include "certify/max_flow.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"

struct rg_max_flow {
	const struct rg_topo *t;
	bool both_ways;
	int *some, n;      /* [vertices] those that take part */
	int *first, *link; /* [vertices + 1], [2 * links]: the links of each to others of them */
	double *left;  /* [2 * links] what link l can still take from its end a (2l), b (2l + 1) */
	int *queue;    /* [vertices] */
	bool *sink;    /* [vertices] */
	int *by;       /* [vertices] the link by which it was reached; -1: not, -2: the source */
	int64_t looks; /* links that were looked at, so far */
};

/* The rest of a link counts as nothing if it is less than this share of the link: differences of a
 * few thousand rates are off by less. */
#define NOTHING 1e-9

struct rg_max_flow *rg_max_flow_new(const struct rg_topo *t, const bool *takes_part, bool both_ways)
{
	struct rg_max_flow *f = rg_alloc(1, sizeof *f);
	size_t all = (size_t)t->vertices;
	f->t = t;
	f->both_ways = both_ways;
	f->some = rg_alloc(all, sizeof *f->some);
	f->first = rg_alloc(all + 1, sizeof *f->first);
	f->link = rg_alloc(2 * (size_t)t->links, sizeof *f->link);
	f->left = rg_alloc(2 * (size_t)t->links, sizeof *f->left);
	f->queue = rg_alloc(all, sizeof *f->queue);
	f->sink = rg_alloc(all, sizeof *f->sink);
	f->by = rg_alloc(all, sizeof *f->by);
	for (int v = 0, n = 0; v < t->vertices; v++) {
		f->first[v] = n;
		if (takes_part[v])
			f->some[f->n++] = v;
		for (int k = t->first[v]; k < t->first[v + 1] && takes_part[v]; k++)
			if (takes_part[rg_topo_other(t, t->incident[k], v)])
				f->link[n++] = t->incident[k];
		f->first[v + 1] = n;
	}
	return f;
}

void rg_max_flow_free(struct rg_max_flow *f)
{
	free(f->some);
	free(f->first);
	free(f->link);
	free(f->left);
	free(f->queue);
	free(f->sink);
	free(f->by);
	free(f);
}

void rg_max_flow_sink(struct rg_max_flow *f, int vertex, bool is)
{
	f->sink[vertex] = is;
}

/* Nothing flows yet. */
static void begin(struct rg_max_flow *f)
{
	for (int i = 0; i < f->first[f->t->vertices]; i++) {
		const struct rg_link *link = &f->t->link[f->link[i]];
		double rate = f->both_ways ? rg_link_one_way(link) : link->bandwidth;
		f->left[2 * f->link[i]] = f->left[2 * f->link[i] + 1] = rate;
	}
}

/* The rate that link l can still take from vertex v on. */
static double *left_of(const struct rg_max_flow *f, int l, int v)
{
	return &f->left[2 * l + (f->t->link[l].a != v)];
}

/* Where the source still reaches; the sink that it comes to, -1: none. */
static int reach(struct rg_max_flow *f, int source)
{
	int n = 0;
	for (int i = 0; i < f->n; i++)
		f->by[f->some[i]] = -1;
	f->by[source] = -2;
	f->queue[n++] = source;
	for (int i = 0; i < n; i++) {
		int v = f->queue[i];
		f->looks += f->first[v + 1] - f->first[v];
		for (int k = f->first[v]; k < f->first[v + 1]; k++) {
			int l = f->link[k], w = rg_topo_other(f->t, l, v);
			if (f->by[w] != -1 ||
			    *left_of(f, l, v) <= NOTHING * f->t->link[l].bandwidth)
				continue;
			f->by[w] = l;
			if (f->sink[w])
				return w;
			f->queue[n++] = w;
		}
	}
	return -1;
}

/* Send what fits along the way that was found. */
static void augment(struct rg_max_flow *f, int sink)
{
	double fits = INFINITY;
	for (int w = sink, v; f->by[w] >= 0; w = v) {
		v = rg_topo_other(f->t, f->by[w], w);
		fits = fmin(fits, *left_of(f, f->by[w], v));
	}
	for (int w = sink, v; f->by[w] >= 0; w = v) {
		v = rg_topo_other(f->t, f->by[w], w);
		*left_of(f, f->by[w], v) -= fits;
		*left_of(f, f->by[w], w) += fits;
	}
}

int64_t rg_max_flow_fill(struct rg_max_flow *f, int source)
{
	begin(f);
	for (int sink; (sink = reach(f, source)) >= 0;)
		augment(f, sink);
	return f->looks;
}

bool rg_max_flow_reached(const struct rg_max_flow *f, int vertex)
{
	return f->by[vertex] != -1;
}
