/* SPDX-License-Identifier: BSD-3-Clause
 * What a worker of a butterfly has to do with: half as much after each step.
 */
#pragma once
#include "ringgen/parts/fold_workers.h"

/* The part of the vector that worker i has to do with when the bits below `bit` are through. Each
 * of them chose a half of what the one before it had left. */
static inline struct rg_span butterfly_part(const struct rg *r, const struct fold *f, int i,
                                            int bit)
{
	int64_t quot = r->n / f->workers, rest = r->n % f->workers, begin = 0, end;

	for (int b = 1; b < bit; b *= 2)
		begin += i & b ? f->workers / (2 * b) : 0;
	end = begin + f->workers / bit;
	begin = begin * quot + (begin < rest ? begin : rest);
	end = end * quot + (end < rest ? end : rest);
	return (struct rg_span){RG_OUT, begin, end - begin};
}
