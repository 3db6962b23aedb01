/* SPDX-License-Identifier: BSD-3-Clause
 * placement: which rank runs where, and so the rank at each position of the ring.
 */
#ifndef RG_PLACEMENT_H
#define RG_PLACEMENT_H

#include "order/order.h"
#include "ringgen/engine.h"

struct rg_placement {
	struct rg_places places; /* the ranks' order, and all levels */
	int machines;            /* distinct machines */
	int *machine;            /* [machines] in the order of the ring */
	int *host;               /* [P] index into machine[] of each rank */
	struct rg_place *place;  /* [P] where each rank is */
	struct rg_place *ring;   /* [P] the same by position */
};

/* Ranks as a hostfile places them: `each` consecutive ranks on every machine of list[n], in the
 * list's order and, on a machine, core by core. dfs is the order of the topology's machines. Free
 * it with rg_placement_free. */
struct rg_placement *rg_placement_new(const struct rg_topo *t, const int *dfs, const int *list,
                                      int n, int each);

/* Ranks wherever they are: host[rank], for P of them, counts in dfs. On a machine they are in their
 * own order, core by core. */
struct rg_placement *rg_placement_of(const struct rg_topo *t, const int *dfs, const int *host,
                                     int P);

/* Ranks wherever they are: the machine of the topology, machine[rank], for P of them. */
struct rg_placement *rg_placement_on(const struct rg_topo *t, const int *machine, int P);

/* The same ranks in the order of their numbers, as an MPI library sees them that knows no topology:
 * position i is rank i; or, `reversed`, the rank whose bits are those of i read backwards, for P
 * that is a power of two. If the ranks of each machine follow each other, and not reversed, a
 * machine is a run of each level; else a rank is. */
struct rg_placement *rg_placement_by_rank(const struct rg_placement *p, bool reversed);

void rg_placement_free(struct rg_placement *p);

#endif
