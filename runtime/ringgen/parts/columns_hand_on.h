/* SPDX-License-Identifier: BSD-3-Clause
 * A step of the allgather in columns (see columns.h): what goes inside a machine, and what between
 * machines.
 */
#pragma once
#include "ringgen/parts/columns.h"

/* Inside the machine: the blocks of a machine from their columns to all. The owners of its own
 * blocks are here themselves. */
static inline void columns_share(struct rg *r, const struct columns *c, int source)
{
	struct rg_group machine = columns_here(r, c);

	for (int i = 0; i < columns_blocks(c, source) && !c->shared; i++) {
		struct rg_span block = columns_block(r, c, RG_OUT, source, i);
		int from = source == c->machine ? i : i % c->k;
		if (from != machine.me)
			rg_recv(r, rg_member(&machine, from), block);
		for (int q = 0; q < machine.n && from == machine.me; q++)
			if (q != from)
				rg_send(r, rg_member(&machine, q), block);
	}
}

/* Between machines: pass on the blocks of machine `source`, get those of the one before it. */
static inline void columns_hand_on(struct rg *r, const struct columns *c, int source, int before)
{
	struct rg_group column = columns_own(r, c);
	int me = columns_here(r, c).me;

	for (int i = me; i < columns_blocks(c, source) && me < c->k; i += c->k)
		rg_send(r, rg_member(&column, columns_machine(c, 1)),
		        columns_block(r, c, RG_OUT, source, i));
	for (int i = me; i < columns_blocks(c, before) && me < c->k; i += c->k)
		rg_recv(r, rg_member(&column, columns_machine(c, -1)),
		        columns_block(r, c, RG_OUT, before, i));
}
