/* SPDX-License-Identifier: BSD-3-Clause
 * The vector goes in rounds of half a window, so that it stays in cache, and rounds take the two
 * halves in turns: who has heard of round k + 1 from a process knows that it is done with round k,
 * so that the half of round k is free for round k + 2.
 */
#pragma once
#include "ringgen/parts/shared.h"

/* Tell all others, and hear from all. */
static inline void shared_meet(struct rg *r, const struct rg_group *g)
{
	for (int i = 0; i < g->n; i++)
		if (i != g->me)
			rg_notify(r, rg_member(g, i));
	for (int i = 0; i < g->n; i++)
		if (i != g->me)
			rg_await(r, rg_member(g, i));
}

/* Elements of half a window. */
static inline int64_t shared_room(const struct rg *r)
{
	return r->window / 2;
}

/* Where the half begins that the next round has; the first has what begins at element 0. */
static inline int64_t shared_next_half(const struct rg *r, int64_t half)
{
	return half ? 0 : shared_room(r);
}
