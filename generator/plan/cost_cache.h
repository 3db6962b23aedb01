/* SPDX-License-Identifier: BSD-3-Clause
 * cost_cache: the records on a placement, and their costs. An algorithm often does the same whether
 * the operation commutes or not, with windows and without: the same record is costed once, and a
 * game that is asked for again is not recorded again.
 */
#ifndef RG_COST_CACHE_H
#define RG_COST_CACHE_H

#include "cost/cost.h"
#include "order/placement.h"

/* A record and its cost; both NULL: it is too long to record. All in which the candidates of a
 * contest differ is in the record, so that those with the same record share its cost. */
struct rg_costed {
	struct rg_record *record;
	struct rg_cost *cost;
	uint64_t hash; /* of the record */
	int users;
};

struct rg_cost_cache;

/* All is borrowed. Free it when all that it gave have been released. */
struct rg_cost_cache *rg_cost_cache_new(const struct rg_routes *routes,
                                        const struct rg_placement *placement,
                                        const struct rg_model *model);
void rg_cost_cache_free(struct rg_cost_cache *s);

/* The cost of a game on the placement. The members of the game that tell a placement do not count.
 * Release it when it is not needed any more. */
struct rg_costed *rg_cost_cache_get(struct rg_cost_cache *s, const struct rg_game *game);
void rg_cost_cache_release(struct rg_cost_cache *s, struct rg_costed *t);

#endif
