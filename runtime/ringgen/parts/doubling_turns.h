/* SPDX-License-Identifier: BSD-3-Clause
 * The order of what recursive doubling adds up.
 */
#pragma once
#include "ringgen/parts/fold_workers.h"

/* How many parts come that belong to the right of this process's: one when it is folded, and one
 * for each bit of its number that is not set. */
static inline int recursive_doubling_turns(const struct fold *f)
{
	int turns = fold_paired(f);
	for (int bit = 1; bit < f->workers; bit *= 2)
		turns += !(f->worker & bit);
	return turns;
}
