/* SPDX-License-Identifier: BSD-3-Clause
 * ways: which links a message takes in a graph that is no tree.
 *
 * The shortest ways to a machine lead to the switch that it hangs at, so distances are kept for
 * that one switch, of switches only: a fat tree of ten thousand machines has some hundred rows.
 */
#include "fabric/ways.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"

struct rg_ways {
	const struct rg_topo *topo;
	int *number; /* [vertices] of each switch, from 0 on; -1: a machine */
	int switches;
	int **row; /* [vertices] how many links each switch is from that vertex, by ways through
	              switches only, -1: there is no way; NULL: nobody asked */
	size_t held;
	int *queue; /* [vertices] */
	bool *seen; /* [vertices] none is, between calls */
};

/* So many distances are kept (256 MiB), then all are forgotten. */
enum { DISTANCES_MOST = 1 << 26 };

struct rg_ways *rg_ways_new(const struct rg_topo *t)
{
	struct rg_ways *w = rg_alloc(1, sizeof *w);
	w->topo = t;
	w->number = rg_alloc((size_t)t->vertices, sizeof *w->number);
	for (int v = 0; v < t->vertices; v++)
		w->number[v] = t->vertex[v].kind == RG_SWITCH ? w->switches++ : -1;
	w->row = rg_alloc((size_t)t->vertices, sizeof *w->row);
	w->queue = rg_alloc((size_t)t->vertices, sizeof *w->queue);
	w->seen = rg_alloc((size_t)t->vertices, sizeof *w->seen);
	return w;
}

static void forget_rows(struct rg_ways *w)
{
	for (int v = 0; v < w->topo->vertices; v++) {
		free(w->row[v]);
		w->row[v] = NULL;
	}
	w->held = 0;
}

void rg_ways_free(struct rg_ways *w)
{
	if (!w)
		return;
	forget_rows(w);
	free(w->row);
	free(w->number);
	free(w->queue);
	free(w->seen);
	free(w);
}

/* ---- By tables */

/* The link on which vertex v sends what is for machine `to`; -1: it is not said. A machine sends on
 * its link; if it has several, it has to have a table, too. */
static int next_link(const struct rg_topo *t, int v, int to)
{
	if (t->vertex[v].kind == RG_MACHINE && t->first[v + 1] - t->first[v] < 2)
		return t->first[v] < t->first[v + 1] ? t->incident[t->first[v]] : -1;
	return t->table[v] ? t->table[v][to] : -1;
}

static int walk(const struct rg_topo *t, int from, int to, int *link, int *at,
                struct rg_found *found)
{
	int v = t->machine[from], n = 0;
	do {
		int l = next_link(t, v, to);
		*found = (struct rg_found){l < 0              ? RG_NO_ENTRY
		                           : n == t->vertices ? RG_LOOP
		                                              : RG_ONE_WAY,
		                           v};
		if (found->is != RG_ONE_WAY)
			return 0;
		link[n] = l;
		at[n++] = v;
		v = rg_topo_other(t, l, v);
	} while (t->vertex[v].kind == RG_SWITCH);
	if (v != t->machine[to]) {
		*found = (struct rg_found){RG_MISDELIVERY, v};
		return 0;
	}
	found->at = -1;
	return n;
}

/* ---- How far */

/* The row of a vertex. */
static const int *row_of(struct rg_ways *w, int goal)
{
	const struct rg_topo *t = w->topo;
	if (w->row[goal])
		return w->row[goal];
	if (w->held + (size_t)w->switches > DISTANCES_MOST)
		forget_rows(w);
	int *row = rg_alloc((size_t)w->switches, sizeof *row), n = 0;
	w->row[goal] = row;
	w->held += (size_t)w->switches;
	for (int i = 0; i < w->switches; i++)
		row[i] = -1;
	if (w->number[goal] >= 0)
		row[w->number[goal]] = 0;
	w->queue[n++] = goal;
	for (int i = 0; i < n; i++) {
		int v = w->queue[i], far = w->number[v] < 0 ? 0 : row[w->number[v]];
		for (int k = t->first[v]; k < t->first[v + 1]; k++) {
			int x = rg_topo_other(t, t->incident[k], v);
			if (w->number[x] < 0 || row[w->number[x]] >= 0)
				continue;
			row[w->number[x]] = far + 1;
			w->queue[n++] = x;
		}
	}
	return row;
}

/* What ways lead to: a machine's vertex, and distances from it. */
struct goal {
	int vertex;
	const int *row;
	int beyond; /* links from the row's vertex to it */
};

/* A machine with one link is one link from its switch. */
static struct goal goal_of(struct rg_ways *w, int machine)
{
	const struct rg_topo *t = w->topo;
	int v = t->machine[machine];
	bool single = t->first[v + 1] - t->first[v] == 1;
	int next = single ? rg_topo_other(t, t->incident[t->first[v]], v) : v;
	bool hangs = single && t->vertex[next].kind == RG_SWITCH;
	return (struct goal){v, row_of(w, hangs ? next : v), hangs};
}

/* Links from vertex v to the goal; -1: there is no way. Ways lead through switches only. */
static int distance(const struct rg_ways *w, const struct goal *g, int v)
{
	const struct rg_topo *t = w->topo;
	int least = -1;
	if (v == g->vertex)
		return 0;
	if (w->number[v] >= 0)
		return g->row[w->number[v]] < 0 ? -1 : g->row[w->number[v]] + g->beyond;
	for (int k = t->first[v]; k < t->first[v + 1]; k++) {
		int x = rg_topo_other(t, t->incident[k], v);
		if (x != g->vertex && w->number[x] < 0)
			continue;
		int far = x == g->vertex ? 0 : distance(w, g, x);
		if (far >= 0 && (least < 0 || far + 1 < least))
			least = far + 1;
	}
	return least;
}

/* Does the k-th of all incident links lead from v, `far` from the goal, nearer to it? */
static bool leads_nearer(const struct rg_ways *w, const struct goal *g, int v, int far, int k)
{
	int x = rg_topo_other(w->topo, w->topo->incident[k], v);
	return (x == g->vertex || w->number[x] >= 0) && distance(w, g, x) == far - 1;
}

/* ---- The shortest */

/* All links that lead nearer, from each vertex that such links lead to. */
static int all_the_shortest(struct rg_ways *w, int from, int to, int *link, int *at,
                            struct rg_found *found)
{
	const struct rg_topo *t = w->topo;
	struct goal g = goal_of(w, to);
	int n = 0, reached = 0, start = t->machine[from];
	*found = (struct rg_found){distance(w, &g, start) < 0 ? RG_NO_WAY : RG_ONE_WAY, -1};
	if (found->is == RG_NO_WAY)
		return 0;
	w->queue[reached++] = start;
	for (int i = 0; i < reached; i++) {
		int v = w->queue[i], far = distance(w, &g, v), nearer = 0;
		for (int k = t->first[v]; k < t->first[v + 1]; k++) {
			int x = rg_topo_other(t, t->incident[k], v);
			if (!leads_nearer(w, &g, v, far, k))
				continue;
			link[n] = t->incident[k];
			at[n++] = v;
			found->is = ++nearer > 1 ? RG_SEVERAL_WAYS : found->is;
			if (!w->seen[x] && x != g.vertex)
				w->queue[reached++] = x;
			w->seen[x] = true;
		}
	}
	for (int i = 0; i < reached; i++)
		w->seen[w->queue[i]] = false;
	w->seen[g.vertex] = false;
	return n;
}

/* How many links lead nearer from v; the number-th of them (from 0 on) into *link. */
static int count_nearer(const struct rg_ways *w, const struct goal *g, int v, int far, int number,
                        int *link)
{
	const struct rg_topo *t = w->topo;
	int n = 0;
	for (int k = t->first[v]; k < t->first[v + 1]; k++)
		if (leads_nearer(w, g, v, far, k) && n++ == number)
			*link = t->incident[k];
	return n;
}

static int one_of_the_shortest(struct rg_ways *w, int from, int to, int *link, int *at,
                               struct rg_found *found)
{
	const struct rg_topo *t = w->topo;
	struct goal g = goal_of(w, to);
	int n = 0, v = t->machine[from], far = distance(w, &g, v), by = to;
	*found = (struct rg_found){far < 0 ? RG_NO_WAY : RG_ONE_WAY, -1};
	for (; far > 0; far--) {
		int k = count_nearer(w, &g, v, far, -1, NULL);
		count_nearer(w, &g, v, far, by % k, &link[n]);
		by /= k;
		found->is = k > 1 && !t->by_receiver ? RG_SEVERAL_WAYS : found->is;
		at[n] = v;
		v = rg_topo_other(t, link[n++], v);
	}
	return n;
}

/* ---- Either */

int rg_all_ways(struct rg_ways *w, int from, int to, int *link, int *at, struct rg_found *found)
{
	if (w->topo->table)
		return walk(w->topo, from, to, link, at, found);
	if (w->topo->by_receiver)
		return rg_one_way(w, from, to, link, at, found);
	return all_the_shortest(w, from, to, link, at, found);
}

int rg_one_way(struct rg_ways *w, int from, int to, int *link, int *at, struct rg_found *found)
{
	if (w->topo->table)
		return walk(w->topo, from, to, link, at, found);
	return one_of_the_shortest(w, from, to, link, at, found);
}

char *rg_found_phrase(const struct rg_topo *t, const struct rg_found *found, int to, char *buf,
                      size_t n)
{
	static const char *const phrase[] = {
		[RG_ONE_WAY] = "one way",
		[RG_SEVERAL_WAYS] = "several ways",
		[RG_NO_WAY] = "nothing joins them",
		[RG_NO_ENTRY] = "%s has no entry for %s",
		[RG_LOOP] = "a loop at %s on the way to %s",
		[RG_MISDELIVERY] = "%s gets what is for %s",
	};
	const char *goal = t->vertex[t->machine[to]].name;
	if (found->at < 0)
		snprintf(buf, n, "%s", phrase[found->is]);
	else
		snprintf(buf, n, phrase[found->is], t->vertex[found->at].name, goal);
	return buf;
}
