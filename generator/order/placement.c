/* SPDX-License-Identifier: BSD-3-Clause
 * placement: which rank runs where.
 */
#include "order/placement.h"

#include <stdlib.h>

#include "base/alloc.h"

static void find_islands(struct rg_placement *p, const struct rg_topo *t, const int *dfs)
{
	int *island = rg_order_islands(t, dfs);
	p->island_first = rg_alloc((size_t)p->machines + 1, sizeof *p->island_first);
	for (int i = 0; i < p->machines; i++)
		if (!i || island[p->machine[i]] != island[p->machine[i - 1]])
			p->island_first[p->islands++] = p->first[i];
	p->island_first[p->islands] = p->P;
	free(island);
}

/* The machine and core of each position, and of each rank. */
static void find_places(struct rg_placement *p, const struct rg_topo *t)
{
	p->ring = rg_alloc((size_t)p->P, sizeof *p->ring);
	p->place = rg_alloc((size_t)p->P, sizeof *p->place);
	for (int i = 0; i < p->machines; i++) {
		int ranks = p->first[i + 1] - p->first[i];
		struct rg_place *on = rg_order_places(t, &p->machine[i], 1, ranks);
		for (int k = 0; k < ranks; k++) {
			p->ring[p->first[i] + k] = on[k];
			p->place[p->order[p->first[i] + k]] = on[k];
		}
		free(on);
	}
}

struct rg_placement *rg_placement_of(const struct rg_topo *t, const int *dfs, const int *host,
                                     int P)
{
	struct rg_placement *p = rg_alloc(1, sizeof *p);
	int *seat = rg_alloc((size_t)t->machines + 1, sizeof *seat); /* of a machine of dfs: */
	p->P = P;
	p->machine = rg_alloc((size_t)t->machines, sizeof *p->machine);
	p->first = rg_alloc((size_t)t->machines + 1, sizeof *p->first);
	p->host = rg_alloc((size_t)P, sizeof *p->host);
	p->order = rg_alloc((size_t)P, sizeof *p->order);
	for (int rank = 0; rank < P; rank++)
		seat[host[rank]]++; /* ranks on it, */
	for (int i = 0, at = 0; i < t->machines; i++) {
		if (!seat[i])
			continue;
		p->first[p->machines] = at;
		at += seat[i];
		seat[i] = p->machines; /* then its number among those that have some */
		p->machine[p->machines++] = dfs[i];
	}
	p->first[p->machines] = P;
	int *next = rg_alloc((size_t)p->machines, sizeof *next);
	for (int rank = 0; rank < P; rank++) {
		int i = p->host[rank] = seat[host[rank]];
		p->order[p->first[i] + next[i]++] = rank;
	}
	free(next);
	free(seat);
	find_islands(p, t, dfs);
	find_places(p, t);
	return p;
}

struct rg_placement *rg_placement_new(const struct rg_topo *t, const int *dfs, const int *list,
                                      int n, int each)
{
	int *seat =
		rg_alloc((size_t)t->machines, sizeof *seat); /* of a machine: its place in dfs */
	int *host = rg_alloc((size_t)n * (size_t)each, sizeof *host);
	for (int i = 0; i < t->machines; i++)
		seat[dfs[i]] = i;
	for (int rank = 0; rank < n * each; rank++)
		host[rank] = seat[list[rank / each]];
	struct rg_placement *p = rg_placement_of(t, dfs, host, n * each);
	free(host);
	free(seat);
	return p;
}

void rg_placement_free(struct rg_placement *p)
{
	if (!p)
		return;
	free(p->machine);
	free(p->host);
	free(p->order);
	free(p->first);
	free(p->island_first);
	free(p->place);
	free(p->ring);
	free(p);
}
