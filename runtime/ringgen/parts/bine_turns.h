/* SPDX-License-Identifier: BSD-3-Clause
 * The order of what a doubling with the partners of Bine butterflies (see bine.h) adds up.
 */
#pragma once
#include "ringgen/parts/bine.h"
#include "ringgen/parts/fold_workers.h"

/* Does what comes in a step belong to the right of this process's? */
static inline bool bine_doubling_right(const struct fold *f, int step)
{
	return !(bine_slot(f->workers, f->worker) & f->workers >> (step + 1));
}

/* How many parts do so. */
static inline int bine_doubling_turns(const struct fold *f)
{
	int turns = fold_paired(f);

	for (int step = 0; f->worker >= 0 && step < bine_steps(f->workers); step++)
		turns += bine_doubling_right(f, step);
	return turns;
}
