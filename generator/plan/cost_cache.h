/* SPDX-License-Identifier: BSD-3-Clause
 * stock: what has been recorded on a placement, and what it costs. An algorithm often does the same
 * whether the operation commutes or not, with windows and without: the same record is costed once,
 * and a game that is asked for again is not recorded again.
 */
#ifndef RG_STOCK_H
#define RG_STOCK_H

#include "cost/cost.h"
#include "order/placement.h"

/* A record and its cost; both NULL: it is too long to record. What the candidates of a contest do
 * not have in common is all in the record, so that whoever has the same one shares the cost. */
struct rg_take {
	struct rg_record *record;
	struct rg_cost *cost;
	uint64_t hash; /* of the record */
	int users;
};

struct rg_stock;

/* All is borrowed. Free it when all takes have been given back. */
struct rg_stock *rg_stock_new(const struct rg_routes *routes, const struct rg_placement *placement,
                              const struct rg_model *model);
void rg_stock_free(struct rg_stock *s);

/* The take of a game on the placement: what of it does not tell the placement counts. Give it back.
 */
struct rg_take *rg_stock_take(struct rg_stock *s, const struct rg_game *game);
void rg_stock_give(struct rg_stock *s, struct rg_take *t);

#endif
