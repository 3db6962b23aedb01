/* Allgather in columns: each column passes the blocks that reached it last to the next machine, and
 * to the other processes of its own. A block begins in the RG_OUT of its owner: block i of a
 * machine is that of its i-th process.
 *
 * Cost for M machines, of p ranks: (M - 1) / M of the vector out of and into each machine, in M - 1
 * steps, with a message for each of the blocks that a column has of one machine; meanwhile, inside
 * the machine, p - 1 messages of each block. No scratch.
 */
#include "ringgen/parts/columns.h"

struct columns_gather {
	int at, step;
	struct columns c; /* the caller's to set */
};

/* Inside the machine: the blocks of a machine from their columns to all. The owners of its own
 * blocks are here themselves. */
static void columns_share(struct rg *r, const struct columns *c, int source)
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
static void columns_hand_on(struct rg *r, const struct columns *c, int source, int before)
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
