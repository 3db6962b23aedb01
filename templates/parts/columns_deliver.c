/* The end of a reduce-scatter in columns: the processes that are in no column get their blocks from
 * the one that has them; in place, all put theirs where it belongs.
 */
#pragma once
#include "ringgen/parts/columns.h"

struct columns_deliver {
	int at;
	struct columns c; /* the caller's to set; */
	int64_t result;   /* where a column's blocks of its machine begin in scratch */
	bool own;         /* its own one is to be copied from there in any case */
};

/* From the column's scratch to the owners of its blocks; in place, to their scratch. */
static void columns_hand_out(struct rg *r, const struct columns_deliver *s)
{
	struct rg_group machine = columns_here(r, &s->c);
	struct rg_span block = {RG_TMP, s->result, 0}, own = rg_own(r, RG_OUT);

	if (machine.me >= s->c.k) {
		rg_recv(r, rg_member(&machine, machine.me % s->c.k),
		        r->in_place ? rg_head(RG_TMP, own.len) : own);
		return;
	}
	for (int i = machine.me; i < machine.n; i += s->c.k) {
		block.len = rg_block(r, RG_TMP, s->c.first[s->c.machine] + i).len;
		if (i != machine.me)
			rg_send(r, rg_member(&machine, i), block);
		block.off += block.len;
	}
}

static int columns_deliver(struct rg *r, void *frame)
{
	struct columns_deliver *s = frame;
	bool column = columns_here(r, &s->c).me < s->c.k;

	RG_BEGIN(r, s);
	columns_hand_out(r, s);
	rg_wait(r, s);
	/* RG_OUT still holds the contribution, whose place the result takes: in that of another
	 * block, perhaps, which another lane still needs. */
	if (r->in_place && r->lanes > 1) {
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
