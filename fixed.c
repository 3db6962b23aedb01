/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.6.0: ringgen generate chain32.xml --hosts n0,n1 --ranks-per-node 2 --tuned
 * tuned.csv -o fixed
 *
 * Proved: 2 machines, 4 switches, ring load 1 on 4 link directions.
 *
 * Algorithms, each played back in memory for 4 processes in this order: every contribution exactly
 * once, no deadlock when no send completes before its receive is posted. libringgen plays them
 * where a job's ranks are.
 *  allreduce       butterfly, recursive-doubling, shared-factored, shared-leaders
 *  allgather       columns, shared-columns, ring (1)
 *  reduce_scatter  columns, recursive-halving, ring (1)
 *  bcast           ring (1), shared-leaders
 *  reduce          in-order, shared-leaders
 *  gather          ordered
 *  scatter         ordered, ring (1)
 *  gatherv         carried, ordered
 *  scatterv        ordered
 *  barrier         dissemination, shared-leaders
 *  scan            chain, recursive-doubling
 *  exscan          chain, recursive-doubling
 *  (1) messages to the next of the ring only
 *  others: partners change: no claim on the load of links
 *
 * Then the machines, choices by size, plans by the shape of a job, and the routines that an
 * application calls.
 */
#include "ringgen.h"
#include "ringgen/parts/fold_workers.h"
#include "ringgen/parts/butterfly_halves.h"
#include "ringgen/parts/doubling_turns.h"
#include "ringgen/parts/exchange.h"
#include "ringgen/parts/exchange_landings.h"
#include "ringgen/parts/factored_steps.h"
#include "ringgen/parts/shared_panes.h"
#include "ringgen/parts/columns_hand_on.h"
#include "ringgen/parts/columns_inside.h"
#include "ringgen/parts/shared_columns_copy.h"
#include "ringgen/parts/columns_hand_out.h"
#include "ringgen/parts/columns_areas.h"
#include "ringgen/parts/halving_order.h"
#include "ringgen/parts/ring_landings.h"
#include "ringgen/parts/shared_leaders.h"
#include "ringgen/parts/shared_pipes.h"
#include "ringgen/parts/rooted_partial.h"
#include "ringgen/parts/shared_rounds.h"
#include "ringgen/parts/shared_share.h"
#include "ringgen/parts/shared_sum.h"
#include "ringgen/parts/ordered_climb.h"
#include "ringgen/parts/ordered_carry.h"
#include "ringgen/parts/scan_sums.h"
#include "ringgen/parts/chain_sums.h"
#include "ringgen/entries.h"

#if RINGGEN_VERSION / 100 != 600 / 100
#error "made by ringgen 0.6.0 for a ringgen.h of that version: generate this file again"
#endif

enum { P = 4 };

/* The workers of a group work for all of it. Before, the second of each pair gives its vector to
 * the first; after, it gets the result. Cost: two messages of the whole vector, none when all work.
 */
static int fold_before(struct rg *r, void *frame)
{
	struct fold *s = frame;
	struct rg_span none = rg_head(RG_OUT, 0);

	RG_BEGIN(r, s);
	if (fold_paired(s)) {
		partial_swap(r, &s->partial, fold_twin(s), s->worker < 0 ? s->all : none,
		             s->worker < 0 ? none : s->all);
		rg_wait(r, s);
		if (s->worker >= 0)
			partial_add(r, &s->partial, s->all, true);
	}
	RG_END(s);
}

static int fold_after(struct rg *r, void *frame)
{
	struct fold *s = frame;

	RG_BEGIN(r, s);
	if (fold_paired(s)) {
		if (s->worker < 0)
			rg_recv(r, fold_twin(s), s->all);
		else
			rg_send(r, fold_twin(s), s->all);
		rg_wait(r, s);
	}
	RG_END(s);
}

/* The butterfly over a group (Rabenseifner 2004; Thakur, Rabenseifner & Gropp 2005): a
 * reduce-scatter by recursive halving, then an allgather by recursive doubling. The vector is cut
 * into as many blocks as there are workers. In step j of the first half each worker exchanges with
 * the one whose number differs in bit j: it gives half of what it has to do with, and adds the
 * other half. In the end it holds the sum of one block. The second half goes the same way back.
 *
 * The partner next door comes first: a partial result is always that of a contiguous run of the
 * group, and combining keeps its order. Cost for n members: 2 lg n messages, 2 (n - 1) / n of the
 * vector out of and into each; two messages of the whole vector more when n is no power of two.
 * Scratch: the vector.
 */
struct butterfly {
	int at, bit;
	struct fold fold; /* its group and partial result are the caller's to set */
};

static int butterfly(struct rg *r, void *frame)
{
	struct butterfly *s = frame;
	struct fold *f = &s->fold;

	RG_BEGIN(r, s);
	rg_run(r, s, fold_before, f);
	if (f->worker >= 0) {
		for (s->bit = 1; s->bit < f->workers; s->bit *= 2) {
			partial_swap(r, &f->partial, fold_worker(f, f->worker ^ s->bit),
			             butterfly_part(r, f, f->worker ^ s->bit, 2 * s->bit),
			             butterfly_part(r, f, f->worker, 2 * s->bit));
			rg_wait(r, s);
			partial_add(r, &f->partial, butterfly_part(r, f, f->worker, 2 * s->bit),
			            !(f->worker & s->bit));
		}
		partial_end(r, &f->partial, butterfly_part(r, f, f->worker, f->workers));
		for (s->bit = f->workers / 2; s->bit > 0; s->bit /= 2) {
			rg_send(r, fold_worker(f, f->worker ^ s->bit),
			        butterfly_part(r, f, f->worker, 2 * s->bit));
			rg_recv(r, fold_worker(f, f->worker ^ s->bit),
			        butterfly_part(r, f, f->worker ^ s->bit, 2 * s->bit));
			rg_wait(r, s);
		}
	}
	rg_run(r, s, fold_after, f);
	RG_END(s);
}

/* Butterfly allreduce (Rabenseifner 2004), any P: what MPI libraries do with long vectors. When P
 * is a power of two it sends no more than the ring, in 2 lg P steps, but to partners that are up to
 * P / 2 places away, so that messages meet on the links.
 *
 * Cost and scratch: the butterfly's. Processes are numbered along the ring, or by rank where the
 * order of the operands matters, and combined in that order, each block in one place: the operation
 * need not commute, and all processes get the same bits.
 */
struct butterfly_allreduce {
	int at;
	struct butterfly butterfly;
};

static int butterfly_allreduce(struct rg *r, void *frame)
{
	struct butterfly_allreduce *s = frame;

	RG_BEGIN(r, s);
	fold_begin(&s->butterfly.fold, rg_everyone(r), rg_head(RG_OUT, r->n));
	s->butterfly.fold.partial = partial_begin(r, 0);
	rg_run(r, s, butterfly, &s->butterfly);
	RG_END(s);
}

static const struct rg_algorithm rg_butterfly_allreduce = {
	.name = "butterfly",
	.run = butterfly_allreduce,
	.frame = sizeof(struct butterfly_allreduce),
	.scratch = fold_scratch,
};

/* Recursive doubling allreduce (Thakur & Gropp 2003; Thakur, Rabenseifner & Gropp 2005): in step j
 * every process exchanges its whole partial result with the one whose number differs in bit j, so
 * that after lg P steps each has the sum of all. When P is no power of two, the rest is folded
 * first (fold_before).
 *
 * Cost: lg P messages of the whole vector out of and into each process, and as many combinations of
 * it; two messages more when P is no power of two. The fewest steps, so for short vectors. Scratch:
 * the vector. Processes are numbered along the ring, or by rank where the order of the operands
 * matters, and combined in that order, in the same way everywhere: the operation need not commute,
 * and all processes get the same bits.
 */
struct recursive_doubling {
	int at, bit;
	struct fold fold;
};

static int recursive_doubling(struct rg *r, void *frame)
{
	struct recursive_doubling *s = frame;
	struct fold *f = &s->fold;
	struct rg_span all = rg_head(RG_OUT, r->n);

	RG_BEGIN(r, s);
	fold_begin(f, rg_everyone(r), all);
	f->partial = partial_begin(r, recursive_doubling_turns(f));
	rg_run(r, s, fold_before, f);
	if (f->worker >= 0) {
		for (s->bit = 1; s->bit < f->workers; s->bit *= 2) {
			partial_swap(r, &f->partial, fold_worker(f, f->worker ^ s->bit), all, all);
			rg_wait(r, s);
			partial_add(r, &f->partial, all, !(f->worker & s->bit));
		}
		partial_end(r, &f->partial, all);
	}
	rg_run(r, s, fold_after, f);
	RG_END(s);
}

static const struct rg_algorithm rg_recursive_doubling_allreduce = {
	.name = "recursive-doubling",
	.run = recursive_doubling,
	.frame = sizeof(struct recursive_doubling),
	.scratch = fold_scratch,
};

/* The allgather of a factored exchange: from the own block in `to` to all of them.
 *
 * Cost: a step of p ports takes p messages, out of and into each process; all steps together (n -
 * 1) / n of the vector. A piece that goes beyond the vector's end takes two messages.
 */
static int exchange_gather(struct rg *r, void *frame)
{
	struct exchange *s = frame;

	RG_BEGIN(r, s);
	for (s->step = s->steps.steps - 1; s->step >= 0; s->step--) {
		for (int k = 1; k <= exchange_ports(s); k++)
			for (int second = 0; second < 2; second++) {
				struct piece theirs = exchange_theirs(s, k),
					     ours = exchange_ours(s, k);
				rg_send(r, ours.peer, exchange_part(r, s, s->to, ours, second));
				rg_recv(r, theirs.peer, exchange_part(r, s, s->to, theirs, second));
			}
		rg_wait(r, s);
	}
	RG_END(s);
}

/* The reduce-scatter of a factored exchange: from the own contribution in `from` to the own block
 * of the sum in `to`, which may be the same. The operation must commute.
 *
 * Cost: a step of p ports takes p messages, out of and into each process; all steps together (n -
 * 1) / n of the vector. A piece that goes beyond the vector's end takes two messages. Scratch: from
 * `landing` on, less than the vector.
 */
static int exchange_scatter(struct rg *r, void *frame)
{
	struct exchange *s = frame;

	RG_BEGIN(r, s);
	for (s->step = 0; s->step < s->steps.steps; s->step++) {
		exchange_give(r, s);
		rg_wait(r, s);
		exchange_add(r, s);
	}
	RG_END(s);
}

/* The factored allreduce of a vector over a group of processes (Jocksch & Piccinali 2023, Table 1):
 * a reduce-scatter of some steps, then allreduce steps, then an allgather. In an allreduce step of
 * p ports p + 1 processes give each other all that they have, and all add it up in the same way.
 *
 * rg.parameters: negative numbers are reduce-scatter steps. The last numbers, as many as it takes
 * to bring back what they scattered, are allgather steps ("-7 1 7": 8 blocks, an exchange with one
 * other process that has the same block, 8 blocks again); numbers in between are allreduce steps,
 * the last of which is taken again while there are processes for it. Without any ("-1") each of n
 * blocks, for n processes, is added up by one of them: halving and doubling for any n, without a
 * fold. None: the same.
 *
 * Cost: see exchange_scatter and exchange_gather; without allreduce steps 2 (n - 1) / n of the
 * vector out of and into each process, the least there is. When there are some, with s blocks, a
 * step of p ports takes p messages of 1 / s of the vector, and processes beyond the product of all
 * numbers are folded. Scratch: what comes in one step; the vector too when there is a fold. The
 * operation must commute; all processes get the same bits.
 */
static int factored(struct rg *r, void *frame)
{
	struct factored *s = frame;
	struct exchange *x = &s->exchange;

	RG_BEGIN(r, s);
	rg_run(r, s, fold_before, &s->fold);
	if (s->fold.worker >= 0) {
		x->from = partial_in(&s->fold.partial, s->fold.partial.in, x->to);
		rg_run(r, s, exchange_scatter, x);
		for (s->step = 0; s->step < s->acrosses; s->step++) {
			factored_swap(r, s);
			rg_wait(r, s);
			factored_add(r, s);
		}
		if (s->fold.group.n == 1)
			partial_end(r, &s->fold.partial, x->to);
		x->steps = s->gather;
		rg_run(r, s, exchange_gather, x);
	}
	rg_run(r, s, fold_after, &s->fold);
	RG_END(s);
}

/* Allreduce on machines of several ranks, through windows inside them. The first k processes of
 * each machine have a share of the vector each: they add up what their machine has of it, exchange
 * the sums with those who have the same share on other machines, and publish the result, which all
 * on their machine copy. The vector goes in rounds of a window.
 *
 * A window serves the next round at once, each share in its place. What a process published was
 * read by the k before they told of the result. Where one of those publishes its result it
 * published nothing else, and the result of the round before was copied by all before they told of
 * this round.
 *
 * Cost: each process writes its vector to its window, the k together read it there; they write the
 * result, and all read it. Two notifications a round; between machines the factored allreduce of
 * one k-th of the vector for each of the k, by rg.parameters. Scratch: its own; lg p shares of a
 * round and one more with MPI_IN_PLACE, for p ranks on a machine. The operation must commute.
 */
static int shared_factored(struct rg *r, void *frame)
{
	struct shared_factored *s = frame;
	struct rg_group machine = rg_machine(r);
	int me = machine.me;

	RG_BEGIN(r, s);
	for (s->done = 0; s->done < rg_slice(r, RG_OUT, 0, r->n).len;
	     s->done += shared_most(r, s->k)) {
		shared_publish_shares(r, &machine, s);
		shared_tell(r, &machine, s->k, false);
		rg_wait(r, s);
		if (me < s->k) {
			shared_exchange_begin(r, s, &machine, shared_part_of(r, s, RG_OUT, me));
			shared_add_share(r, &machine, s);
			rg_run(r, s, factored, &s->factored);
			if (machine.n > 1)
				rg_copy(r, shared_pane(r, s, me, me),
				        shared_part_of(r, s, RG_OUT, me));
		}
		shared_tell(r, &machine, s->k, true);
		rg_wait(r, s);
		shared_collect_shares(r, &machine, s);
	}
	RG_END(s);
}

/* Allreduce on machines of several ranks, by shared_factored. All processes of a machine have a
 * share, or as many as there are on the machine that has the fewest.
 */
struct shared_factored_allreduce {
	int at;
	struct shared_factored all;
};

static int shared_factored_allreduce(struct rg *r, void *frame)
{
	struct shared_factored_allreduce *s = frame;

	RG_BEGIN(r, s);
	s->all.k = rg_fewest(r, RG_ON_MACHINE);
	rg_run(r, s, shared_factored, &s->all);
	RG_END(s);
}

static int64_t shared_factored_allreduce_scratch(const struct rg *r)
{
	return shared_factored_scratch(r, rg_fewest(r, RG_ON_MACHINE));
}

static const struct rg_algorithm rg_shared_factored_allreduce = {
	.name = "shared-factored",
	.run = shared_factored_allreduce,
	.frame = sizeof(struct shared_factored_allreduce),
	.scratch = shared_factored_allreduce_scratch,
	.commutes = true,
	.lanes = true,
	.windows = true,
	.takes = RG_PORTS,
	.tries = RG_WORDS("1", "-1", "-3"),
	.level = RG_ON_MACHINE,
};

/* Allreduce on machines of several ranks, for short vectors, by shared_factored. The first process
 * of each machine adds up all, and so each machine sends the fewest messages.
 */
struct shared_leaders_allreduce {
	int at;
	struct shared_factored all;
};

static int shared_leaders_allreduce(struct rg *r, void *frame)
{
	struct shared_leaders_allreduce *s = frame;

	RG_BEGIN(r, s);
	s->all.k = 1;
	rg_run(r, s, shared_factored, &s->all);
	RG_END(s);
}

static int64_t shared_leaders_allreduce_scratch(const struct rg *r)
{
	return shared_factored_scratch(r, 1);
}

static const struct rg_algorithm rg_shared_leaders_allreduce = {
	.name = "shared-leaders",
	.run = shared_leaders_allreduce,
	.frame = sizeof(struct shared_leaders_allreduce),
	.scratch = shared_leaders_allreduce_scratch,
	.commutes = true,
	.lanes = true,
	.windows = true,
	.takes = RG_PORTS,
	.tries = RG_WORDS("1", "3", "-1", "-3"),
	.level = RG_ON_MACHINE,
};

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

/* Allgather in columns, for machines of several ranks and for equal and unequal blocks: put the own
 * block in its place, then by columns_gather. Each block enters each machine once. With one rank on
 * each machine it is the ring.
 */
struct columns_allgather {
	int at;
	struct columns_gather gather;
};

static int columns_allgather(struct rg *r, void *frame)
{
	struct columns_allgather *s = frame;

	RG_BEGIN(r, s);
	if (!r->in_place)
		rg_copy(r, rg_block(r, RG_OUT, r->pos), rg_own(r, RG_IN));
	s->gather.c = columns_begin(r, false, rg_level_of(r->parameters, RG_ON_MACHINE));
	rg_run(r, s, columns_gather, &s->gather);
	RG_END(s);
}

static const struct rg_algorithm rg_columns_allgather = {
	.name = "columns",
	.run = columns_allgather,
	.frame = sizeof(struct columns_allgather),
	.lanes = true,
	.takes = RG_A_LEVEL,
	.tries = RG_WORDS("machine", "switch"),
	.names = RG_WORDS("columns", "islands"),
	.level = RG_ON_MACHINE,
};

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

/* Allgather in columns, with windows inside the machines, for equal and unequal blocks: put the own
 * block in its place, let the columns go around the machines, and each publish what it has then. A
 * machine that has more processes than there are columns exchanges its own blocks before.
 *
 * Cost: (M - 1) / M of the vector out of and into each of M machines, in M - 1 steps; inside the
 * machine its processes together write the vector to their windows, and each reads it. No scratch.
 */
struct shared_columns_allgather {
	int at;
	struct shared_columns inside;
	struct columns_gather gather;
};

static int shared_columns_allgather(struct rg *r, void *frame)
{
	struct shared_columns_allgather *s = frame;

	RG_BEGIN(r, s);
	if (!r->in_place)
		rg_copy(r, rg_block(r, RG_OUT, r->pos), rg_own(r, RG_IN));
	s->gather.c = columns_begin(r, false, RG_ON_MACHINE);
	s->gather.c.shared = true;
	s->inside.half = 0;
	if (rg_machine(r).n > s->gather.c.k) {
		s->inside.c = columns_inside(r);
		rg_run(r, s, shared_columns_gather, &s->inside);
	}
	rg_run(r, s, columns_gather, &s->gather);
	s->inside.c = s->gather.c;
	rg_run(r, s, shared_columns_gather, &s->inside);
	RG_END(s);
}

static const struct rg_algorithm rg_shared_columns_allgather = {
	.name = "shared-columns",
	.run = shared_columns_allgather,
	.frame = sizeof(struct shared_columns_allgather),
	.lanes = true,
	.windows = true,
	.level = RG_ON_MACHINE,
};

/* The second half of the ring (Patarasuk & Yuan 2009, section 4.1, after Thakur, Rabenseifner &
 * Gropp): every process begins with its own block in RG_OUT and passes on the block that reached it
 * last, to its right neighbour only, P - 1 times. Cost: (P - 1) messages of one block, (P - 1) / P
 * of the vector in and out of each process, which is the least there is. No scratch.
 */
struct ring {
	int at, step;
};

static int ring_circulate(struct rg *r, void *frame)
{
	struct ring *s = frame;

	RG_BEGIN(r, s);
	for (s->step = 1; s->step < P; s->step++) {
		rg_send(r, rg_next(r), rg_block(r, RG_OUT, r->pos - s->step + 1));
		rg_recv(r, rg_prev(r), rg_block(r, RG_OUT, r->pos - s->step));
		rg_wait(r, s);
	}
	RG_END(s);
}

/* Ring allgather, for equal and unequal blocks: put the own block in its place, then circulate.
 */
struct ring_allgather {
	int at;
	struct ring circulate;
};

static int ring_allgather(struct rg *r, void *frame)
{
	struct ring_allgather *s = frame;

	RG_BEGIN(r, s);
	if (!r->in_place)
		rg_copy(r, rg_block(r, RG_OUT, r->pos), rg_own(r, RG_IN));
	rg_run(r, s, ring_circulate, &s->circulate);
	RG_END(s);
}

static const struct rg_algorithm rg_ring_allgather = {
	.name = "ring",
	.run = ring_allgather,
	.frame = sizeof(struct ring_allgather),
	.ring = true,
	.lanes = true,
};

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
	if (r->in_place && r->lanes > 1) {
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

/* Reduce-scatter in columns, for machines of several ranks: see columns_reduce. With one rank on
 * each machine it is the ring. Scratch, for p ranks on a machine: p + 1 times the blocks that a
 * column has of one machine. The operation must commute.
 */
struct columns_reduce_scatter {
	int at;
	struct columns_scatter scatter;
};

static int columns_reduce_scatter(struct rg *r, void *frame)
{
	struct columns_reduce_scatter *s = frame;

	RG_BEGIN(r, s);
	s->scatter.reduce.c = columns_begin(r, false, rg_level_of(r->parameters, RG_ON_MACHINE));
	rg_run(r, s, columns_scatter, &s->scatter);
	RG_END(s);
}

static const struct rg_algorithm rg_columns_reduce_scatter = {
	.name = "columns",
	.run = columns_reduce_scatter,
	.frame = sizeof(struct columns_reduce_scatter),
	.scratch = columns_reduce_scatter_scratch,
	.commutes = true,
	.lanes = true,
	.takes = RG_A_LEVEL,
	.tries = RG_WORDS("machine", "switch"),
	.names = RG_WORDS("columns", "islands"),
	.level = RG_ON_MACHINE,
};

/* Recursive halving (Thakur & Gropp 2003, section 4.3), any P, for equal and unequal blocks. The
 * partner next door comes first, with half of the vector, and the farthest last, with one block:
 * the longer a message, the nearer it goes, and partial results are always those of contiguous runs
 * of processes, whose order is kept. (For operations that do not commute the authors take a
 * recursive doubling, with lg P times the data.) After the step for a bit of its number, a worker
 * has to do with those that have the same bits up to that one; the blocks of such workers are put
 * together in scratch, which is in the order of the numbers read backwards.
 *
 * Cost for w workers, the largest power of two that is not above P: lg w messages, (w - 1) / w of
 * the vector out of and into each; when P is no power of two, a message of the whole vector before
 * and one of a block after that, for the pairs of the fold. Scratch: two vectors. The operation
 * need not commute; the bits are those of the allreduce by recursive doubling.
 */
struct halving {
	int at, bit;
	struct workers w;
	int64_t in; /* where in RG_TMP the partial result begins: 0 or n */
};

static int halving(struct rg *r, void *frame)
{
	struct halving *s = frame;
	struct rg_span mine = rg_head(rg_mine(r), r->n), came = {RG_TMP, r->n, r->n};

	RG_BEGIN(r, s);
	s->w = workers_of(rg_everyone(r));
	s->in = 0;
	if (s->w.me < 0) {
		rg_send(r, workers_twin(&s->w), mine);
		rg_wait(r, s);
		rg_recv(r, workers_twin(&s->w), rg_own(r, RG_OUT));
		rg_wait(r, s);
	} else {
		if (workers_twin(&s->w) >= 0) {
			rg_recv(r, workers_twin(&s->w), came);
			rg_wait(r, s);
			rg_combine(r, mine, came);
			halving_arrange(r, &s->w, RG_TMP, r->n);
		} else {
			halving_arrange(r, &s->w, rg_mine(r), 0);
		}
		for (s->bit = 1; s->bit < s->w.n; s->bit *= 2) {
			rg_send(r, workers_rank(&s->w, s->w.me ^ s->bit, false),
			        halving_part(r, &s->w, s->in, s->w.me ^ s->bit, 2 * s->bit));
			rg_recv(r, workers_rank(&s->w, s->w.me ^ s->bit, false),
			        halving_part(r, &s->w, r->n - s->in, s->w.me, 2 * s->bit));
			rg_wait(r, s);
			/* The sum is where its right operand has been. */
			if (!(s->w.me & s->bit))
				s->in = r->n - s->in;
			rg_combine(r, halving_part(r, &s->w, r->n - s->in, s->w.me, 2 * s->bit),
			           halving_part(r, &s->w, s->in, s->w.me, 2 * s->bit));
		}
		rg_copy(r, rg_own(r, RG_OUT), halving_block(r, &s->w, s->in, s->w.me, false));
		if (workers_twin(&s->w) >= 0) {
			rg_send(r, workers_twin(&s->w),
			        halving_block(r, &s->w, s->in, s->w.me, true));
			rg_wait(r, s);
		}
	}
	RG_END(s);
}

static const struct rg_algorithm rg_halving_reduce_scatter = {
	.name = "recursive-halving",
	.run = halving,
	.frame = sizeof(struct halving),
	.scratch = halving_scratch,
};

/* Ring reduce-scatter (Patarasuk & Yuan 2009, section 4.1), for equal and unequal blocks: the first
 * half of the ring allreduce, but nothing except the own block may be written to the result, so the
 * partial results travel through scratch.
 *
 * Cost: P - 1 messages of one block. Scratch: two of the longest block, one that leaves and one
 * that arrives. The operation must commute.
 */
struct ring_reduce_scatter {
	int at, step;
	int64_t longest;
};

static int ring_reduce_scatter(struct rg *r, void *frame)
{
	struct ring_reduce_scatter *s = frame;

	RG_BEGIN(r, s);
	if (P == 1 && !r->in_place)
		rg_copy(r, rg_own(r, RG_OUT), rg_block(r, RG_IN, 0));
	s->longest = rg_longest(r);
	for (s->step = 1; s->step < P; s->step++) {
		rg_send(r, rg_next(r),
		        s->step == 1 ? rg_block(r, rg_mine(r), r->pos - 1)
		                     : ring_partial(r, s->longest, s->step - 1));
		rg_recv(r, rg_prev(r), ring_partial(r, s->longest, s->step));
		rg_wait(r, s);
		rg_combine(r, rg_block(r, rg_mine(r), r->pos - s->step - 1),
		           ring_partial(r, s->longest, s->step));
	}
	if (r->in_place && P > 1) {
		/* RG_OUT still holds the contribution, whose place the result takes: in that of
		 * another block, perhaps, which another lane still needs. */
		if (r->lanes > 1) {
			rg_join(r);
			rg_wait(r, s);
		}
		rg_copy(r, rg_own(r, RG_OUT), ring_partial(r, s->longest, P - 1));
	}
	RG_END(s);
}

static const struct rg_algorithm rg_ring_reduce_scatter = {
	.name = "ring",
	.run = ring_reduce_scatter,
	.frame = sizeof(struct ring_reduce_scatter),
	.scratch = ring_reduce_scatter_scratch,
	.commutes = true,
	.ring = true,
	.lanes = true,
};

/* Broadcast along the ring, from the root on: each process passes the vector to the next. In lanes
 * it is a pipeline (the chain of Nishtala et al. 2003 and of Thakur & Gropp 2003, in the order of
 * the ring): while a segment is on its way to the next process, the one behind it comes in.
 *
 * Cost: the vector once into each process but the root, and once out of each but the last: no link
 * of a ring that is proved carries it twice in a direction, and it has to go over each link between
 * machines once. P - 1 steps for the first segment. No scratch.
 */
struct ring_bcast {
	int at;
};

static int ring_bcast(struct rg *r, void *frame)
{
	struct ring_bcast *s = frame;
	struct rg_span all = rg_slice(r, RG_OUT, 0, r->n);

	RG_BEGIN(r, s);
	if (r->rank != r->root) {
		rg_recv(r, rg_prev(r), all);
		rg_wait(r, s);
	}
	if (rg_next(r) != r->root) {
		rg_send(r, rg_next(r), all);
		rg_wait(r, s);
	}
	RG_END(s);
}

static const struct rg_algorithm rg_ring_bcast = {
	.name = "ring",
	.run = ring_bcast,
	.frame = sizeof(struct ring_bcast),
	.ring = true,
	.lanes = true,
	.segments = true,
};

/* Broadcast on machines of several ranks: along a tree of their leaders, of which the root is one,
 * by messages, and through windows inside them. In rounds: while a machine copies one, the message
 * of the next is under way.
 *
 * Cost: the vector once into each machine but the root's, and out of it as often as its leader has
 * children. The leader writes it to its window once, the others read it there. No scratch.
 */
struct shared_leaders_bcast {
	int at;
	struct shared_leaders of;
	int64_t k; /* the round */
	struct shared_pipe pipe;
};

/* This lane's elements of round k: in RG_OUT, in the leader's window. */
static struct rg_span leaders_bcast_round(const struct rg *r, const struct shared_leaders_bcast *s,
                                          int64_t k)
{
	int64_t most = s->pipe.ring.most;
	return shared_piece(rg_slice(r, RG_OUT, 0, r->n), k * most, most);
}

static struct rg_span leaders_bcast_place(const struct rg *r, const struct shared_leaders_bcast *s)
{
	return (struct rg_span){RG_WINDOW + s->of.lead, shared_ring_place(&s->pipe.ring, s->k),
	                        leaders_bcast_round(r, s, s->k).len};
}

/* Round k comes from the parent, to whoever leads; and its slot is free, or it is there. */
static void leaders_bcast_expect(struct rg *r, const struct shared_leaders_bcast *s, int64_t k)
{
	if (s->of.leads && s->of.tree.parent >= 0)
		rg_recv(r, s->of.tree.parent, leaders_bcast_round(r, s, k));
	shared_pipe_before(r, &s->pipe, k);
}

/* A leader passes the round on, and publishes it. */
static void leaders_bcast_pass(struct rg *r, const struct shared_leaders_bcast *s)
{
	for (int i = 0; i < s->of.children; i++)
		rg_send(r, rooted_child(r, &s->of.tree, i).rank, leaders_bcast_round(r, s, s->k));
	if (s->of.machine.n > 1)
		rg_copy(r, leaders_bcast_place(r, s), leaders_bcast_round(r, s, s->k));
}

static void leaders_bcast_begin(const struct rg *r, struct shared_leaders_bcast *s)
{
	int64_t len = rg_slice(r, RG_OUT, 0, r->n).len;

	s->of = shared_leaders_of(r);
	s->pipe.one = s->of.one;
	s->pipe.from = true;
	s->pipe.ring = shared_ring_of(r, len, shared_pipe_long(r, len), 1);
}

static int shared_leaders_bcast(struct rg *r, void *frame)
{
	struct shared_leaders_bcast *s = frame;

	RG_BEGIN(r, s);
	leaders_bcast_begin(r, s);
	leaders_bcast_expect(r, s, 0);
	rg_wait(r, s);
	for (; s->k < s->pipe.ring.rounds; s->k++) {
		if (s->of.leads)
			leaders_bcast_pass(r, s);
		else
			rg_copy(r, leaders_bcast_round(r, s, s->k), leaders_bcast_place(r, s));
		shared_pipe_after(r, &s->pipe, s->k);
		leaders_bcast_expect(r, s, s->k + 1);
		rg_wait(r, s);
	}
	RG_END(s);
}

static const struct rg_algorithm rg_shared_leaders_bcast = {
	.name = "shared-leaders",
	.run = shared_leaders_bcast,
	.frame = sizeof(struct shared_leaders_bcast),
	.lanes = true,
	.windows = true,
	.early = true,
	.takes = RG_A_TREE,
	.tries = RG_WORDS("binomial machine", "binary machine", "chain machine", "binomial switch"),
	.level = RG_ON_MACHINE,
};

/* The fold of a reduction to a root: of each pair the one that does not work gives its vector to
 * the other one. Cost: a message of the whole vector, none when all work.
 */
struct rooted_fold {
	int at;
	struct rooted_partial partial; /* the caller's to set */
};

static int rooted_fold(struct rg *r, void *frame)
{
	struct rooted_fold *s = frame;
	struct rooted_partial *p = &s->partial;
	struct rg_span all = rg_slice(r, RG_OUT, 0, r->n), none = rg_head(RG_OUT, 0);

	RG_BEGIN(r, s);
	if (rooted_partial_paired(p)) {
		rooted_partial_swap(r, p, rooted_partial_twin(p), p->works ? none : all,
		                    p->works ? all : none);
		rg_wait(r, s);
		if (p->works)
			rooted_partial_add(r, p, all, p->group.me % 2 == 0);
	}
	RG_END(s);
}

/* Reduce along a binomial tree in the order of the ranks (Thakur & Gropp 2003, section 4.4, for
 * operations that do not commute), but with the root at the top whichever it is: of two runs of
 * ranks that are combined, the one that has the root in it keeps the result. So no message is
 * needed from rank 0 to the root. When P is no power of two, the rest is folded first.
 *
 * Cost: the vector once out of each process but the root; ceil(lg P) steps and combinations. In
 * lanes it is a pipeline of segments. Scratch: two segments, one at the root. Processes are
 * numbered along the ring, or by rank where the order of the operands matters, and combined in that
 * order and in the brackets of recursive doubling, whatever the root: the operation need not
 * commute.
 */
struct in_order_reduce {
	int at, bit;
	struct rooted_fold fold;
};

static int in_order_reduce(struct rg *r, void *frame)
{
	struct in_order_reduce *s = frame;
	struct rooted_partial *p = &s->fold.partial;
	struct rg_span all = rg_slice(r, RG_OUT, 0, r->n), none = rg_head(RG_OUT, 0);
	bool stays;

	RG_BEGIN(r, s);
	*p = rooted_partial_begin(r);
	rg_run(r, s, rooted_fold, &s->fold);
	for (s->bit = 1; p->works && s->bit < p->workers; s->bit *= 2) {
		stays = (p->worker & s->bit) == (p->top & s->bit);
		rooted_partial_swap(r, p, rooted_partial_rank(r, p, p->worker ^ s->bit),
		                    stays ? none : all, stays ? all : none);
		rg_wait(r, s);
		p->works = (p->worker & s->bit) == (p->top & s->bit);
		if (p->works)
			rooted_partial_add(r, p, all, !(p->worker & s->bit));
	}
	rooted_partial_end(r, p, all);
	RG_END(s);
}

static const struct rg_algorithm rg_in_order_reduce = {
	.name = "in-order",
	.run = in_order_reduce,
	.frame = sizeof(struct in_order_reduce),
	.scratch = rooted_partial_scratch,
	.lanes = true,
	.segments = true,
};

/* A round of a reduction on one machine, through windows, to one of its processes. Few processes,
 * or short vectors: all others publish what they have, and it adds up; nobody but it waits for more
 * than a slot. Else each adds up a share of the round's elements and publishes the sum, and that
 * one copies the sums.
 *
 * Cost: each process but the one writes its elements to its window, the one reads n - 1 of them; or
 * each writes and reads one, the one two, and all meet once more. Scratch: lg n times a round's
 * elements, or a share of them; none for two processes. All are combined in the brackets of
 * recursive doubling.
 */
struct shared_up {
	int at;
	/* The caller's to set: */
	int one;                 /* the rank that adds up; pipe.one is its place on the machine */
	struct rg_span mine, to; /* the round's elements; where their sum goes, there */
	int64_t k;               /* the round */
	int64_t keep;            /* the element of RG_TMP from which on it is used */
	struct shared_pipe pipe; /* .from false */
};

static struct rg_group shared_up_group(const struct rg *r)
{
	return r->ordered ? rg_all(r) : rg_machine(r);
}

/* Does the one add up everything, of a vector of so many elements? It reads n - 1 vectors then,
 * else three are read or written one after the other. */
static bool shared_up_alone(const struct rg *r, int64_t len)
{
	enum { FEW = 4, SHORT = 512 };
	int n = shared_up_group(r).n;
	return n <= FEW || len * (n - 2) <= (r->window < SHORT ? r->window : SHORT);
}

/* For rounds of so many elements of it. */
static int64_t shared_up_scratch(const struct rg *r, int64_t len, int64_t most, bool one)
{
	struct rg_group g = shared_up_group(r);
	if (!shared_up_alone(r, len))
		return shared_kept(&g) * ((most + g.n - 1) / g.n);
	return one ? shared_kept(&g) * most : 0;
}

/* Where a rank's elements are in its window. */
static int64_t shared_up_place(const struct shared_up *s)
{
	return shared_ring_place(&s->pipe.ring, s->k);
}

static struct rg_span shared_up_pane(const struct shared_up *s, int rank)
{
	return (struct rg_span){RG_WINDOW + rank, shared_up_place(s), s->mine.len};
}

/* The one's elements stand where the sum goes. There they may be the right operand of it. */
static bool shared_up_aside(const struct shared_up *s, const struct rg_group *g)
{
	bool same = s->mine.buf == s->to.buf && s->mine.off == s->to.off;
	return same && !(g->n == 2 && g->me == 1);
}

/* What others are to read: all of the elements, or all but the own share. Of the one's what it
 * cannot add up where it stands. */
static void shared_up_publish(struct rg *r, const struct rg_group *g, const struct shared_up *s,
                              bool alone)
{
	struct rg_span to = shared_up_pane(s, r->rank);

	if (alone) {
		if (r->rank != s->one || shared_up_aside(s, g))
			rg_copy(r, to, s->mine);
		return;
	}
	for (int i = 0; i < g->n; i++)
		if (i != g->me)
			rg_copy(r, shared_share(to, i, g->n), shared_share(s->mine, i, g->n));
}

/* The one adds up all. */
static void shared_up_add(struct rg *r, const struct rg_group *g, const struct shared_up *s)
{
	struct rg_span own = shared_up_aside(s, g) ? shared_up_pane(s, r->rank) : s->mine;

	shared_add(r,
	           (struct shared_sum){
			   .group = g, .own = own, .off = shared_up_place(s), .keep = s->keep},
	           s->to);
}

/* Each adds up its share to its window. */
static void shared_up_add_share(struct rg *r, const struct rg_group *g, const struct shared_up *s)
{
	struct rg_span own = shared_share(s->mine, g->me, g->n);
	struct rg_span to = shared_share(shared_up_pane(s, r->rank), g->me, g->n);

	shared_add(r, (struct shared_sum){.group = g, .own = own, .off = to.off, .keep = s->keep},
	           to);
}

/* All tell the one that they have. */
static void shared_up_tell(struct rg *r, const struct rg_group *g, const struct shared_up *s)
{
	for (int i = 0; i < g->n && r->rank == s->one; i++)
		if (i != g->me)
			rg_await(r, rg_member(g, i));
	if (r->rank != s->one)
		rg_notify(r, s->one);
}

/* The one copies all shares' sums. */
static void shared_up_collect(struct rg *r, const struct rg_group *g, const struct shared_up *s)
{
	for (int i = 0; i < g->n; i++)
		rg_copy(r, shared_share(s->to, i, g->n),
		        shared_share(shared_up_pane(s, rg_member(g, i)), i, g->n));
}

/* `alone`, of the whole vector, is the same in all rounds. */
static int shared_up(struct rg *r, void *frame)
{
	struct shared_up *s = frame;
	struct rg_group g = shared_up_group(r);
	bool alone = shared_up_alone(r, rg_slice(r, RG_OUT, 0, r->n).len);

	RG_BEGIN(r, s);
	if (alone) {
		shared_pipe_before(r, &s->pipe, s->k);
		rg_wait(r, s);
		shared_up_publish(r, &g, s, alone);
		if (r->rank == s->one)
			shared_up_add(r, &g, s);
		shared_pipe_after(r, &s->pipe, s->k);
	} else {
		shared_up_publish(r, &g, s, alone);
		shared_meet(r, &g);
		rg_wait(r, s);
		shared_up_add_share(r, &g, s);
		shared_up_tell(r, &g, s);
		rg_wait(r, s);
		if (r->rank == s->one)
			shared_up_collect(r, &g, s);
	}
	RG_END(s);
}

/* Reduce on machines of several ranks: through windows to the leader of each, of which the root is
 * one, and along a tree of the leaders by messages. In rounds: while a machine adds up one, the
 * messages of the one before are under way.
 *
 * Cost: the vector once out of each machine but the root's, and into it as often as its leader has
 * children; inside a machine that of shared_up. Scratch, of a leader: a round's elements for each
 * child, and of two rounds' sums; of all, that of shared_up. Contributions are combined machine by
 * machine: the operation must commute.
 */
struct shared_leaders_reduce {
	int at, child;
	struct shared_leaders of;
	int64_t done, most; /* elements in earlier rounds; of one round */
	struct shared_up up;
};

/* This lane's elements of the round that begins with element `done`, in a buffer of all. */
static struct rg_span leaders_reduce_round(const struct rg *r,
                                           const struct shared_leaders_reduce *s, int buf,
                                           int64_t done)
{
	return shared_piece(rg_slice(r, buf, 0, r->n), done, s->most);
}

/* Where the sum of a round goes. Two rounds take turns in scratch, but at the root. */
static struct rg_span leaders_reduce_sum(const struct rg *r, const struct shared_leaders_reduce *s,
                                         int64_t done)
{
	struct rg_span all = leaders_reduce_round(r, s, RG_OUT, done);
	if (r->rank == r->root)
		return all;
	return (struct rg_span){RG_TMP, done / s->most % 2 * s->most, all.len};
}

/* Where the machine's sum stands: who is alone has its own contribution. */
static struct rg_span leaders_reduce_machine(const struct rg *r,
                                             const struct shared_leaders_reduce *s, int64_t done)
{
	if (s->of.machine.n > 1)
		return leaders_reduce_sum(r, s, done);
	return leaders_reduce_round(r, s, rg_mine(r), done);
}

static struct rg_span leaders_reduce_landing(const struct rg *r,
                                             const struct shared_leaders_reduce *s, int child,
                                             int64_t done)
{
	return (struct rg_span){RG_TMP, (2 + child) * s->most,
	                        leaders_reduce_round(r, s, RG_OUT, done).len};
}

/* What a child has of a round is to come; it has come: add it up. */
static void leaders_reduce_expect(struct rg *r, const struct shared_leaders_reduce *s, int child,
                                  int64_t done)
{
	rg_recv(r, rooted_child(r, &s->of.tree, child).rank,
	        leaders_reduce_landing(r, s, child, done));
}

static void leaders_reduce_add(struct rg *r, const struct shared_leaders_reduce *s, int child,
                               int64_t done)
{
	struct rg_span sum = leaders_reduce_sum(r, s, done);
	bool first = child == s->of.children - 1;
	rg_combine_to(r, sum, leaders_reduce_landing(r, s, child, done),
	              first ? leaders_reduce_machine(r, s, done) : sum);
}

/* All of a round. */
static void leaders_reduce_expect_all(struct rg *r, const struct shared_leaders_reduce *s,
                                      int64_t done)
{
	for (int i = s->of.children - 1; i >= 0; i--)
		leaders_reduce_expect(r, s, i, done);
}

static void leaders_reduce_add_all(struct rg *r, const struct shared_leaders_reduce *s,
                                   int64_t done)
{
	for (int i = s->of.children - 1; i >= 0; i--)
		leaders_reduce_add(r, s, i, done);
}

/* A leader's sum goes to its parent, or is the result. */
static void leaders_reduce_pass(struct rg *r, const struct shared_leaders_reduce *s, int64_t done)
{
	struct rg_span sum = leaders_reduce_sum(r, s, done);
	struct rg_span from = s->of.children ? sum : leaders_reduce_machine(r, s, done);

	if (s->of.leads && s->of.tree.parent >= 0)
		rg_send(r, s->of.tree.parent, from);
	else if (s->of.leads && from.buf != RG_OUT)
		rg_copy(r, sum, from);
}

static void leaders_reduce_begin(struct rg *r, struct shared_leaders_reduce *s)
{
	int64_t len = rg_slice(r, RG_OUT, 0, r->n).len;

	s->of = shared_leaders_of(r);
	s->most = shared_pipe_long(r, len);
	s->up.one = s->of.lead;
	s->up.pipe.one = s->of.one;
	s->up.pipe.ring = shared_ring_of(r, len, s->most, 1);
	s->up.keep = s->of.leads ? (2 + s->of.children) * s->most : 0;
}

/* The rounds but for the last one's messages. */
static int leaders_reduce_rounds(struct rg *r, void *frame)
{
	struct shared_leaders_reduce *s = frame;

	RG_BEGIN(r, s);
	for (; s->done < rg_slice(r, RG_OUT, 0, r->n).len; s->done += s->most) {
		s->up.mine = leaders_reduce_round(r, s, rg_mine(r), s->done);
		s->up.to = leaders_reduce_sum(r, s, s->done);
		if (s->done)
			leaders_reduce_expect_all(r, s, s->done - s->most);
		if (s->of.machine.n > 1)
			rg_run(r, s, shared_up, &s->up);
		rg_wait(r, s);
		if (s->done) {
			leaders_reduce_add_all(r, s, s->done - s->most);
			leaders_reduce_pass(r, s, s->done - s->most);
		}
		s->up.k++;
	}
	RG_END(s);
}

/* Those: of a short vector, whose only round it is, what comes first is added up while the rest is
 * awaited. */
static int leaders_reduce_last(struct rg *r, void *frame)
{
	struct shared_leaders_reduce *s = frame;

	RG_BEGIN(r, s);
	for (s->child = s->of.children - 1; s->child >= 0 && s->up.pipe.ring.rounds == 1;
	     s->child--) {
		leaders_reduce_expect(r, s, s->child, 0);
		rg_wait(r, s);
		leaders_reduce_add(r, s, s->child, 0);
	}
	if (s->up.pipe.ring.rounds > 1) {
		leaders_reduce_expect_all(r, s, s->done - s->most);
		rg_wait(r, s);
		leaders_reduce_add_all(r, s, s->done - s->most);
	}
	leaders_reduce_pass(r, s, s->done - s->most);
	rg_wait(r, s);
	RG_END(s);
}

struct shared_leaders_reduction {
	int at;
	struct shared_leaders_reduce all;
};

static int shared_leaders_reduce(struct rg *r, void *frame)
{
	struct shared_leaders_reduction *s = frame;

	RG_BEGIN(r, s);
	leaders_reduce_begin(r, &s->all);
	if (rg_slice(r, RG_OUT, 0, r->n).len) {
		rg_run(r, s, leaders_reduce_rounds, &s->all);
		rg_run(r, s, leaders_reduce_last, &s->all);
	}
	RG_END(s);
}

static int64_t shared_leaders_reduce_scratch(const struct rg *r)
{
	int64_t len = rg_slice(r, RG_OUT, 0, r->n).len;
	struct shared_leaders of = shared_leaders_of(r);
	int64_t most = shared_pipe_long(r, len);
	int64_t own = of.leads ? (2 + of.children) * most : 0;
	return own + (of.machine.n > 1 ? shared_up_scratch(r, len, most, of.leads) : 0);
}

static const struct rg_algorithm rg_shared_leaders_reduce = {
	.name = "shared-leaders",
	.run = shared_leaders_reduce,
	.frame = sizeof(struct shared_leaders_reduction),
	.scratch = shared_leaders_reduce_scratch,
	.commutes = true,
	.lanes = true,
	.windows = true,
	.early = true,
	.takes = RG_A_TREE,
	.tries = RG_WORDS("binomial machine", "binary machine", "chain machine", "binomial switch"),
	.level = RG_ON_MACHINE,
};

/* The tree of an ordered gather or scatter, found by each process that has a part in it but the
 * root (Traeff 2017, Lemma 3): in each step the fixed roots of cubes that are joined tell each
 * other their sizes, and then each its gather root. Where all know all lengths, nothing is told.
 *
 * Cost: at most 2 ceil(log2 P) - 1 messages of numbers, each after the other, with one port and by
 * no level.
 */
/* The fixed roots of the joint's parts, of which this process is one. */
static void ordered_tell_others(struct rg *r, struct ordered_climb *s)
{
	s->part[s->mine] = s->sizes;
	for (int i = 0; i < s->parts; i++)
		if (i != s->mine)
			rg_tell(r, ordered_other(s, i), s->sizes.of, ORDERED_SIZES);
	for (int i = 0; i < s->parts; i++)
		if (i != s->mine)
			rg_hear(r, ordered_other(s, i), s->part[i].of, ORDERED_SIZES);
}

/* The fixed root and the gather root of a part, if there is one, and they are two. */
static void ordered_tell_each_other(struct rg *r, struct ordered_climb *s)
{
	int64_t root = s->sizes.of[ORDERED_ROOT];

	if (ordered_is_fixed(s) && root >= 0 && root != s->me)
		rg_tell(r, ordered_rank(s, root), s->part[0].of, ORDERED_SIZES * s->parts);
	if (!ordered_is_fixed(s))
		rg_hear(r, ordered_rank(s, ordered_fixed_root(s->cube)), s->part[0].of,
		        ORDERED_SIZES * s->parts);
}

static int ordered_climb(struct rg *r, void *frame)
{
	struct ordered_climb *s = frame;

	RG_BEGIN(r, s);
	ordered_begin(r, s);
	while (ordered_next(r, s)) {
		if (!r->irregular)
			ordered_work_out(r, s);
		if (r->irregular && ordered_is_fixed(s)) {
			ordered_tell_others(r, s);
			rg_wait(r, s);
		}
		if (r->irregular) {
			ordered_tell_each_other(r, s);
			rg_wait(r, s);
		}
		ordered_joined(r, s);
	}
	RG_END(s);
}

/* Gather along an ordered tree: see ordered_tree.h. The blocks of a cube are one run in their
 * order, in scratch, and land at the root where they belong.
 */
struct ordered_gather {
	int at;
	struct ordered_climb climb;
};

static int ordered_gather(struct rg *r, void *frame)
{
	struct ordered_gather *s = frame;

	RG_BEGIN(r, s);
	if (r->rank == r->root) {
		ordered_exchange_all(r, RG_OUT, false);
		if (!r->in_place)
			rg_copy(r, rg_block_of(r, RG_OUT, r->rank), rg_own(r, RG_IN));
		rg_wait(r, s);
	} else {
		rg_run(r, s, ordered_climb, &s->climb);
		if (s->climb.children && r->irregular)
			rg_room(r, ordered_data(&s->climb).len);
		for (int i = 0; i < s->climb.children; i++)
			rg_recv(r, s->climb.child[i].rank, ordered_child_data(&s->climb, i));
		if (s->climb.children) {
			rg_copy(r, ordered_own_data(r, &s->climb), rg_own(r, RG_IN));
			rg_wait(r, s);
		}
		rg_send(r, s->climb.parent,
		        s->climb.children ? ordered_data(&s->climb) : rg_own(r, RG_IN));
		rg_wait(r, s);
	}
	RG_END(s);
}

/* Gather along the ordered tree of J. L. Traeff (2017), of blocks that are equal: all know the
 * whole tree, and nothing is told. Of a binomial tree it differs in that ranks stand in their
 * order, whichever the root is, so that the blocks of a subtree are neighbours in the root's
 * buffer.
 *
 * Cost: ceil(log2 P) messages into the root, and all data once; a wrong root may cost a penalty
 * (Lemma 2). Scratch: what a process has of others.
 */
static const struct rg_algorithm rg_ordered_gather = {
	.name = "ordered",
	.run = ordered_gather,
	.frame = sizeof(struct ordered_gather),
	.scratch = ordered_scratch,
	.takes = RG_JOINS,
	.tries = RG_WORDS("1", "3", "1 machine", "1 switch"),
};

/* Scatter along an ordered tree: see ordered_tree.h. What a cube gets is one run of blocks in their
 * order, from where they are at the root.
 */
struct ordered_scatter {
	int at;
	struct ordered_climb climb;
};

static int ordered_scatter(struct rg *r, void *frame)
{
	struct ordered_scatter *s = frame;

	RG_BEGIN(r, s);
	if (r->rank == r->root) {
		ordered_exchange_all(r, RG_IN, true);
		if (!r->in_place)
			rg_copy(r, rg_own(r, RG_OUT), rg_block_of(r, RG_IN, r->rank));
		rg_wait(r, s);
	} else {
		rg_run(r, s, ordered_climb, &s->climb);
		if (s->climb.children && r->irregular)
			rg_room(r, ordered_data(&s->climb).len);
		rg_recv(r, s->climb.parent,
		        s->climb.children ? ordered_data(&s->climb) : rg_own(r, RG_OUT));
		rg_wait(r, s);
		for (int i = s->climb.children - 1; i >= 0; i--)
			rg_send(r, s->climb.child[i].rank, ordered_child_data(&s->climb, i));
		if (s->climb.children) {
			rg_copy(r, rg_own(r, RG_OUT), ordered_own_data(r, &s->climb));
			rg_wait(r, s);
		}
	}
	RG_END(s);
}

/* Scatter along the ordered tree of J. L. Traeff (2017), of blocks that are equal: all know the
 * whole tree, and nothing is told. Of a binomial tree it differs in that ranks stand in their
 * order, whichever the root is, so that the blocks of a subtree are neighbours in the root's
 * buffer.
 *
 * Cost: ceil(log2 P) messages out of the root, and all data once; a wrong root may cost a penalty
 * (Lemma 2). Scratch: what a process has of others.
 */
static const struct rg_algorithm rg_ordered_scatter = {
	.name = "ordered",
	.run = ordered_scatter,
	.frame = sizeof(struct ordered_scatter),
	.scratch = ordered_scratch,
	.takes = RG_JOINS,
	.tries = RG_WORDS("1", "3", "1 machine", "1 switch"),
};

/* Scatter along the ring, from the root on: it sends the next process all other blocks, that of the
 * farthest process first; each passes on what comes, but for the last block, which is its own: a
 * pipeline of blocks.
 *
 * Cost: the root sends P - 1 blocks, the others fewer, each link of a ring that is proved carries
 * them in one direction only; P - 1 steps. Scratch: two of the longest block, none at the root.
 */
struct ring_scatter {
	int at, step;
	int behind; /* processes behind this one, up to the one before the root */
};

static int ring_scatter(struct rg *r, void *frame)
{
	struct ring_scatter *s = frame;

	RG_BEGIN(r, s);
	s->behind = rg_at(r, r->root_pos - 1 - r->pos);
	if (r->rank == r->root) {
		for (s->step = 0; s->step < s->behind; s->step++)
			rg_send(r, rg_next(r), ring_scatter_block(r, s->step));
		if (!r->in_place)
			rg_copy(r, rg_own(r, RG_OUT), rg_block(r, RG_IN, r->pos));
		rg_wait(r, s);
	} else {
		for (s->step = 0; s->step <= s->behind; s->step++) {
			if (s->step)
				rg_send(r, rg_next(r), ring_scatter_block(r, s->step - 1));
			rg_recv(r, rg_prev(r),
			        s->step < s->behind ? ring_scatter_block(r, s->step)
			                            : rg_own(r, RG_OUT));
			rg_wait(r, s);
		}
	}
	RG_END(s);
}

static const struct rg_algorithm rg_ring_scatter = {
	.name = "ring",
	.run = ring_scatter,
	.frame = sizeof(struct ring_scatter),
	.scratch = ring_rooted_scratch,
	.ring = true,
	.lanes = true,
};

/* Irregular gather in which short blocks are carried: up an ordered tree with fixed roots (see
 * ordered_tree.h), each message with the length of what is in it, so that nobody has to tell it
 * before. What is longer than the limit, block or cube, goes to the root straight, and it is that
 * which is told; this is the graceful degradation of J. L. Traeff 2004 and 2017, where it is left
 * out.
 *
 * Cost: ceil(log2 P) messages one after the other where all is short, each short block up to as
 * many times; P - 1 messages into the root where nothing is. Scratch: the limit for each that
 * carries to a process.
 */
/* Room for what is carried to this process. */
static void carried_catch(struct rg *r, struct carried *s)
{
	for (carried_begin(r, s); carried_next(r, s); s->climb.cube = s->climb.joint)
		for (int i = 0; i < s->climb.parts - 1; i++)
			rg_catch(r, ordered_other(&s->climb, i), carried_slot(s, s->slot++));
	s->slots = s->slot;
}

/* Its own block, at the end of the area, or, if it is long, to the root. */
static void carried_put_own(struct rg *r, struct carried *s)
{
	struct rg_span area = carried_slot(s, s->slots), own = rg_own(r, RG_IN);

	s->closed = own.len <= s->climb.tree.fixed;
	s->begin = area.off + area.len - (s->closed ? own.len : 0);
	if (s->closed)
		rg_copy(r, carried_data(s), own);
	else
		rg_send(r, r->root, own);
}

/* What it has at last, to the root or to the fixed root above. */
static void carried_hand_on(struct rg *r, const struct carried *s)
{
	const struct ordered_climb *c = &s->climb;
	struct rg_span data = carried_data(s);

	data.len = s->closed ? data.len : 0;
	if (c->parent >= 0)
		rg_send(r, c->parent, data);
	else
		rg_carry(r, ordered_other(c, c->parts - 1), s->closed ? data.len : -1, data);
}

static int carried_gatherv(struct rg *r, void *frame)
{
	struct carried *s = frame;

	RG_BEGIN(r, s);
	if (r->rank == r->root) {
		carried_land_all(r);
		if (!r->in_place)
			rg_copy(r, rg_block_of(r, RG_OUT, r->rank), rg_own(r, RG_IN));
		rg_wait(r, s);
	} else {
		carried_catch(r, s);
		rg_wait(r, s);
		carried_put_own(r, s);
		for (carried_begin(r, s); carried_next(r, s);)
			carried_join(r, s);
		carried_hand_on(r, s);
		rg_wait(r, s);
	}
	RG_END(s);
}

static const struct rg_algorithm rg_carried_gatherv = {
	.name = "carried",
	.run = carried_gatherv,
	.frame = sizeof(struct carried),
	.scratch = carried_scratch,
	.takes = RG_JOINS,
	.tries = RG_WORDS("1 1024", "3 1024", "1 1024 machine", "1 1024 switch", "1 8192", "3 8192",
                          "1 8192 machine", "1 8192 switch", "1 65536", "3 65536",
                          "1 65536 machine", "1 65536 switch"),
};

/* Irregular gather in linear time (J. L. Traeff 2017): along a tree that the processes find by the
 * lengths of their blocks, of which each knows its own. Short blocks are joined on their way, along
 * machines and switches first if a level is named, and what is long goes to the root straight.
 *
 * Cost: at most 2 ceil(log2 P) - 1 messages of numbers one after the other, then ceil(log2 P)
 * messages into the root and all data once, if none goes there straight; a wrong root may cost a
 * penalty (Lemma 2). Scratch: what a process has of others.
 */
static const struct rg_algorithm rg_ordered_gatherv = {
	.name = "ordered",
	.run = ordered_gather,
	.frame = sizeof(struct ordered_gather),
	.takes = RG_JOINS,
	.tries = RG_WORDS("1", "1 256 256", "3 256 256", "1 256 256 machine", "1 256 256 switch",
                          "1 4096 4096", "3 4096 4096", "1 4096 4096 machine", "1 4096 4096 switch",
                          "1 65536 65536", "3 65536 65536", "1 65536 65536 machine",
                          "1 65536 65536 switch"),
};

/* Irregular scatter in linear time (J. L. Traeff 2017): along a tree that the processes find by the
 * lengths of their blocks, of which each knows its own. Short blocks are joined on their way, along
 * machines and switches first if a level is named, and what is long comes from the root straight.
 *
 * Cost: at most 2 ceil(log2 P) - 1 messages of numbers one after the other, then ceil(log2 P)
 * messages out of the root and all data once, if none comes straight; a wrong root may cost a
 * penalty (Lemma 2). Scratch: what a process has of others.
 */
static const struct rg_algorithm rg_ordered_scatterv = {
	.name = "ordered",
	.run = ordered_scatter,
	.frame = sizeof(struct ordered_scatter),
	.takes = RG_JOINS,
	.tries = RG_WORDS("1", "1 256 256", "3 256 256", "1 256 256 machine", "1 256 256 switch",
                          "1 4096 4096", "3 4096 4096", "1 4096 4096 machine", "1 4096 4096 switch",
                          "1 65536 65536", "3 65536 65536", "1 65536 65536 machine",
                          "1 65536 65536 switch"),
};

/* Dissemination barrier (Hensgen, Finkel & Manber 1988; Thakur & Gropp 2003 name it for MPICH): in
 * step j each process signals the one 2^j places behind it in the ring, and waits for the signal of
 * the one 2^j places before it. Cost: ceil(lg P) signals out of and into each process, the fewest
 * steps there are. No data, no scratch.
 */
struct dissemination {
	int at, away;
};

static int dissemination(struct rg *r, void *frame)
{
	struct dissemination *s = frame;

	RG_BEGIN(r, s);
	for (s->away = 1; s->away < P; s->away *= 2) {
		rg_signal(r, r->order[rg_at(r, r->pos + s->away)]);
		rg_heed(r, r->order[rg_at(r, r->pos - s->away)]);
		rg_wait(r, s);
	}
	RG_END(s);
}

static const struct rg_algorithm rg_dissemination_barrier = {
	.name = "dissemination",
	.run = dissemination,
	.frame = sizeof(struct dissemination),
};

/* Barrier on machines of several ranks: the processes of each notify the first, these signal each
 * other as by dissemination, and notify all. Cost: two notifications for each process that does not
 * lead its machine; ceil(lg M) signals out of and into each of M machines. No data, no scratch.
 */
struct shared_leaders_barrier {
	int at, away;
};

/* The others tell the first of the machine; or it tells them. */
static void leaders_barrier_tell(struct rg *r, bool up)
{
	struct rg_group g = rg_machine(r);

	for (int i = 1; i < g.n; i++)
		if (g.me == (up ? i : 0))
			rg_notify(r, rg_member(&g, up ? 0 : i));
		else if (g.me == (up ? 0 : i))
			rg_await(r, rg_member(&g, up ? i : 0));
}

static int shared_leaders_barrier(struct rg *r, void *frame)
{
	struct shared_leaders_barrier *s = frame;
	struct rg_group leaders = rg_leaders_of(r, RG_ON_MACHINE);

	RG_BEGIN(r, s);
	leaders_barrier_tell(r, true);
	rg_wait(r, s);
	for (s->away = 1; rg_leads(r) && s->away < leaders.n; s->away *= 2) {
		rg_signal(r, rg_member(&leaders, (leaders.me + s->away) % leaders.n));
		rg_heed(r, rg_member(&leaders, (leaders.me + leaders.n - s->away) % leaders.n));
		rg_wait(r, s);
	}
	leaders_barrier_tell(r, false);
	rg_wait(r, s);
	RG_END(s);
}

static const struct rg_algorithm rg_shared_leaders_barrier = {
	.name = "shared-leaders",
	.run = shared_leaders_barrier,
	.frame = sizeof(struct shared_leaders_barrier),
	.windows = true,
	.level = RG_ON_MACHINE,
};

/* Scan along a chain of the ranks: each gets the sum of those before it, adds its own contribution,
 * and passes it on. In lanes it is a pipeline of segments, so it is for long vectors.
 *
 * Cost: the vector once into each process but the first, and once out of each but the last; one
 * combination each; P - 1 steps for the first segment. Scratch: a segment. Ranks are combined in
 * their order, but one after the other: recursive doubling brackets them otherwise. Operations that
 * do not commute are to have the same bits by each algorithm, so this one is for those that do.
 */
struct chain_scan {
	int at;
};

static int chain_scan(struct rg *r, void *frame)
{
	struct chain_scan *s = frame;
	struct rg_span mine = rg_slice(r, rg_mine(r), 0, r->n), out = rg_slice(r, RG_OUT, 0, r->n);
	struct rg_span came = rg_head(RG_TMP, out.len);

	RG_BEGIN(r, s);
	if (r->rank) {
		rg_recv(r, r->rank - 1, came);
		rg_wait(r, s);
		rg_combine_to(r, out, came, mine);
	} else if (!r->in_place) {
		rg_copy(r, out, mine);
	}
	if (r->rank + 1 < P) {
		rg_send(r, r->rank + 1, out);
		rg_wait(r, s);
	}
	RG_END(s);
}

static int64_t chain_scan_scratch(const struct rg *r)
{
	return r->rank ? rg_slice_most(r, r->n) : 0;
}

static const struct rg_algorithm rg_chain_scan = {
	.name = "chain",
	.run = chain_scan,
	.frame = sizeof(struct chain_scan),
	.scratch = chain_scan_scratch,
	.commutes = true,
	.lanes = true,
	.segments = true,
};

/* Prefix sums by recursive doubling (Thakur & Gropp 2003 name scan among what is to come; Hillis &
 * Steele 1986), by rank. In step j each process exchanges the sum of its aligned run of 2^j ranks
 * with the one whose number differs in bit j; what comes from lower ranks is part of its prefix.
 *
 * Cost: ceil(lg P) messages of the whole vector out of and into each process, up to twice as many
 * combinations. Scratch: two segments. Ranks are combined in their order, each process's prefix in
 * brackets that depend on its rank alone: the operation need not commute.
 */
static int scan_doubling(struct rg *r, void *frame)
{
	struct scan_doubling *s = frame;

	RG_BEGIN(r, s);
	scan_begin(r, s);
	for (s->bit = 1; s->bit < P; s->bit *= 2)
		if (scan_peer(r, s) < P) {
			rg_send(r, scan_peer(r, s), scan_slot(r, s->slot));
			rg_recv(r, scan_peer(r, s), scan_slot(r, scan_landing(s)));
			rg_wait(r, s);
			if (r->rank & s->bit)
				scan_add_lower(r, s);
			else
				scan_add_higher(r, s);
		}
	RG_END(s);
}

/* Scan by recursive doubling, any P: the fewest steps. Cost and scratch: those of its part. The
 * operation need not commute.
 */
static const struct rg_algorithm rg_recursive_doubling_scan = {
	.name = "recursive-doubling",
	.run = scan_doubling,
	.frame = sizeof(struct scan_doubling),
	.scratch = scan_doubling_scratch,
	.lanes = true,
	.segments = true,
};

/* Exscan along a chain of the ranks: each gets the sum of those before it, and passes it on with
 * its own contribution. In lanes it is a pipeline of segments, so it is for long vectors.
 *
 * Cost: the vector once into each process but the first, and once out of each but the last; one
 * combination each, of those in between; P - 1 steps for the first segment. Scratch: a segment.
 * Ranks are combined in their order, but one after the other: recursive doubling brackets them
 * otherwise. Operations that do not commute are to have the same bits by each algorithm, so this
 * one is for those that do.
 */
struct chain_exscan {
	int at;
};

static int chain_exscan(struct rg *r, void *frame)
{
	struct chain_exscan *s = frame;
	struct rg_span came = chain_exscan_landing(r);

	RG_BEGIN(r, s);
	if (r->rank) {
		rg_recv(r, r->rank - 1, came);
		rg_wait(r, s);
	}
	if (r->rank + 1 < P) {
		rg_send(r, r->rank + 1, chain_exscan_sum(r));
		rg_wait(r, s);
	}
	if (r->rank && came.buf != RG_OUT)
		rg_copy(r, rg_slice(r, RG_OUT, 0, r->n), came);
	RG_END(s);
}

static const struct rg_algorithm rg_chain_exscan = {
	.name = "chain",
	.run = chain_exscan,
	.frame = sizeof(struct chain_exscan),
	.scratch = chain_exscan_scratch,
	.commutes = true,
	.lanes = true,
	.segments = true,
};

/* Exscan by recursive doubling, any P: the fewest steps. Cost and scratch: those of its part. The
 * operation need not commute.
 */
static int doubling_exscan(struct rg *r, void *frame)
{
	struct scan_doubling *s = frame;

	s->exclusive = true;
	return scan_doubling(r, s);
}

static const struct rg_algorithm rg_recursive_doubling_exscan = {
	.name = "recursive-doubling",
	.run = doubling_exscan,
	.frame = sizeof(struct scan_doubling),
	.scratch = scan_doubling_scratch,
	.lanes = true,
	.segments = true,
};

/* The machines of the list, in the order of the ring: depth first. */
static const char *const machines[] = {
	"n0", "n1", // 0 to 1
};

/* The machine of each rank. The runtime checks that a communicator is the one that this file was
 * made for: P processes, each on its machine. */
static const int host[P] = {
	0, 0, 1, 1, // rank 0 to 3
};

/* The rank at each position of the ring. */
static const int order[P] = {
	0, 1, 2, 3, // position 0 to 3
};

/* What to do with vectors of at least so many bytes, in slices of so many. A list begins from 0. */
static const struct rg_choice choices[] = {
	/* clang-format off */
	{0, NULL, 0, NULL, false},                                             // 0: none
	{0, &rg_shared_factored_allreduce, 0, "1", false},                     // 1: from 0 B, 202 us
	{1024, &rg_shared_leaders_allreduce, 0, "1", false},                   // 2: from 1 KiB, 1 ns
	{2048, &rg_shared_factored_allreduce, 0, "1", false},                  // 3: from 2 KiB, 202 us
	{32768, &rg_shared_factored_allreduce, 4096, "1", false},              // 4: from 32 KiB, 454 us
	{524288, &rg_shared_factored_allreduce, 16384, "1", false},            // 5: from 512 KiB, 4.35 ms
	{0, &rg_recursive_doubling_allreduce, 0, NULL, false},                 // 6: from 0 B, 203 us
	{18432, &rg_butterfly_allreduce, 0, NULL, false},                      // 7: from 18 KiB, 561 us
	{0, &rg_columns_allgather, 0, "machine", false},                       // 8: from 0 B, 204 us
	{4096, &rg_shared_columns_allgather, 0, NULL, false},                  // 9: from 4 KiB, 1 ns
	{8192, &rg_columns_allgather, 0, "machine", false},                    // 10: from 8 KiB, 204 us
	{131072, &rg_columns_allgather, 8192, "machine", false},               // 11: from 128 KiB, 693 us
	{0, &rg_columns_allgather, 0, "machine", false},                       // 12: from 0 B, 204 us
	{131072, &rg_columns_allgather, 8192, "machine", false},               // 13: from 128 KiB, 693 us
	{0, &rg_ring_allgather, 0, NULL, false},                               // 14: from 0 B, 203 us
	{32768, &rg_ring_allgather, 8192, NULL, false},                        // 15: from 32 KiB, 412 us
	{0, &rg_halving_reduce_scatter, 0, NULL, false},                       // 16: from 0 B, 203 us
	{73728, &rg_columns_reduce_scatter, 8192, "machine", false},           // 17: from 72 KiB, 485 us
	{0, &rg_halving_reduce_scatter, 0, NULL, false},                       // 18: from 0 B, 203 us
	{0, &rg_halving_reduce_scatter, 0, NULL, false},                       // 19: from 0 B, 202 us
	{18432, &rg_columns_reduce_scatter, 8192, "machine", false},           // 20: from 18 KiB, 387 us
	{2097152, &rg_ring_reduce_scatter, 16384, NULL, false},                // 21: from 2 MiB, 0.0171 s
	{0, &rg_shared_leaders_bcast, 0, "binomial machine", false},           // 22: from 0 B, 201 us
	{131072, &rg_shared_leaders_bcast, 16384, "binomial machine", false},  // 23: from 128 KiB, 1.14 ms
	{0, &rg_ring_bcast, 0, NULL, false},                                   // 24: from 0 B, 203 us
	{32768, &rg_ring_bcast, 16384, NULL, false},                           // 25: from 32 KiB, 476 us
	{0, &rg_shared_leaders_reduce, 0, "binomial machine", false},          // 26: from 0 B, 201 us
	{131072, &rg_shared_leaders_reduce, 16384, "binomial machine", false}, // 27: from 128 KiB, 1.12 ms
	{0, &rg_in_order_reduce, 0, NULL, false},                              // 28: from 0 B, 202 us
	{32768, &rg_in_order_reduce, 16384, NULL, false},                      // 29: from 32 KiB, 476 us
	{0, &rg_ordered_gather, 0, "1", false},                                // 30: from 0 B, 202 us
	{36864, &rg_ordered_gather, 0, "3", false},                            // 31: from 36 KiB, 400 us
	{0, &rg_ordered_scatter, 0, "1", false},                               // 32: from 0 B, 202 us
	{36864, &rg_ring_scatter, 8192, NULL, false},                          // 33: from 36 KiB, 387 us
	{0, &rg_carried_gatherv, 0, "1 8192", false},                          // 34: from 0 B, 1 ns
	{0, &rg_ordered_gatherv, 0, "1", false},                               // 35: from 0 B, 258 us
	{0, &rg_ordered_scatterv, 0, "1", false},                              // 36: from 0 B, 257 us
	{0, &rg_shared_leaders_barrier, 0, NULL, false},                       // 37: from 0 B, 1 ns
	{0, &rg_dissemination_barrier, 0, NULL, false},                        // 38: from 0 B, 400 us
	{0, &rg_chain_scan, 0, NULL, false},                                   // 39: from 0 B, 203 us
	{16384, &rg_chain_scan, 8192, NULL, false},                            // 40: from 16 KiB, 345 us
	{0, &rg_recursive_doubling_scan, 0, NULL, false},                      // 41: from 0 B, 203 us
	{32768, &rg_recursive_doubling_scan, 16384, NULL, false},              // 42: from 32 KiB, 744 us
	{0, &rg_chain_exscan, 0, NULL, false},                                 // 43: from 0 B, 203 us
	{16384, &rg_chain_exscan, 8192, NULL, false},                          // 44: from 16 KiB, 342 us
	{0, &rg_recursive_doubling_exscan, 0, NULL, false},                    // 45: from 0 B, 203 us
	{32768, &rg_recursive_doubling_exscan, 16384, NULL, false},            // 46: from 32 KiB, 742 us
	{0, NULL, 0, NULL, false},                                             // 47: the end
	/* clang-format on */
};

/* For so many machines of so many ranks, with windows or without: where the list of each
 * collective begins, of those left out none: see enum rg_purpose. */
static const struct rg_plan plans[] = {
	/* clang-format off */
	{2, 2, true, {{1, 8, 12, 16, 16, 22, 26, 30, 32, 34, 36, 37, 39, 43}, {6, 0, 0, 18, 18, 0, 28, 0, 0, 0, 0, 0, 41, 45}, {0, 0, 14, 19}}},   // 4 ranks
	{2, 2, false, {{6, 12, 12, 16, 16, 24, 28, 30, 32, 35, 36, 38, 39, 43}, {6, 0, 0, 18, 18, 0, 28, 0, 0, 0, 0, 0, 41, 45}, {0, 0, 14, 19}}}, // 4 ranks
	/* clang-format on */
};

static const struct rg_cluster cluster = {
	.version = 600, // of ringgen.h
	.library = &rg_library,
	.name = "chain32",
	.fact = "2 machines, 4 switches, ring load 1 on 4 link directions",
	.machines = machines,
	.nmachines = sizeof machines / sizeof *machines,
	.P = P,
	.host = host,
	.order = order,
	.choices = choices,
	.plans = plans,
	.nplans = sizeof plans / sizeof *plans,
};

/* What an application calls, as the header has it. */
RG_ALL_FORMS(ALLREDUCE, chain32)
RG_ALL_FORMS(ALLGATHER, chain32)
RG_ALL_FORMS(ALLGATHERV, chain32)
RG_ALL_FORMS(REDUCE_SCATTER, chain32)
RG_ALL_FORMS(REDUCE_SCATTER_BLOCK, chain32)
RG_ALL_FORMS(BCAST, chain32)
RG_ALL_FORMS(REDUCE, chain32)
RG_ALL_FORMS(GATHER, chain32)
RG_ALL_FORMS(SCATTER, chain32)
RG_ALL_FORMS(GATHERV, chain32)
RG_ALL_FORMS(SCATTERV, chain32)
RG_ALL_FORMS(BARRIER, chain32)
RG_ALL_FORMS(SCAN, chain32)
RG_ALL_FORMS(EXSCAN, chain32)
RG_REQUESTS(chain32)
