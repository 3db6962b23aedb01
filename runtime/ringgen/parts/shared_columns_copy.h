/* SPDX-License-Identifier: BSD-3-Clause
 * A round of the allgather of columns inside a machine (see shared_columns.h): what a window has of
 * a column's blocks.
 */
#pragma once
#include "ringgen/parts/shared_columns.h"

/* The blocks of a column of all machines: its first ones of each, and each k-th after that. */
static inline int shared_gather_blocks(const struct columns *c, int column)
{
	int blocks = 0;
	for (int m = 0; m < c->machines; m++)
		blocks += (columns_blocks(c, m) - column + c->k - 1) / c->k;
	return blocks;
}

/* The most that a round has of a block: the first column has the most blocks. */
static inline int64_t shared_gather_most(const struct rg *r, const struct columns *c)
{
	return shared_room(r) / shared_gather_blocks(c, 0);
}

/* The pieces of a column between RG_OUT and its window: there, if it is the own one, else here. */
static inline void shared_gather_copy(struct rg *r, const struct shared_columns *s, int column)
{
	struct rg_group machine = columns_here(r, &s->c);
	int64_t most = shared_gather_most(r, &s->c);
	struct rg_span there = {RG_WINDOW + rg_member(&machine, column), s->half, 0};

	for (int m = 0; m < s->c.machines; m++)
		for (int i = column; i < columns_blocks(&s->c, m); i += s->c.k, there.off += most) {
			struct rg_span here = shared_columns_piece(r, s, RG_OUT, m, i, most);
			there.len = here.len;
			if (column == machine.me)
				rg_copy(r, there, here);
			else
				rg_copy(r, here, there);
		}
}
