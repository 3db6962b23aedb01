/* The factored allreduce of a vector over a group of processes (Jocksch & Piccinali 2023, Table 1):
 * a reduce-scatter of some steps, then allreduce steps, then an allgather. In an allreduce step of
 * p ports p + 1 processes give each other all that they have, and all add it up in the same way.
 *
 * rg.parameters: negative numbers are reduce-scatter steps. The last numbers, as many as it takes
 * to bring back what they scattered, are allgather steps ("-7 1 7": 8 blocks, an exchange with one
 * other process that has the same block, 8 blocks again); numbers in between are allreduce steps,
 * the last of which is taken again while there are processes for it. Without any ("-1") each of n
 * blocks, for n processes, is added up by one of them: halving and doubling for any n, without a
 * fold. None: the same.
 *
 * Cost: see exchange_scatter and exchange_gather; without allreduce steps 2 (n - 1) / n of the
 * vector out of and into each process, the least there is. When there are some, with s blocks, a
 * step of p ports takes p messages of 1 / s of the vector, and processes beyond the product of all
 * numbers are folded. Scratch: what comes in one step; the vector too when there is a fold. The
 * operation must commute; all processes get the same bits.
 */
#pragma once
#include "parts/exchange_gather.c"
#include "parts/exchange_scatter.c"
#include "parts/fold.c"
#include "ringgen/parts/factored_steps.h"

static int factored(struct rg *r, void *frame)
{
	struct factored *s = frame;
	struct exchange *x = &s->exchange;

	RG_BEGIN(r, s);
	rg_run(r, s, fold_before, &s->fold);
	if (s->fold.worker >= 0) {
		x->from = partial_in(&s->fold.partial, s->fold.partial.in, x->to);
		rg_run(r, s, exchange_scatter, x);
		for (s->step = 0; s->step < s->acrosses; s->step++) {
			factored_swap(r, s);
			rg_wait(r, s);
			factored_add(r, s);
		}
		if (s->fold.group.n == 1)
			partial_end(r, &s->fold.partial, x->to);
		x->steps = s->gather;
		rg_run(r, s, exchange_gather, x);
	}
	rg_run(r, s, fold_after, &s->fold);
	RG_END(s);
}
