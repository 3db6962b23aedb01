/* SPDX-License-Identifier: BSD-3-Clause
 * placement: which rank runs where.
 */
#include "order/placement.h"

#include <stdlib.h>

#include "base/alloc.h"

/* The runs of a level. */
static void find_runs(struct rg_placement *p, const struct rg_topo *t, const int *dfs,
                      enum rg_level level)
{
	int *number = rg_order_level(t, dfs, level), n = 0;
	int *first = rg_alloc((size_t)p->machines + 1, sizeof *first);
	for (int i = 0, head = 0; i < p->machines; i++) {
		int leader = p->machine[head];
		if (i && number[p->machine[i]] == (rg_level_leads(level) ? leader : number[leader]))
			continue;
		first[n++] = p->places.level[RG_ON_MACHINE].first[i];
		head = i;
	}
	first[n] = p->places.P;
	p->places.level[level] = (struct rg_runs){n, first};
	free(number);
}

/* The machine and core of each position, and of each rank. */
static void find_places(struct rg_placement *p, const struct rg_topo *t)
{
	const int *first = p->places.level[RG_ON_MACHINE].first;
	p->ring = rg_alloc((size_t)p->places.P, sizeof *p->ring);
	p->place = rg_alloc((size_t)p->places.P, sizeof *p->place);
	for (int i = 0; i < p->machines; i++) {
		int ranks = first[i + 1] - first[i];
		struct rg_place *on = rg_order_places(t, &p->machine[i], 1, ranks);
		for (int k = 0; k < ranks; k++) {
			p->ring[first[i] + k] = on[k];
			p->place[p->places.order[first[i] + k]] = on[k];
		}
		free(on);
	}
}

struct rg_placement *rg_placement_of(const struct rg_topo *t, const int *dfs, const int *host,
                                     int P)
{
	struct rg_placement *p = rg_alloc(1, sizeof *p);
	int *seat = rg_alloc((size_t)t->machines + 1, sizeof *seat); /* of a machine of dfs: */
	int *first = rg_alloc((size_t)t->machines + 1, sizeof *first);
	int *order = rg_alloc((size_t)P, sizeof *order);
	p->machine = rg_alloc((size_t)t->machines, sizeof *p->machine);
	p->host = rg_alloc((size_t)P, sizeof *p->host);
	for (int rank = 0; rank < P; rank++)
		seat[host[rank]]++; /* ranks on it, */
	for (int i = 0, at = 0; i < t->machines; i++) {
		if (!seat[i])
			continue;
		first[p->machines] = at;
		at += seat[i];
		seat[i] = p->machines; /* then its number among those that have some */
		p->machine[p->machines++] = dfs[i];
	}
	first[p->machines] = P;
	int *next = rg_alloc((size_t)p->machines, sizeof *next);
	for (int rank = 0; rank < P; rank++) {
		int i = p->host[rank] = seat[host[rank]];
		order[first[i] + next[i]++] = rank;
	}
	free(next);
	free(seat);
	p->places = (struct rg_places){
		.P = P, .order = order, .level[RG_ON_MACHINE] = {p->machines, first}};
	for (int k = RG_ON_SWITCH; k < RG_LEVELS; k++)
		find_runs(p, t, dfs, (enum rg_level)k);
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
	free((void *)p->places.order);
	for (int k = RG_ON_MACHINE; k < RG_LEVELS; k++)
		free((void *)p->places.level[k].first);
	free(p->place);
	free(p->ring);
	free(p);
}
