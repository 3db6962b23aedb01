/* SPDX-License-Identifier: BSD-3-Clause
 * ways: which links a message takes in a graph that is no tree.
 */
#include "fabric/ways.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"

/* ---- By tables */

/* The link on which vertex v sends what is for machine `to`; -1: it is not said. A machine sends on
 * its link. */
static int next_link(const struct rg_topo *t, int v, int to)
{
	if (t->vertex[v].kind == RG_MACHINE)
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

/* ---- The shortest */

/* How many links each vertex is from `to`, on ways through switches only; -1: there is none. */
static int *distances(const struct rg_topo *t, int to, int *queue)
{
	int *far = rg_alloc((size_t)t->vertices, sizeof *far), n = 0;
	for (int v = 0; v < t->vertices; v++)
		far[v] = -1;
	far[to] = 0;
	queue[n++] = to;
	for (int i = 0; i < n; i++) {
		int v = queue[i];
		for (int k = t->first[v]; k < t->first[v + 1]; k++) {
			int w = rg_topo_other(t, t->incident[k], v);
			if (far[w] >= 0)
				continue;
			far[w] = far[v] + 1;
			if (t->vertex[w].kind == RG_SWITCH)
				queue[n++] = w;
		}
	}
	return far;
}

/* All links that lead nearer, from each vertex that such links lead to. */
static int any_of_the_shortest(const struct rg_topo *t, int from, int to, int *link, int *at,
                               struct rg_found *found)
{
	int *queue = rg_alloc((size_t)t->vertices, sizeof *queue);
	bool *seen = rg_alloc((size_t)t->vertices, sizeof *seen);
	int *far = distances(t, t->machine[to], queue), n = 0, reached = 0;
	*found = (struct rg_found){far[t->machine[from]] < 0 ? RG_NO_WAY : RG_ONE_WAY, -1};
	queue[reached++] = t->machine[from];
	for (int i = 0; i < reached; i++) {
		int v = queue[i], nearer = 0;
		for (int k = t->first[v]; k < t->first[v + 1]; k++) {
			int w = rg_topo_other(t, t->incident[k], v);
			if (far[w] < 0 || far[w] != far[v] - 1)
				continue;
			link[n] = t->incident[k];
			at[n++] = v;
			found->is = ++nearer > 1 ? RG_SEVERAL_WAYS : found->is;
			if (!seen[w] && far[w])
				queue[reached++] = w;
			seen[w] = true;
		}
	}
	free(far);
	free(seen);
	free(queue);
	return n;
}

/* ---- Either */

int rg_ways(const struct rg_topo *t, int from, int to, int *link, int *at, struct rg_found *found)
{
	if (t->table)
		return walk(t, from, to, link, at, found);
	return any_of_the_shortest(t, from, to, link, at, found);
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
