/* SPDX-License-Identifier: BSD-3-Clause
 * A round's elements, cut for some processes of a machine: each has to do with one share of them.
 */
#pragma once
#include "ringgen/parts/shared.h"

/* Share i of n. */
static inline struct rg_span shared_share(struct rg_span round, int i, int n)
{
	int64_t begin = round.len * i / n, end = round.len * (i + 1) / n;
	return (struct rg_span){round.buf, round.off + begin, end - begin};
}
