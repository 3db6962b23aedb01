/* Machines in columns (see ringgen/parts/columns.h): reduce-scatter and allgather between machines,
 * and inside one.
 */
#pragma once
#include "ringgen/parts/columns.h"

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

/* The end of a reduce-scatter in columns: the processes that are in no column get their blocks from
 * the one that has them; in place, all put theirs where it belongs.
 */
static int columns_deliver(struct rg *r, void *frame)
{
	struct columns_deliver *s = frame;
	bool column = columns_here(r, &s->c).me < s->c.k;

	RG_BEGIN(r, s);
	columns_hand_out(r, s);
	rg_wait(r, s);
	/* RG_OUT still holds the contribution, whose place the result takes: in that of another
	 * block, perhaps, which another lane still needs. */
	if (r->in_place && rg_in_lanes(r)) {
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

/* Reduce-scatter in columns, for equal and unequal blocks: columns_reduce, and columns_deliver.
 */
struct columns_scatter {
	int at;
	struct columns_reduce reduce; /* its columns are the caller's to set */
	struct columns_deliver deliver;
};

static int columns_scatter(struct rg *r, void *frame)
{
	struct columns_scatter *s = frame;

	RG_BEGIN(r, s);
	rg_run(r, s, columns_reduce, &s->reduce);
	s->deliver.c = s->reduce.c;
	s->deliver.result = columns_area(&s->reduce, s->reduce.c.machines % 2).off;
	rg_run(r, s, columns_deliver, &s->deliver);
	RG_END(s);
}

/* Allgather in columns: each column passes the blocks that reached it last to the next machine, and
 * to the other processes of its own. A block begins in the RG_OUT of its owner: block i of a
 * machine is that of its i-th process.
 *
 * Cost for M machines, of p ranks: (M - 1) / M of the vector out of and into each machine, in M - 1
 * steps, with a message for each of the blocks that a column has of one machine; meanwhile, inside
 * the machine, p - 1 messages of each block. No scratch.
 */
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

/* The first half of columns inside a machine: each process publishes what it has of the blocks of
 * other columns; each column adds up its own, of all machines. The sums stand at the beginning of
 * scratch, see columns_before.
 *
 * Cost: each process writes the vector to its window, and each column reads its part of it in all
 * others'. As many rounds as halves of a window hold the vector. Scratch, for k columns: one k-th
 * of the vector, and lg p pieces of a block.
 */
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

/* The second half of columns inside a machine: each column publishes the blocks that it has, of all
 * machines, and all copy them.
 *
 * Cost: each column writes its part of the vector to its window, and all others read that. As many
 * rounds as halves of a window hold that part.
 */
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
