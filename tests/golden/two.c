/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.3.0: ringgen generate pair.xml --ops allreduce,allgatherv --prefix two -o two
 *
 * Proved: 8 machines, 2 switches, ring load 1 on 18 link directions, and so for every subset of the
 * machines.
 * allreduce by recursive-doubling, butterfly, columns: partners change from step to step, so
 * nothing is claimed of the load on links.
 * allgatherv by columns: partners change from step to step, so nothing is claimed of the load on
 * links.
 * Played back in memory for 1 to 17, 23, 32, 64 and 100 processes, in rank order and shuffled, on
 * machines with equal and unequal numbers of them, and for 8 processes in this order: every
 * contribution exactly once, no deadlock when no send completes before its receive is posted.
 */
#include "ringgen.h"

#if RINGGEN_VERSION / 100 != 300 / 100
#error "made by ringgen 0.3.0 for a ringgen.h of that version: generate this file again"
#endif

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
	for (s->step = 1; s->step < r->P; s->step++) {
		rg_send(r, rg_next(r), rg_block(r, RG_OUT, r->pos - s->step + 1));
		rg_recv(r, rg_prev(r), rg_block(r, RG_OUT, r->pos - s->step));
		rg_wait(r, s);
	}
	RG_END(s);
}

/* Ring allreduce (Patarasuk & Yuan 2009, section 4.1): the vector is cut into P blocks. In step j
 * of the first half every process sends block pos - j to its right neighbour, receives block pos -
 * j - 1 from its left neighbour, and adds its own contribution; after P - 1 steps it holds the
 * result of block pos. The second half circulates the results.
 *
 * Cost: 2 (P - 1) messages of one block, so 2 (P - 1) / P of the vector in and out of each process
 * (their Lemma 4: the least there is). Scratch: one block with MPI_IN_PLACE, else none, since a
 * partial result can land where its result will be. Each block is bracketed along the ring from its
 * own place on: the operation must commute, and all processes get the same bits.
 */
struct ring_allreduce {
	int at, step;
	struct ring circulate;
};

/* Where the partial result of the block of position i lands: in its place, unless the own
 * contribution is there. */
static struct rg_span ring_landing(const struct rg *r, int i)
{
	struct rg_span block = rg_block(r, RG_OUT, i);
	return r->in_place ? rg_head(RG_TMP, block.len) : block;
}

/* What is to be added to RG_OUT then: the partial result from scratch, or the own contribution. */
static struct rg_span ring_addend(const struct rg *r, int i)
{
	struct rg_span block = rg_block(r, RG_IN, i);
	return r->in_place ? rg_head(RG_TMP, block.len) : block;
}

static int ring_allreduce(struct rg *r, void *frame)
{
	struct ring_allreduce *s = frame;

	RG_BEGIN(r, s);
	if (r->P == 1 && !r->in_place)
		rg_copy(r, rg_block(r, RG_OUT, 0), rg_block(r, RG_IN, 0));
	for (s->step = 1; s->step < r->P; s->step++) {
		rg_send(r, rg_next(r),
		        rg_block(r, s->step == 1 ? rg_mine(r) : RG_OUT, r->pos - s->step));
		rg_recv(r, rg_prev(r), ring_landing(r, r->pos - s->step - 1));
		rg_wait(r, s);
		rg_combine(r, ring_addend(r, r->pos - s->step - 1),
		           rg_block(r, RG_OUT, r->pos - s->step - 1));
	}
	rg_run(r, s, ring_circulate, &s->circulate);
	RG_END(s);
}

static int64_t ring_allreduce_scratch(const struct rg *r)
{
	return r->in_place ? rg_longest(r) : 0;
}

static const struct rg_algorithm rg_ring_allreduce = {
	.name = "ring",
	.run = ring_allreduce,
	.frame = sizeof(struct ring_allreduce),
	.scratch = ring_allreduce_scratch,
	.commutes = true,
	.ring = true,
	.lanes = true,
};

/* The partial result of a reduction in rank order, and where it stands. A combination writes its
 * right operand: when the other process's part belongs to the right of ours, the sum is where that
 * part landed. So two buffers take turns, RG_OUT and RG_TMP, and nothing is copied but what stands
 * in RG_IN, which is the caller's.
 */
struct partial {
	int in;  /* the buffer it stands in */
	int own; /* the one where it may be changed: the same, unless that is RG_IN */
};

static struct rg_span partial_in(int buf, struct rg_span part)
{
	return (struct rg_span){buf, part.off, part.len};
}

static int partial_landing(const struct partial *p)
{
	return p->own == RG_OUT ? RG_TMP : RG_OUT;
}

/* The own contribution. After `turns` parts that belong to its right it is to be in RG_OUT, if that
 * is to be had. */
static struct partial partial_begin(const struct rg *r, int turns)
{
	return (struct partial){rg_mine(r), r->in_place || turns % 2 == 0 ? RG_OUT : RG_TMP};
}

/* Give one part of it to a peer, get what the peer has of another part; post that. */
static void partial_swap(struct rg *r, const struct partial *p, int peer, struct rg_span give,
                         struct rg_span keep)
{
	rg_send(r, peer, partial_in(p->in, give));
	rg_recv(r, peer, partial_in(partial_landing(p), keep));
}

/* Add what came, to our right or to our left. */
static void partial_add(struct rg *r, struct partial *p, struct rg_span keep, bool right)
{
	struct rg_span ours = partial_in(p->own, keep), came = partial_in(partial_landing(p), keep);

	if (right) {
		rg_combine(r, partial_in(p->in, keep), came);
		p->own = came.buf;
	} else {
		if (p->in != p->own)
			rg_copy(r, ours, partial_in(p->in, keep));
		rg_combine(r, came, ours);
	}
	p->in = p->own;
}

/* Bring it to RG_OUT. */
static void partial_end(struct rg *r, struct partial *p, struct rg_span part)
{
	if (p->in != RG_OUT)
		rg_copy(r, partial_in(RG_OUT, part), partial_in(p->in, part));
	p->in = p->own = RG_OUT;
}

/* A power of two of processes that work for a group of any size n (Thakur, Rabenseifner & Gropp
 * 2005): let w be the largest that is not above n. The first 2 (n - w) members form pairs of
 * neighbours. Before, the second of each pair gives its vector to the first; after, it gets the
 * result. The w workers, numbered in the order of the group, stand for contiguous runs of it.
 * Cost: two messages of the whole vector, none when n is a power of two.
 */
struct fold {
	int at;
	struct rg_group group;
	int workers, worker; /* w; this process's number among them, -1: it is none */
	struct partial partial;
};

static void fold_begin(struct fold *s, struct rg_group group)
{
	int me = group.me, pairs;

	s->group = group;
	s->workers = 1;
	while (s->workers <= group.n / 2)
		s->workers *= 2;
	pairs = group.n - s->workers;
	s->worker = me >= 2 * pairs ? me - pairs : me % 2 == 0 ? me / 2 : -1;
}

static bool fold_paired(const struct fold *s)
{
	return s->group.me < 2 * (s->group.n - s->workers);
}

/* The rank of the other one of the pair. */
static int fold_twin(const struct fold *s)
{
	return rg_member(&s->group, s->worker < 0 ? s->group.me - 1 : s->group.me + 1);
}

/* The rank of worker i. */
static int fold_worker(const struct fold *s, int i)
{
	int pairs = s->group.n - s->workers;
	return rg_member(&s->group, i < pairs ? 2 * i : i + pairs);
}

static int fold_before(struct rg *r, void *frame)
{
	struct fold *s = frame;
	struct rg_span all = rg_head(RG_OUT, r->n), none = rg_head(RG_OUT, 0);

	RG_BEGIN(r, s);
	if (fold_paired(s)) {
		partial_swap(r, &s->partial, fold_twin(s), s->worker < 0 ? all : none,
		             s->worker < 0 ? none : all);
		rg_wait(r, s);
		if (s->worker >= 0)
			partial_add(r, &s->partial, all, true);
	}
	RG_END(s);
}

static int fold_after(struct rg *r, void *frame)
{
	struct fold *s = frame;

	RG_BEGIN(r, s);
	if (fold_paired(s)) {
		if (s->worker < 0)
			rg_recv(r, fold_twin(s), rg_head(RG_OUT, r->n));
		else
			rg_send(r, fold_twin(s), rg_head(RG_OUT, r->n));
		rg_wait(r, s);
	}
	RG_END(s);
}

/* Recursive doubling allreduce (Thakur & Gropp 2003; Thakur, Rabenseifner & Gropp 2005): in step j
 * every process exchanges its whole partial result with the one whose number differs in bit j, so
 * that after lg P steps each has the sum of all. When P is no power of two, the rest is folded
 * first (see above).
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

/* How many parts come that belong to the right of this process's: one when it is folded, and one
 * for each bit of its number that is not set. */
static int recursive_doubling_turns(const struct fold *f)
{
	int turns = fold_paired(f);
	for (int bit = 1; bit < f->workers; bit *= 2)
		turns += !(f->worker & bit);
	return turns;
}

static int recursive_doubling(struct rg *r, void *frame)
{
	struct recursive_doubling *s = frame;
	struct fold *f = &s->fold;
	struct rg_span all = rg_head(RG_OUT, r->n);

	RG_BEGIN(r, s);
	fold_begin(f, rg_everyone(r));
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

static int64_t recursive_doubling_scratch(const struct rg *r)
{
	return r->n;
}

static const struct rg_algorithm rg_recursive_doubling_allreduce = {
	.name = "recursive-doubling",
	.run = recursive_doubling,
	.frame = sizeof(struct recursive_doubling),
	.scratch = recursive_doubling_scratch,
};

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

/* The part of the vector that worker i has to do with when the bits below `bit` are through. Each
 * of them chose a half of what the one before it had left. */
static struct rg_span butterfly_part(const struct rg *r, const struct fold *f, int i, int bit)
{
	int64_t quot = r->n / f->workers, rest = r->n % f->workers, begin = 0, end;

	for (int b = 1; b < bit; b *= 2)
		begin += i & b ? f->workers / (2 * b) : 0;
	end = begin + f->workers / bit;
	begin = begin * quot + (begin < rest ? begin : rest);
	end = end * quot + (end < rest ? end : rest);
	return (struct rg_span){RG_OUT, begin, end - begin};
}

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
	fold_begin(&s->butterfly.fold, rg_everyone(r));
	s->butterfly.fold.partial = partial_begin(r, 0);
	rg_run(r, s, butterfly, &s->butterfly);
	RG_END(s);
}

static int64_t butterfly_allreduce_scratch(const struct rg *r)
{
	return r->n;
}

static const struct rg_algorithm rg_butterfly_allreduce = {
	.name = "butterfly",
	.run = butterfly_allreduce,
	.frame = sizeof(struct butterfly_allreduce),
	.scratch = butterfly_allreduce_scratch,
};

/* Machines in columns: let k be the number of ranks on the machine that has the fewest. Column j
 * holds the j-th rank of every machine, in the order of the ring. The blocks of each machine are
 * dealt to the columns; each column carries its own around, from machine to machine, while inside
 * a machine all processes give to the columns, or get from them. So the k rings of the columns
 * together load each link as one ring of machines would that carries the whole vector: each byte
 * enters and leaves a machine once, however many ranks it has. Ranks beyond the k-th of a machine
 * only give and get.
 */
struct columns {
	int k;
	bool whole; /* each machine has k equal blocks of one vector; else each rank has a block */
};

/* The machine that is so many (of -nodes ... nodes) after this one, in the order of the ring. */
static int columns_machine(const struct rg *r, int after)
{
	return (r->node + after % r->nodes + r->nodes) % r->nodes;
}

/* How many blocks a machine has. Column j has number j of them, and each k-th after that. */
static int columns_blocks(const struct rg *r, const struct columns *c, int machine)
{
	return c->whole ? c->k : r->first[machine + 1] - r->first[machine];
}

/* This lane's slice of block i of a machine, in buffer buf. */
static struct rg_span columns_block(const struct rg *r, const struct columns *c, int buf,
                                    int machine, int i)
{
	int64_t parts = (int64_t)c->k * r->nodes, part = (int64_t)machine * c->k + i;
	int64_t quot = r->n / parts, rest = r->n % parts;

	if (!c->whole)
		return rg_block(r, buf, r->first[machine] + i);
	return rg_slice(r, buf, part * quot + (part < rest ? part : rest), quot + (part < rest));
}

/* Reduce-scatter in columns. In step j each process gives what it has of the blocks of the j-th
 * machine before its own to the columns of its machine; they get the partial results of the same
 * blocks from the machine before, add to them what the machine gave, and pass them on in the next
 * step. The last step is for the own machine.
 *
 * Cost for M machines, of p ranks: M - 1 messages of all blocks that a column has of one machine,
 * so (M - 1) / M of the vector out of and into each machine; meanwhile, inside it, M messages of
 * each block from each process to the block's column. Scratch: p + 1 times a column's blocks of one
 * machine. The operation must commute.
 */
struct columns_reduce {
	int at, step;
	struct columns c; /* the caller's to set */
	int64_t longest;
};

/* The elements of all blocks that this process's column has of a machine. */
static int64_t columns_length(const struct rg *r, const struct columns *c, int machine)
{
	int64_t length = 0;
	for (int i = rg_machine(r).me; i < columns_blocks(r, c, machine); i += c->k)
		length += columns_block(r, c, RG_TMP, machine, i).len;
	return length;
}

/* The most of that, over all machines. */
static int64_t columns_longest(const struct rg *r, const struct columns *c)
{
	int64_t longest = 0;
	for (int m = 0; m < r->nodes; m++) {
		int64_t length = columns_length(r, c, m);
		longest = length > longest ? length : longest;
	}
	return longest;
}

/* Scratch, in areas of the longest length: 0 and 1 take turns for the partial results that come and
 * go; 1 + i has what the i-th behind this process on the machine gave. */
static struct rg_span columns_area(const struct columns_reduce *s, int area)
{
	return (struct rg_span){RG_TMP, area * s->longest, 0};
}

/* The i-th behind this process on its machine. */
static int columns_other(const struct rg *r, int i)
{
	struct rg_group machine = rg_machine(r);
	return rg_member(&machine, (machine.me + i) % machine.n);
}

/* Give to the columns of this machine, as one of them get from all others. */
static void columns_give(struct rg *r, const struct columns_reduce *s, int target)
{
	struct rg_group machine = rg_machine(r);

	for (int i = 0; i < columns_blocks(r, &s->c, target); i++)
		if (i % s->c.k != machine.me)
			rg_send(r, rg_member(&machine, i % s->c.k),
			        columns_block(r, &s->c, rg_mine(r), target, i));
	for (int q = 1; q < machine.n && machine.me < s->c.k; q++) {
		struct rg_span to = columns_area(s, 1 + q);
		for (int i = machine.me; i < columns_blocks(r, &s->c, target); i += s->c.k) {
			to.len = columns_block(r, &s->c, RG_TMP, target, i).len;
			rg_recv(r, columns_other(r, q), to);
			to.off += to.len;
		}
	}
}

/* Pass on what the last step left, get the partial results for this one. */
static void columns_pass(struct rg *r, const struct columns_reduce *s, int target)
{
	struct rg_group column = rg_column(r);
	struct rg_span left = columns_area(s, (s->step - 1) % 2),
		       come = columns_area(s, s->step % 2);

	left.len = columns_length(r, &s->c, columns_machine(r, 1 - s->step));
	come.len = columns_length(r, &s->c, target);
	rg_send(r, rg_member(&column, columns_machine(r, 1)), left);
	rg_recv(r, rg_member(&column, columns_machine(r, -1)), come);
}

/* Where the result of block i of the own machine is to be combined: `area` is its place in scratch,
 * where it is left if it is not this process's, or its place still holds what others need. */
static struct rg_span columns_result(const struct rg *r, const struct columns *c, int i,
                                     struct rg_span area)
{
	if (c->whole)
		return columns_block(r, c, RG_OUT, r->node, i);
	return i == rg_machine(r).me && !r->in_place ? rg_own(r, RG_OUT) : area;
}

/* Add up block i: what this process has, what came, if something did, and what the others of the
 * machine gave; that stands `at` elements from the beginning of each area. */
static void columns_add(struct rg *r, const struct columns_reduce *s, int target, int i, int64_t at)
{
	struct rg_span mine = columns_block(r, &s->c, rg_mine(r), target, i);
	struct rg_span came = {RG_TMP, columns_area(s, s->step % 2).off + at, mine.len}, to = came;

	if (s->step == r->nodes)
		to = columns_result(r, &s->c, i, came);
	if (s->step > 1 && to.buf == mine.buf)
		rg_combine(r, came, to);
	else if (s->step > 1)
		rg_combine_to(r, to, mine, came);
	else if (to.buf != mine.buf)
		rg_copy(r, to, mine);
	for (int q = 1; q < rg_machine(r).n; q++) {
		came.off = columns_area(s, 1 + q).off + at;
		rg_combine(r, came, to);
	}
}

static void columns_add_all(struct rg *r, const struct columns_reduce *s, int target)
{
	int64_t at = 0;

	for (int i = rg_machine(r).me; i < columns_blocks(r, &s->c, target); i += s->c.k) {
		columns_add(r, s, target, i, at);
		at += columns_block(r, &s->c, RG_TMP, target, i).len;
	}
}

static int columns_reduce(struct rg *r, void *frame)
{
	struct columns_reduce *s = frame;

	RG_BEGIN(r, s);
	s->longest = columns_longest(r, &s->c);
	for (s->step = 1; s->step <= r->nodes; s->step++) {
		columns_give(r, s, columns_machine(r, -s->step));
		if (s->step > 1 && rg_machine(r).me < s->c.k)
			columns_pass(r, s, columns_machine(r, -s->step));
		rg_wait(r, s);
		if (rg_machine(r).me < s->c.k)
			columns_add_all(r, s, columns_machine(r, -s->step));
	}
	RG_END(s);
}

/* For a process of the machine with so many ranks. */
static int64_t columns_reduce_scratch(const struct rg *r, bool whole)
{
	struct columns c = {rg_fewest(r), whole};
	struct rg_group machine = rg_machine(r);
	return machine.me < c.k ? (machine.n + 1) * columns_longest(r, &c) : 0;
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

/* Inside the machine: the blocks of a machine from their columns to all. The owners of its own
 * blocks are here themselves. */
static void columns_share(struct rg *r, const struct columns *c, int source)
{
	struct rg_group machine = rg_machine(r);

	for (int i = 0; i < columns_blocks(r, c, source); i++) {
		struct rg_span block = columns_block(r, c, RG_OUT, source, i);
		int from = source == r->node ? i : i % c->k;
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
	struct rg_group column = rg_column(r);
	int me = rg_machine(r).me;

	for (int i = me; i < columns_blocks(r, c, source) && me < c->k; i += c->k)
		rg_send(r, rg_member(&column, columns_machine(r, 1)),
		        columns_block(r, c, RG_OUT, source, i));
	for (int i = me; i < columns_blocks(r, c, before) && me < c->k; i += c->k)
		rg_recv(r, rg_member(&column, columns_machine(r, -1)),
		        columns_block(r, c, RG_OUT, before, i));
}

static int columns_gather(struct rg *r, void *frame)
{
	struct columns_gather *s = frame;

	RG_BEGIN(r, s);
	for (s->step = 1; s->step <= r->nodes; s->step++) {
		columns_share(r, &s->c, columns_machine(r, 1 - s->step));
		/* The first blocks may be those of processes that are in no column. */
		if (s->step == 1 && columns_blocks(r, &s->c, r->node) > s->c.k)
			rg_wait(r, s);
		if (s->step < r->nodes)
			columns_hand_on(r, &s->c, columns_machine(r, 1 - s->step),
			                columns_machine(r, -s->step));
		rg_wait(r, s);
	}
	RG_END(s);
}

/* Allreduce in columns, for machines of several ranks: the vector is cut into k blocks for each
 * machine, k being the ranks on the one that has the fewest; a reduce-scatter, then an allgather of
 * these. With one rank on each machine it is the ring.
 *
 * Cost: out of and into each of M machines 2 (M - 1) / M of the vector, the least there is, in
 * 2 (M - 1) steps; inside the machine, for p ranks, 2 (p - 1) times the vector. Scratch: (p + 1) /
 * (k M) of it. Each block is combined in one place: the operation must commute, and all processes
 * get the same bits.
 */
struct columns_allreduce {
	int at;
	struct columns_reduce reduce;
	struct columns_gather gather;
};

static int columns_allreduce(struct rg *r, void *frame)
{
	struct columns_allreduce *s = frame;

	RG_BEGIN(r, s);
	s->reduce.c = s->gather.c = (struct columns){rg_fewest(r), true};
	rg_run(r, s, columns_reduce, &s->reduce);
	rg_run(r, s, columns_gather, &s->gather);
	RG_END(s);
}

static int64_t columns_allreduce_scratch(const struct rg *r)
{
	return columns_reduce_scratch(r, true);
}

static const struct rg_algorithm rg_columns_allreduce = {
	.name = "columns",
	.run = columns_allreduce,
	.frame = sizeof(struct columns_allreduce),
	.scratch = columns_allreduce_scratch,
	.commutes = true,
	.lanes = true,
};

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

/* Allgather in columns, for machines of several ranks and for equal and unequal blocks: put the own
 * block in its place, then as above. Each block enters each machine once. With one rank on each
 * machine it is the ring.
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
	s->gather.c = (struct columns){rg_fewest(r), false};
	rg_run(r, s, columns_gather, &s->gather);
	RG_END(s);
}

static const struct rg_algorithm rg_columns_allgather = {
	.name = "columns",
	.run = columns_allgather,
	.frame = sizeof(struct columns_allgather),
	.lanes = true,
};

/* The machines in the order of the ring: depth first, so that every subtree is one contiguous run,
 * and any subset of the machines, in this order, is a ring that uses no link direction twice. */
static const char *const machines[] = {
	"n0", // 0
	"n1", // 1
	"n2", // 2
	"n3", // 3
	"n4", // 4
	"n5", // 5
	"n6", // 6
	"n7", // 7
};

static const struct rg_choice choices_0[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{589824, &rg_ring_allreduce, 0, NULL},          // from 576 KiB
};

static const struct rg_choice choices_1[] = {
	{0, &rg_ring_allgather, 0, NULL}, // from 0 B
};

static const struct rg_choice choices_2[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
};

static const struct rg_choice choices_3[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{5632, &rg_ring_allreduce, 0, NULL},            // from 5.5 KiB
	{65536, &rg_ring_allreduce, 8192, NULL},        // from 64 KiB
};

static const struct rg_choice choices_4[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{36864, &rg_butterfly_allreduce, 0, NULL},      // from 36 KiB
};

static const struct rg_choice choices_5[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{28672, &rg_butterfly_allreduce, 0, NULL},      // from 28 KiB
	{65536, &rg_ring_allreduce, 8192, NULL},        // from 64 KiB
};

static const struct rg_choice choices_6[] = {
	{0, &rg_ring_allgather, 0, NULL},        // from 0 B
	{65536, &rg_ring_allgather, 8192, NULL}, // from 64 KiB
};

static const struct rg_choice choices_7[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{28672, &rg_butterfly_allreduce, 0, NULL},      // from 28 KiB
};

static const struct rg_choice choices_8[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{15360, &rg_ring_allreduce, 0, NULL},           // from 15 KiB
	{131072, &rg_ring_allreduce, 8192, NULL},       // from 128 KiB
};

static const struct rg_choice choices_9[] = {
	{0, &rg_ring_allgather, 0, NULL},         // from 0 B
	{131072, &rg_ring_allgather, 8192, NULL}, // from 128 KiB
};

static const struct rg_choice choices_10[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{18432, &rg_butterfly_allreduce, 0, NULL},      // from 18 KiB
};

static const struct rg_choice choices_11[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{7680, &rg_butterfly_allreduce, 0, NULL},       // from 7.5 KiB
	{90112, &rg_ring_allreduce, 8192, NULL},        // from 88 KiB
};

static const struct rg_choice choices_12[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{7680, &rg_butterfly_allreduce, 0, NULL},       // from 7.5 KiB
};

static const struct rg_choice choices_13[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{3584, &rg_ring_allreduce, 0, NULL},            // from 3.5 KiB
	{32768, &rg_ring_allreduce, 8192, NULL},        // from 32 KiB
};

static const struct rg_choice choices_14[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{5120, &rg_butterfly_allreduce, 0, NULL},       // from 5 KiB
};

static const struct rg_choice choices_15[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{7680, &rg_columns_allreduce, 0, NULL},         // from 7.5 KiB
	{65536, &rg_columns_allreduce, 8192, NULL},     // from 64 KiB
};

static const struct rg_choice choices_16[] = {
	{0, &rg_columns_allgather, 0, NULL}, // from 0 B
};

static const struct rg_choice choices_17[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{6144, &rg_butterfly_allreduce, 0, NULL},       // from 6 KiB
	{45056, &rg_ring_allreduce, 0, NULL},           // from 44 KiB
	{131072, &rg_columns_allreduce, 8192, NULL},    // from 128 KiB
};

static const struct rg_choice choices_18[] = {
	{0, &rg_columns_allgather, 0, NULL},         // from 0 B
	{36864, &rg_ring_allgather, 0, NULL},        // from 36 KiB
	{131072, &rg_columns_allgather, 8192, NULL}, // from 128 KiB
};

static const struct rg_choice choices_19[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{6144, &rg_butterfly_allreduce, 0, NULL},       // from 6 KiB
};

static const struct rg_choice choices_20[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{2816, &rg_butterfly_allreduce, 0, NULL},       // from 2.75 KiB
	{53248, &rg_ring_allreduce, 0, NULL},           // from 52 KiB
	{262144, &rg_columns_allreduce, 8192, NULL},    // from 256 KiB
};

static const struct rg_choice choices_21[] = {
	{0, &rg_columns_allgather, 0, NULL},         // from 0 B
	{22528, &rg_ring_allgather, 0, NULL},        // from 22 KiB
	{393216, &rg_columns_allgather, 8192, NULL}, // from 384 KiB
};

static const struct rg_choice choices_22[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{2816, &rg_butterfly_allreduce, 0, NULL},       // from 2.75 KiB
};

static const struct rg_choice choices_23[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{2560, &rg_butterfly_allreduce, 0, NULL},       // from 2.5 KiB
	{11264, &rg_ring_allreduce, 0, NULL},           // from 11 KiB
	{65536, &rg_ring_allreduce, 8192, NULL},        // from 64 KiB
};

static const struct rg_choice choices_24[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{2560, &rg_butterfly_allreduce, 0, NULL},       // from 2.5 KiB
};

static const struct rg_choice choices_25[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{2560, &rg_butterfly_allreduce, 0, NULL},       // from 2.5 KiB
	{36864, &rg_columns_allreduce, 0, NULL},        // from 36 KiB
};

static const struct rg_choice choices_26[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{2304, &rg_butterfly_allreduce, 0, NULL},       // from 2.25 KiB
	{36864, &rg_ring_allreduce, 0, NULL},           // from 36 KiB
	{98304, &rg_butterfly_allreduce, 0, NULL},      // from 96 KiB
	{294912, &rg_columns_allreduce, 0, NULL},       // from 288 KiB
};

static const struct rg_choice choices_27[] = {
	{0, &rg_columns_allgather, 0, NULL},     // from 0 B
	{20480, &rg_ring_allgather, 0, NULL},    // from 20 KiB
	{98304, &rg_columns_allgather, 0, NULL}, // from 96 KiB
};

static const struct rg_choice choices_28[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{2304, &rg_butterfly_allreduce, 0, NULL},       // from 2.25 KiB
};

static const struct rg_choice choices_29[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{1280, &rg_butterfly_allreduce, 0, NULL},       // from 1.25 KiB
	{45056, &rg_ring_allreduce, 0, NULL},           // from 44 KiB
	{1179648, &rg_columns_allreduce, 0, NULL},      // from 1.12 MiB
};

static const struct rg_choice choices_30[] = {
	{0, &rg_columns_allgather, 0, NULL},      // from 0 B
	{18432, &rg_ring_allgather, 0, NULL},     // from 18 KiB
	{589824, &rg_columns_allgather, 0, NULL}, // from 576 KiB
};

static const struct rg_choice choices_31[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{1280, &rg_butterfly_allreduce, 0, NULL},       // from 1.25 KiB
};

static const struct rg_choice choices_32[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{1152, &rg_butterfly_allreduce, 0, NULL},       // from 1.12 KiB
	{26624, &rg_ring_allreduce, 0, NULL},           // from 26 KiB
	{131072, &rg_ring_allreduce, 8192, NULL},       // from 128 KiB
};

static const struct rg_choice choices_33[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{1152, &rg_butterfly_allreduce, 0, NULL},       // from 1.12 KiB
};

static const struct rg_choice choices_34[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{1152, &rg_butterfly_allreduce, 0, NULL},       // from 1.12 KiB
	{20480, &rg_columns_allreduce, 0, NULL},        // from 20 KiB
};

static const struct rg_choice choices_35[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{1152, &rg_butterfly_allreduce, 0, NULL},       // from 1.12 KiB
	{30720, &rg_ring_allreduce, 0, NULL},           // from 30 KiB
	{147456, &rg_columns_allreduce, 0, NULL},       // from 144 KiB
};

static const struct rg_choice choices_36[] = {
	{0, &rg_columns_allgather, 0, NULL},     // from 0 B
	{18432, &rg_ring_allgather, 0, NULL},    // from 18 KiB
	{98304, &rg_columns_allgather, 0, NULL}, // from 96 KiB
};

static const struct rg_choice choices_37[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{576, &rg_butterfly_allreduce, 0, NULL},        // from 576 B
	{45056, &rg_ring_allreduce, 0, NULL},           // from 44 KiB
	{1179648, &rg_columns_allreduce, 0, NULL},      // from 1.12 MiB
};

static const struct rg_choice choices_38[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{576, &rg_butterfly_allreduce, 0, NULL},        // from 576 B
};

static const struct rg_choice choices_39[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{448, &rg_butterfly_allreduce, 0, NULL},        // from 448 B
	{40960, &rg_ring_allreduce, 0, NULL},           // from 40 KiB
	{262144, &rg_ring_allreduce, 8192, NULL},       // from 256 KiB
};

static const struct rg_choice choices_40[] = {
	{0, &rg_ring_allgather, 0, NULL},         // from 0 B
	{262144, &rg_ring_allgather, 8192, NULL}, // from 256 KiB
};

static const struct rg_choice choices_41[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{448, &rg_butterfly_allreduce, 0, NULL},        // from 448 B
};

static const struct rg_choice choices_42[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{576, &rg_butterfly_allreduce, 0, NULL},        // from 576 B
	{22528, &rg_columns_allreduce, 0, NULL},        // from 22 KiB
};

static const struct rg_choice choices_43[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{512, &rg_butterfly_allreduce, 0, NULL},        // from 512 B
	{36864, &rg_ring_allreduce, 0, NULL},           // from 36 KiB
	{229376, &rg_columns_allreduce, 0, NULL},       // from 224 KiB
};

static const struct rg_choice choices_44[] = {
	{0, &rg_columns_allgather, 0, NULL},      // from 0 B
	{28672, &rg_ring_allgather, 0, NULL},     // from 28 KiB
	{114688, &rg_columns_allgather, 0, NULL}, // from 112 KiB
};

static const struct rg_choice choices_45[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{512, &rg_butterfly_allreduce, 0, NULL},        // from 512 B
};

static const struct rg_choice choices_46[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{288, &rg_butterfly_allreduce, 0, NULL},        // from 288 B
	{49152, &rg_ring_allreduce, 0, NULL},           // from 48 KiB
	{16777216, &rg_ring_allreduce, 8192, NULL},     // from 16 MiB
};

static const struct rg_choice choices_47[] = {
	{0, &rg_columns_allgather, 0, NULL},      // from 0 B
	{28672, &rg_ring_allgather, 0, NULL},     // from 28 KiB
	{655360, &rg_columns_allgather, 0, NULL}, // from 640 KiB
};

static const struct rg_choice choices_48[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B
	{288, &rg_butterfly_allreduce, 0, NULL},        // from 288 B
};

static const struct rg_plan plans[] = {
	{
		.machines = 2,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_0, 2},
		.any[RG_ALLGATHERV] = {choices_1, 1},
		.ordered[RG_ALLREDUCE] = {choices_2, 1},
	},
	{
		.machines = 3,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_3, 3},
		.any[RG_ALLGATHERV] = {choices_1, 1},
		.ordered[RG_ALLREDUCE] = {choices_4, 2},
	},
	{
		.machines = 4,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_5, 3},
		.any[RG_ALLGATHERV] = {choices_6, 2},
		.ordered[RG_ALLREDUCE] = {choices_7, 2},
	},
	{
		.machines = 6,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_8, 3},
		.any[RG_ALLGATHERV] = {choices_9, 2},
		.ordered[RG_ALLREDUCE] = {choices_10, 2},
	},
	{
		.machines = 8,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_11, 3},
		.any[RG_ALLGATHERV] = {choices_9, 2},
		.ordered[RG_ALLREDUCE] = {choices_12, 2},
	},
	{
		.machines = 1,
		.ranks = 2,
		.any[RG_ALLREDUCE] = {choices_13, 3},
		.any[RG_ALLGATHERV] = {choices_6, 2},
		.ordered[RG_ALLREDUCE] = {choices_14, 2},
	},
	{
		.machines = 2,
		.ranks = 2,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_15, 3},
		.any[RG_ALLGATHERV] = {choices_16, 1},
		.ordered[RG_ALLREDUCE] = {choices_12, 2},
	},
	{
		.machines = 4,
		.ranks = 2,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_17, 4},
		.any[RG_ALLGATHERV] = {choices_18, 3},
		.ordered[RG_ALLREDUCE] = {choices_19, 2},
	},
	{
		.machines = 8,
		.ranks = 2,
		.any[RG_ALLREDUCE] = {choices_20, 4},
		.any[RG_ALLGATHERV] = {choices_21, 3},
		.ordered[RG_ALLREDUCE] = {choices_22, 2},
	},
	{
		.machines = 1,
		.ranks = 4,
		.any[RG_ALLREDUCE] = {choices_23, 4},
		.any[RG_ALLGATHERV] = {choices_6, 2},
		.ordered[RG_ALLREDUCE] = {choices_24, 2},
	},
	{
		.machines = 2,
		.ranks = 4,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_25, 3},
		.any[RG_ALLGATHERV] = {choices_16, 1},
		.ordered[RG_ALLREDUCE] = {choices_24, 2},
	},
	{
		.machines = 4,
		.ranks = 4,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_26, 5},
		.any[RG_ALLGATHERV] = {choices_27, 3},
		.ordered[RG_ALLREDUCE] = {choices_28, 2},
	},
	{
		.machines = 8,
		.ranks = 4,
		.any[RG_ALLREDUCE] = {choices_29, 4},
		.any[RG_ALLGATHERV] = {choices_30, 3},
		.ordered[RG_ALLREDUCE] = {choices_31, 2},
	},
	{
		.machines = 1,
		.ranks = 8,
		.any[RG_ALLREDUCE] = {choices_32, 4},
		.any[RG_ALLGATHERV] = {choices_9, 2},
		.ordered[RG_ALLREDUCE] = {choices_33, 2},
	},
	{
		.machines = 2,
		.ranks = 8,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_34, 3},
		.any[RG_ALLGATHERV] = {choices_16, 1},
		.ordered[RG_ALLREDUCE] = {choices_33, 2},
	},
	{
		.machines = 4,
		.ranks = 8,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_35, 4},
		.any[RG_ALLGATHERV] = {choices_36, 3},
		.ordered[RG_ALLREDUCE] = {choices_33, 2},
	},
	{
		.machines = 8,
		.ranks = 8,
		.any[RG_ALLREDUCE] = {choices_37, 4},
		.any[RG_ALLGATHERV] = {choices_30, 3},
		.ordered[RG_ALLREDUCE] = {choices_38, 2},
	},
	{
		.machines = 1,
		.ranks = 16,
		.any[RG_ALLREDUCE] = {choices_39, 4},
		.any[RG_ALLGATHERV] = {choices_40, 2},
		.ordered[RG_ALLREDUCE] = {choices_41, 2},
	},
	{
		.machines = 2,
		.ranks = 16,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_42, 3},
		.any[RG_ALLGATHERV] = {choices_16, 1},
		.ordered[RG_ALLREDUCE] = {choices_38, 2},
	},
	{
		.machines = 4,
		.ranks = 16,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_43, 4},
		.any[RG_ALLGATHERV] = {choices_44, 3},
		.ordered[RG_ALLREDUCE] = {choices_45, 2},
	},
	{
		.machines = 8,
		.ranks = 16,
		.any[RG_ALLREDUCE] = {choices_46, 4},
		.any[RG_ALLGATHERV] = {choices_47, 3},
		.ordered[RG_ALLREDUCE] = {choices_48, 2},
	},
};

static const struct rg_cluster cluster = {
	.version = 300, // of ringgen.h
	.name = "two",
	.fact = "8 machines, 2 switches, ring load 1 on 18 link directions",
	.machines = machines,
	.nmachines = sizeof machines / sizeof *machines,
	.plans = plans,
	.nplans = sizeof plans / sizeof *plans,
};

int two_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm)
{
	return rg_allreduce(&cluster, sendbuf, recvbuf, count, type, op, comm);
}

#if MPI_VERSION >= 4
int two_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                    MPI_Op op, MPI_Comm comm)
{
	return rg_allreduce_c(&cluster, sendbuf, recvbuf, count, type, op, comm);
}
#endif

int two_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
	return rg_allgatherv(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
	                     recvtype, comm);
}

#if MPI_VERSION >= 4
int two_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                     const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                     MPI_Comm comm)
{
	return rg_allgatherv_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
	                       recvtype, comm);
}
#endif
