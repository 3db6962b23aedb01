/* SPDX-License-Identifier: BSD-3-Clause
 * Where what comes along the ring lands.
 */
#pragma once
#include "ringgen/engine.h"

/* ---- Of the allreduce */

/* Where the partial result of the block of position i lands: in its place, unless the own
 * contribution is there. */
static inline struct rg_span ring_landing(const struct rg *r, int i)
{
	struct rg_span block = rg_block(r, RG_OUT, i);
	return r->in_place ? rg_head(RG_TMP, block.len) : block;
}

/* What is to be added to RG_OUT then: the partial result from scratch, or the own contribution. */
static inline struct rg_span ring_addend(const struct rg *r, int i)
{
	struct rg_span block = rg_block(r, RG_IN, i);
	return r->in_place ? rg_head(RG_TMP, block.len) : block;
}

/* The elements of RG_TMP that these take. */
static inline int64_t ring_landing_scratch(const struct rg *r)
{
	return r->in_place ? rg_longest(r) : 0;
}

/* ---- Of the reduce-scatter, for the longest of all blocks */

/* Where the partial result that arrives in step j (of 1 ... P - 1) lands. The last is the result
 * itself. */
static inline struct rg_span ring_partial(const struct rg *r, int64_t longest, int j)
{
	struct rg_span block = rg_block(r, RG_TMP, r->pos - j - 1);
	if (j == r->P - 1 && !r->in_place)
		return rg_own(r, RG_OUT);
	return (struct rg_span){RG_TMP, j % 2 * longest, block.len};
}

static inline int64_t ring_reduce_scatter_scratch(const struct rg *r)
{
	return 2 * rg_longest(r);
}

/* ---- Of the gather and the scatter */

/* Where the block that comes in step j lands: at the root where it belongs. It is that of the
 * process j + 1 places before. */
static inline struct rg_span ring_gather_landing(const struct rg *r, int j)
{
	struct rg_span block = rg_block(r, RG_OUT, r->pos - j - 1);
	if (r->rank == r->root)
		return block;
	return (struct rg_span){RG_TMP, j % 2 * rg_longest(r), block.len};
}

/* The block that is sent in step j, of P - 1 - j places behind the root: the root has it among all,
 * others where it landed. */
static inline struct rg_span ring_scatter_block(const struct rg *r, int j)
{
	struct rg_span block = rg_block(r, RG_IN, r->root_pos - 1 - j);
	if (r->rank == r->root)
		return block;
	return (struct rg_span){RG_TMP, j % 2 * rg_longest(r), block.len};
}

static inline int64_t ring_rooted_scratch(const struct rg *r)
{
	return r->rank == r->root ? 0 : 2 * rg_longest(r);
}
