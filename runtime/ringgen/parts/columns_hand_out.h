/* SPDX-License-Identifier: BSD-3-Clause
 * The blocks of processes that are in no column (see columns.h) go to them from the column that has
 * them.
 */
#pragma once
#include "ringgen/parts/columns.h"

/* What columns_deliver has to know. */
struct columns_deliver {
	int at;
	struct columns c; /* the caller's to set; */
	int64_t result;   /* where a column's blocks of its machine begin in scratch */
	bool own;         /* its own one is to be copied from there in any case */
};

/* From the column's scratch to the owners of its blocks; in place, to their scratch. */
static inline void columns_hand_out(struct rg *r, const struct columns_deliver *s)
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
