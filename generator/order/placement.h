/* SPDX-License-Identifier: BSD-3-Clause
 * placement: which rank runs where, and so the rank at each position of the ring.
 */
#ifndef RG_PLACEMENT_H
#define RG_PLACEMENT_H

#include "order/order.h"

struct rg_placement {
	int P;                  /* ranks */
	int machines;           /* distinct machines */
	int *machine;           /* [machines] in the order of the ring */
	int *host;              /* [P] index into machine[] of each rank */
	int *order;             /* [P] the rank at each position of the ring */
	int *first;             /* [machines + 1] the position of each one's first rank; then P */
	int islands;            /* runs of machines on one switch: see rg_order_islands */
	int *island_first;      /* [islands + 1] the position of each one's first rank; then P */
	struct rg_place *place; /* [P] where each rank is */
	struct rg_place *ring;  /* [P] the same by position */
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
void rg_placement_free(struct rg_placement *p);

#endif
