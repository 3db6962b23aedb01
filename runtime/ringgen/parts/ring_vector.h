/* SPDX-License-Identifier: BSD-3-Clause
 * The vector of an allgather in the order of the ring: in RG_OUT, if its blocks stand there in that
 * order and without gaps (`apart` false), else in scratch.
 */
#pragma once
#include "ringgen/parts/runs.h"

/* Is there a gap between the blocks, or are they in another order? */
static inline bool ring_vector_apart(const struct rg *r)
{
	for (int i = 1; i < r->P; i++) {
		struct rg_span before = rg_block(r, RG_OUT, i - 1);
		if (rg_block(r, RG_OUT, i).off != before.off + before.len)
			return true;
	}
	return false;
}

/* Elements of the first so many blocks, of this lane. */
static inline int64_t ring_vector_length(const struct rg *r, bool apart, int blocks)
{
	int64_t length = 0;

	if (!r->len && !r->rest && !rg_in_lanes(r))
		return blocks * r->quot;
	if (!apart && blocks < r->P)
		return rg_block(r, RG_OUT, blocks).off - rg_block(r, RG_OUT, 0).off;
	for (int i = 0; i < blocks; i++)
		length += rg_block(r, RG_TMP, i).len;
	return length;
}

/* The blocks of the processes from one position to another, which may be behind the last. */
static inline struct rg_span ring_vector_part(const struct rg *r, bool apart, int first, int end)
{
	int64_t off = ring_vector_length(r, apart, first);
	int64_t len = ring_vector_length(r, apart, end < r->P ? end : r->P) - off;

	if (apart)
		return (struct rg_span){RG_TMP, off, len};
	return (struct rg_span){RG_OUT, rg_block(r, RG_OUT, 0).off + off, len};
}

/* Put the own block in its place, and in scratch, too. */
static inline void ring_vector_begin(struct rg *r, bool apart)
{
	if (!r->in_place)
		rg_copy(r, rg_block(r, RG_OUT, r->pos), rg_own(r, RG_IN));
	if (apart)
		rg_copy(r, ring_vector_part(r, apart, r->pos, r->pos + 1),
		        rg_block(r, RG_OUT, r->pos));
}

/* Copy the vector from scratch to where its blocks belong. */
static inline void ring_vector_deliver(struct rg *r, bool apart)
{
	struct runs runs = {{0, 0, 0}, {0, 0, 0}};

	for (int i = 0; i < r->P && apart; i++)
		runs_copy(r, &runs, rg_block(r, RG_OUT, i), ring_vector_part(r, apart, i, i + 1));
	runs_end(r, &runs);
}

/* Elements of scratch. */
static inline int64_t ring_vector_scratch(const struct rg *r)
{
	return ring_vector_apart(r) ? ring_vector_length(r, true, r->P) : 0;
}
