/* The second half of columns inside a machine: each column publishes the blocks that it has, of all
 * machines, and all copy them.
 *
 * Cost: each column writes its part of the vector to its window, and all others read that. As many
 * rounds as halves of a window hold that part.
 */
#pragma once
#include "ringgen/parts/shared_columns_copy.h"

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
