/* The first half of columns inside a machine: each process publishes what it has of the blocks of
 * other columns; each column adds up its own, of all machines. The sums stand at the beginning of
 * scratch, see ringgen/parts/columns_before.h.
 *
 * Cost: each process writes the vector to its window, and each column reads its part of it in all
 * others'. As many rounds as halves of a window hold the vector. Scratch, for k columns: one k-th
 * of the vector, and lg p pieces of a block.
 */
#pragma once
#include "ringgen/parts/shared_columns_add.h"

static int shared_columns_scatter(struct rg *r, void *frame)
{
	struct shared_columns *s = frame;
	struct rg_group machine = rg_machine(r);

	RG_BEGIN(r, s);
	s->longest = shared_columns_longest(r, &s->c);
	for (s->done = 0; s->done < s->longest; s->done += shared_columns_most(r, &s->c)) {
		if (machine.n > 1)
			shared_columns_publish(r, s);
		shared_meet(r, &machine);
		rg_wait(r, s);
		if (machine.me < s->c.k)
			shared_columns_add(r, s);
		s->half = shared_next_half(r, s->half);
	}
	RG_END(s);
}
