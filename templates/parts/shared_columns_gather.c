/* The second half of columns inside a machine: each column publishes the blocks that it has, of all
 * machines, and all copy them.
 *
 * Cost: each column writes its part of the vector to its window, and all others read that. As many
 * rounds as halves of a window hold that part.
 */
#pragma once
#include "ringgen/parts/shared_columns.h"

/* The blocks of a column of all machines: its first ones of each, and each k-th after that. */
static int shared_gather_blocks(const struct columns *c, int column)
{
	int blocks = 0;
	for (int m = 0; m < c->machines; m++)
		blocks += (columns_blocks(c, m) - column + c->k - 1) / c->k;
	return blocks;
}

/* The most that a round has of a block: the first column has the most blocks. */
static int64_t shared_gather_most(const struct rg *r, const struct columns *c)
{
	return shared_room(r) / shared_gather_blocks(c, 0);
}

/* The pieces of a column between RG_OUT and its window: there, if it is the own one, else here. */
static void shared_gather_copy(struct rg *r, const struct shared_columns *s, int column)
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

static int shared_columns_gather(struct rg *r, void *frame)
{
	struct shared_columns *s = frame;
	struct rg_group machine = rg_machine(r);

	RG_BEGIN(r, s);
	s->longest = shared_columns_longest(r, &s->c);
	for (s->done = 0; s->done < s->longest; s->done += shared_gather_most(r, &s->c)) {
		if (machine.n > 1 && machine.me < s->c.k)
			shared_gather_copy(r, s, machine.me);
		shared_meet(r, &machine);
		rg_wait(r, s);
		for (int i = 0; i < s->c.k; i++)
			if (i != machine.me)
				shared_gather_copy(r, s, i);
		s->half = shared_next_half(r, s->half);
	}
	RG_END(s);
}
