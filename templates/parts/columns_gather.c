/* Allgather in columns: each column passes the blocks that reached it last to the next machine, and
 * to the other processes of its own. A block begins in the RG_OUT of its owner: block i of a
 * machine is that of its i-th process.
 *
 * Cost for M machines, of p ranks: (M - 1) / M of the vector out of and into each machine, in M - 1
 * steps, with a message for each of the blocks that a column has of one machine; meanwhile, inside
 * the machine, p - 1 messages of each block. No scratch.
 */
#include "ringgen/parts/columns_hand_on.h"

struct columns_gather {
	int at, step;
	struct columns c; /* the caller's to set */
};

static int columns_gather(struct rg *r, void *frame)
{
	struct columns_gather *s = frame;

	RG_BEGIN(r, s);
	for (s->step = 1; s->step <= s->c.machines; s->step++) {
		columns_share(r, &s->c, columns_machine(&s->c, 1 - s->step));
		/* The first blocks may be those of processes that are in no column. */
		if (s->step == 1 && columns_blocks(&s->c, s->c.machine) > s->c.k)
			rg_wait(r, s);
		if (s->step < s->c.machines)
			columns_hand_on(r, &s->c, columns_machine(&s->c, 1 - s->step),
			                columns_machine(&s->c, -s->step));
		rg_wait(r, s);
	}
	RG_END(s);
}
