/* SPDX-License-Identifier: BSD-3-Clause
 * placement: which rank runs where.
 */
#include "placement.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

static void find_islands(struct rg_placement *p, const struct rg_topo *t, const int *dfs, int each)
{
	int *island = rg_order_islands(t, dfs);
	p->island_first = rg_alloc((size_t)p->machines + 1, sizeof *p->island_first);
	for (int i = 0; i < p->machines; i++)
		if (!i || island[p->machine[i]] != island[p->machine[i - 1]])
			p->island_first[p->islands++] = i * each;
	p->island_first[p->islands] = p->P;
	free(island);
}

struct rg_placement *rg_placement_new(const struct rg_topo *t, const int *dfs, const int *list,
                                      int n, int each)
{
	struct rg_placement *p = rg_alloc(1, sizeof *p);
	int *seat = rg_alloc((size_t)t->machines,
	                     sizeof *seat); /* of a machine: its place in the ring */
	p->P = n * each;
	p->machines = n;
	p->machine = rg_alloc((size_t)n, sizeof *p->machine);
	p->host = rg_alloc((size_t)p->P, sizeof *p->host);
	p->order = rg_alloc((size_t)p->P, sizeof *p->order);
	p->first = rg_alloc((size_t)n + 1, sizeof *p->first);
	memcpy(p->machine, list, (size_t)n * sizeof *list);
	rg_order_subset(t, dfs, p->machine, n);
	for (int i = 0; i < n; i++)
		seat[p->machine[i]] = i;
	for (int i = 0; i <= n; i++)
		p->first[i] = i * each;
	for (int rank = 0; rank < p->P; rank++) {
		p->host[rank] = seat[list[rank / each]];
		p->order[p->host[rank] * each + rank % each] = rank;
	}
	find_islands(p, t, dfs, each);
	p->place = rg_order_places(t, list, n, each);
	p->ring = rg_order_places(t, p->machine, n, each);
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
