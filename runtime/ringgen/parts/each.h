/* SPDX-License-Identifier: BSD-3-Clause
 * Blocks for each other process: where the one for a process is, and where the one from it belongs.
 * They have the same place. So with MPI_IN_PLACE what comes overwrites what is still to be sent,
 * unless that was sent before; who cannot know that sends from a copy in scratch.
 */
#pragma once
#include "ringgen/engine.h"

/* The process so many places, of -P ... P, behind this one in the ring. */
static inline int each_peer(const struct rg *r, int behind)
{
	return r->order[rg_at(r, r->pos + behind)];
}

/* Where what comes from the process at a position belongs. */
static inline struct rg_span each_taken(const struct rg *r, int pos)
{
	return rg_block(r, RG_OUT, pos);
}

/* The copy of what is for the process at a position: copies stand in the order of the ranks. */
static inline struct rg_span each_copy(const struct rg *r, int pos)
{
	int64_t len = rg_own(r, RG_TMP).len;
	return (struct rg_span){RG_TMP, r->order[rg_at(r, pos)] * len, len};
}

/* What is for it. */
static inline struct rg_span each_given(const struct rg *r, int pos)
{
	return r->in_place ? each_copy(r, pos) : rg_block(r, RG_IN, pos);
}

/* Put the own block in its place. */
static inline void each_own(struct rg *r)
{
	if (!r->in_place)
		rg_copy(r, each_taken(r, r->pos), rg_block(r, RG_IN, r->pos));
}

/* The same; and in place, copy all that is given. */
static inline void each_begin(struct rg *r)
{
	each_own(r);
	for (int i = 1; i < r->P && r->in_place; i++)
		rg_copy(r, each_copy(r, r->pos + i), each_taken(r, r->pos + i));
}

/* The elements of RG_TMP for the copy. */
static inline int64_t each_scratch(const struct rg *r)
{
	return r->in_place ? r->P * rg_longest(r) : 0;
}
