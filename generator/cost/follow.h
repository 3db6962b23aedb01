/* SPDX-License-Identifier: BSD-3-Clause
 * follow: the timeline of a game: each process by itself, where cost.h has one for all that fare
 * alike.
 */
#ifndef RG_FOLLOW_H
#define RG_FOLLOW_H

#include "cost/resources.h"
#include "cost/timeline.h"
#include "engine/game.h"

/* The timeline of the game, in one lane, on the links, with elements of `unit` bytes. NULL: the
 * game is too long to record, or its processes wait for each other. Free it with
 * rg_timeline_free. */
struct rg_timeline *rg_follow(const struct rg_game *game, const struct rg_routes *routes,
                              const struct rg_place *place, const struct rg_model *model,
                              double unit);
void rg_timeline_free(struct rg_timeline *t);

#endif
