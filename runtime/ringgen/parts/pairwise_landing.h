/* SPDX-License-Identifier: BSD-3-Clause
 * Where contributions to the own block land in a pairwise exchange, and where its sum grows.
 */
#pragma once
#include "ringgen/parts/fold.h"

/* Where what comes in a step lands; in step 0 that is what this process itself has. */
static inline struct rg_span pairwise_landing(const struct rg *r, int step)
{
	int64_t len = rg_own(r, RG_TMP).len;

	if (r->ordered)
		return bracket_member(r, len, 0, r->order[rg_at(r, r->pos - step)]);
	return rg_head(RG_TMP, len);
}

/* Where the result grows: not in the caller's contribution. */
static inline struct rg_span pairwise_sum(const struct rg *r)
{
	int64_t len = rg_own(r, RG_TMP).len;
	return r->in_place ? (struct rg_span){RG_TMP, r->ordered ? r->P * len : len, len}
	                   : rg_own(r, RG_OUT);
}

/* The elements of RG_TMP that it takes. */
static inline int64_t pairwise_scratch(const struct rg *r)
{
	int64_t len = rg_own(r, RG_TMP).len;
	return (r->ordered ? r->P : 1) * len + (r->in_place ? len : 0);
}
