/* SPDX-License-Identifier: BSD-3-Clause
 * Where the sums of an exscan along a chain of the ranks are.
 */
#pragma once
#include "ringgen/engine.h"

/* Where the sum of those before lands: in its place, but with MPI_IN_PLACE the own contribution is
 * there as long as it is needed. */
static inline struct rg_span chain_exscan_landing(const struct rg *r)
{
	struct rg_span out = rg_slice(r, RG_OUT, 0, r->n);
	return r->in_place && r->rank + 1 < r->P ? rg_head(RG_TMP, out.len) : out;
}

/* The sum with the own contribution, to be passed on: where the other one is not. */
static inline struct rg_span chain_exscan_sum(struct rg *r)
{
	struct rg_span mine = rg_slice(r, rg_mine(r), 0, r->n);
	struct rg_span sum = r->in_place ? mine : rg_head(RG_TMP, mine.len);

	if (!r->rank)
		return mine;
	rg_combine_to(r, sum, chain_exscan_landing(r), mine);
	return sum;
}

/* The elements of RG_TMP that it takes. */
static inline int64_t chain_exscan_scratch(const struct rg *r)
{
	return r->rank && r->rank + 1 < r->P ? rg_slice_most(r, r->n) : 0;
}
