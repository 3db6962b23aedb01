/* The reduce-scatter of a factored exchange: from the own contribution in `from` to the own block
 * of the sum in `to`, which may be the same. The operation must commute.
 *
 * Cost: a step of p ports takes p messages, out of and into each process; all steps together (n -
 * 1) / n of the vector. A piece that goes beyond the vector's end takes two messages. Scratch: from
 * `landing` on, less than the vector.
 */
#pragma once
#include "ringgen/parts/exchange_landings.h"

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
