/* SPDX-License-Identifier: BSD-3-Clause
 * From one process of a machine to the others, or from these to one, through windows: the vector
 * goes in rounds, of which one is written while the one before is read. Short vectors take one.
 * Rounds have their elements in two places in turns: who has heard of round k + 1 from a reader
 * knows that it is done with round k, so that its place is free for round k + 2.
 */
#pragma once
#include "ringgen/parts/shared.h"

/* So many rounds, if they are no shorter than this share of a window, and no longer than half of
 * one. */
enum { SHARED_PIPE_ROUNDS = 8, SHARED_PIPE_SHARE = 32 };

/* The most elements of a round, of so many in all. */
static inline int64_t shared_pipe_most(const struct rg *r, int64_t len)
{
	int64_t least = r->window / SHARED_PIPE_SHARE, half = r->window / 2;
	int64_t most = len / SHARED_PIPE_ROUNDS > least ? len / SHARED_PIPE_ROUNDS : least;

	most = most > half ? half : most;
	most = most > 0 ? most : 1;
	int64_t rounds = (len + most - 1) / most;
	return rounds ? (len + rounds - 1) / rounds : most;
}

/* One tells all others and hears from them. */
static inline void shared_pipe_meet(struct rg *r, const struct rg_group *g, int one)
{
	for (int i = 0; i < g->n; i++)
		if (i != g->me && (i == one || g->me == one))
			rg_notify(r, rg_member(g, i));
	for (int i = 0; i < g->n; i++)
		if (i != g->me && (i == one || g->me == one))
			rg_await(r, rg_member(g, i));
}

/* All hear from all, in steps: in each a process tells those 1, 2, ... times `away` behind it.
 * A step more costs two transfers of a cache's line, one more to hear from in a step costs one. */
enum { SHARED_PIPE_RADIX = 8 };

static inline void shared_pipe_spread(struct rg *r, const struct rg_group *g, int away)
{
	for (int k = 1; k < SHARED_PIPE_RADIX && k * away < g->n; k++)
		rg_notify(r, rg_member(g, (g->me + k * away) % g->n));
	for (int k = 1; k < SHARED_PIPE_RADIX && k * away < g->n; k++)
		rg_await(r, rg_member(g, (g->me + g->n - k * away) % g->n));
}
