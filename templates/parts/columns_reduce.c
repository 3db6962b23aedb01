/* Reduce-scatter in columns. In step j each process gives what it has of the blocks of the j-th
 * machine before its own to the columns of its machine; they get the partial results of the same
 * blocks from the machine before, add to them what the machine gave, and pass them on in the next
 * step. The last step is for the own machine.
 *
 * Cost for M machines, of p ranks: M - 1 messages of all blocks that a column has of one machine,
 * so (M - 1) / M of the vector out of and into each machine; meanwhile, inside it, M messages of
 * each block from each process to the block's column, unless c.shared. Scratch: p + 1 times a
 * column's blocks of one machine. The operation must commute.
 */
#include "ringgen/parts/columns_areas.h"

static int columns_reduce(struct rg *r, void *frame)
{
	struct columns_reduce *s = frame;

	RG_BEGIN(r, s);
	s->longest = columns_longest(r, &s->c);
	s->sums = s->c.shared ? columns_all(r, &s->c) : 0;
	for (s->step = 1; s->step <= s->c.machines; s->step++) {
		columns_give(r, s, columns_machine(&s->c, -s->step));
		if (s->step > 1 && columns_here(r, &s->c).me < s->c.k)
			columns_pass(r, s, columns_machine(&s->c, -s->step));
		rg_wait(r, s);
		if (columns_here(r, &s->c).me < s->c.k)
			columns_add_all(r, s, columns_machine(&s->c, -s->step));
	}
	RG_END(s);
}
