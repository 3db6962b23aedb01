/* The factored exchange (see ringgen/parts/exchange.h): allgather, reduce-scatter, and an allreduce
 * of both.
 */
#pragma once
#include "parts/fold.c"
#include "ringgen/parts/exchange.h"

/* The allgather of a factored exchange: from the own block in `to` to all of them.
 *
 * Cost: a step of p ports takes p messages, out of and into each process; all steps together (n -
 * 1) / n of the vector. A piece that goes beyond the vector's end takes two messages.
 */
static int exchange_gather(struct rg *r, void *frame)
{
	struct exchange *s = frame;

	RG_BEGIN(r, s);
	for (s->step = s->steps.steps - 1; s->step >= 0; s->step--) {
		for (int k = 1; k <= exchange_ports(s); k++)
			for (int second = 0; second < 2; second++) {
				struct piece theirs = exchange_theirs(s, k),
					     ours = exchange_ours(s, k);
				rg_send(r, ours.peer, exchange_part(r, s, s->to, ours, second));
				rg_recv(r, theirs.peer, exchange_part(r, s, s->to, theirs, second));
			}
		rg_wait(r, s);
	}
	RG_END(s);
}

/* The reduce-scatter of a factored exchange: from the own contribution in `from` to the own block
 * of the sum in `to`, which may be the same. The operation must commute.
 *
 * Cost: a step of p ports takes p messages, out of and into each process; all steps together (n -
 * 1) / n of the vector. A piece that goes beyond the vector's end takes two messages. Scratch: from
 * `landing` on, less than the vector.
 */
static int exchange_scatter(struct rg *r, void *frame)
{
	struct exchange *s = frame;

	RG_BEGIN(r, s);
	for (s->step = 0; s->step < s->steps.steps; s->step++) {
		exchange_give(r, s);
		rg_wait(r, s);
		exchange_add(r, s);
	}
	RG_END(s);
}

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
