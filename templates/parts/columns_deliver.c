/* The end of a reduce-scatter in columns: the processes that are in no column get their blocks from
 * the one that has them; in place, all put theirs where it belongs.
 */
#pragma once
#include "ringgen/parts/columns_hand_out.h"

static int columns_deliver(struct rg *r, void *frame)
{
	struct columns_deliver *s = frame;
	bool column = columns_here(r, &s->c).me < s->c.k;

	RG_BEGIN(r, s);
	columns_hand_out(r, s);
	rg_wait(r, s);
	/* RG_OUT still holds the contribution, whose place the result takes: in that of another
	 * block, perhaps, which another lane still needs. */
	if (r->in_place && rg_in_lanes(r)) {
		rg_join(r);
		rg_wait(r, s);
	}
	if (r->in_place || (s->own && column)) {
		struct rg_span result = rg_own(r, RG_TMP);
		result.off = column ? s->result : 0;
		rg_copy(r, rg_own(r, RG_OUT), result);
	}
	RG_END(s);
}
