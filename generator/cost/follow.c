/* SPDX-License-Identifier: BSD-3-Clause
 * follow: the timeline of a game.
 */
#include "cost/follow.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "cost/simulate.h"

static struct rg_timeline *follow(const struct rg_record *r, const struct rg_routes *routes,
                                  const struct rg_place *place, const struct rg_model *model,
                                  double unit)
{
	struct rg_resources w = rg_resources_new(r, routes, place, model);
	struct rg_matching m = rg_match(r);
	struct rg_timeline *t = rg_alloc(1, sizeof *t);
	t->P = r->P;
	t->seconds = INFINITY;
	if (!m.stuck) {
		struct rg_symmetry apart = rg_symmetry_apart(r, &m, &w);
		struct rg_folded each = rg_folded_new(r, &m, &apart, &w);
		t->seconds = rg_flow_follow(&each, model, unit, t);
		rg_folded_free(&each);
		rg_symmetry_free(&apart);
	}
	rg_matching_free(&m);
	rg_resources_free(&w);
	return t;
}

struct rg_timeline *rg_follow(const struct rg_game *game, const struct rg_routes *routes,
                              const struct rg_place *place, const struct rg_model *model,
                              double unit)
{
	/* An algorithm that is no ring has all its processes recorded, whether they do the same or
	 * not. */
	struct rg_algorithm each = *game->algorithm;
	struct rg_game all = *game;
	each.ring = false;
	all.algorithm = &each;
	struct rg_record *r = rg_record_new(&all);
	struct rg_timeline *t = r ? follow(r, routes, place, model, unit) : NULL;
	rg_record_free(r);
	if (!t || isfinite(t->seconds))
		return t;
	rg_timeline_free(t);
	return NULL;
}

void rg_timeline_free(struct rg_timeline *t)
{
	if (!t)
		return;
	free(t->doing);
	free(t->flight);
	free(t);
}
