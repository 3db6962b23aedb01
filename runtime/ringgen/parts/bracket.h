/* SPDX-License-Identifier: BSD-3-Clause
 * The contributions of all P processes, combined in one place as recursive doubling with its fold
 * does in many: the pairs, then the runs of 2, 4, ... workers, lower numbers to the left. So the
 * bits are the same. Cost: P - 1 combinations.
 */
#pragma once
#include "ringgen/parts/pairs.h"

/* They stand in RG_TMP, `len` elements each, that of member `first` in front and the others behind
 * it cyclically. */
static inline struct rg_span bracket_member(const struct rg *r, int64_t len, int first, int i)
{
	return (struct rg_span){RG_TMP, (i - first + (i < first ? rg_all(r).n : 0)) * len, len};
}

/* The result goes to `to`, which is elsewhere. */
static inline void bracket(struct rg *r, int64_t len, int first, struct rg_span to)
{
	int workers = pairs_workers(r->P), pairs = r->P - workers;

	for (int i = 0; i < pairs; i++)
		rg_combine(r, bracket_member(r, len, first, pairs_member(pairs, i, false)),
		           bracket_member(r, len, first, pairs_member(pairs, i, true)));
	/* What workers i - bit + 1 ... i have stands where the last of their members has been. */
	for (int bit = 1; bit < workers; bit *= 2)
		for (int i = bit - 1; i + bit < workers; i += 2 * bit) {
			struct rg_span right =
				bracket_member(r, len, first, pairs_member(pairs, i + bit, true));
			rg_combine_to(r, 2 * bit < workers ? right : to,
			              bracket_member(r, len, first, pairs_member(pairs, i, true)),
			              right);
		}
	if (r->P == 1)
		rg_copy(r, to, bracket_member(r, len, first, 0));
}
