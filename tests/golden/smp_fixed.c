/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.3.0: ringgen generate smp.xml --hosts a[0-1],b0 --ranks-per-node 2 --prefix
 * smp_fixed -o smp_fixed
 *
 * For 3 machines, 2 switches.
 * allreduce by recursive-doubling, butterfly, columns, factored: partners change from step to step,
 * so nothing is claimed of the load on links.
 * allgather by columns, factored: partners change from step to step, so nothing is claimed of the
 * load on links.
 * allgatherv by columns, factored: partners change from step to step, so nothing is claimed of the
 * load on links.
 * reduce_scatter by columns, factored, pairwise, recursive-halving: partners change from step to
 * step, so nothing is claimed of the load on links.
 * reduce_scatter_block by columns, factored, pairwise, recursive-halving: partners change from step
 * to step, so nothing is claimed of the load on links.
 * Played back in memory for 6 processes in this order: every contribution exactly once, no deadlock
 * when no send completes before its receive is posted.
 */
#include "ringgen.h"

#if RINGGEN_VERSION / 100 != 300 / 100
#error "made by ringgen 0.3.0 for a ringgen.h of that version: generate this file again"
#endif

enum { P = 6 };

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

/* Some processes that work for a group (Thakur, Rabenseifner & Gropp 2005): w of n, at least half
 * of them. The first 2 (n - w) members form pairs of neighbours. Before, the second of each pair
 * gives its vector to the first; after, it gets the result. The w workers, numbered in the order of
 * the group, stand for contiguous runs of it. Cost: two messages of the whole vector, none when all
 * work.
 */
struct fold {
	int at;
	struct rg_group group;
	int workers, worker; /* w; this process's number among them, -1: it is none */
	struct partial partial;
};

static void fold_to(struct fold *s, struct rg_group group, int workers)
{
	int me = group.me, pairs = group.n - workers;

	s->group = group;
	s->workers = workers;
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

/* The fold to a power of two: the largest that is not above the size of the group.
 */
static void fold_begin(struct fold *s, struct rg_group group)
{
	int workers = 1;

	while (workers <= group.n / 2)
		workers *= 2;
	fold_to(s, group, workers);
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
 *
 * So it is with islands, the machines on one switch, in place of machines: what is said of a
 * machine's link goes for the links between switches then.
 */
struct columns {
	int machines, machine; /* as in struct rg: how many, the one of this process, */
	const int *first;      /* [machines + 1] where each one's ranks begin; or that of islands */
	int k;                 /* columns */
	bool whole; /* each machine has k equal blocks of one vector; else each rank has a block */
};

static struct columns columns_begin(const struct rg *r, bool whole, bool islands)
{
	struct columns c = {r->nodes, r->node, r->first, P, whole};

	if (islands)
		c = (struct columns){r->islands, r->island, r->island_first, P, whole};
	for (int m = 0; m < c.machines; m++)
		if (c.first[m + 1] - c.first[m] < c.k)
			c.k = c.first[m + 1] - c.first[m];
	return c;
}

/* The processes on this machine. */
static struct rg_group columns_here(const struct rg *r, const struct columns *c)
{
	int first = c->first[c->machine];
	return (struct rg_group){c->first[c->machine + 1] - first, r->pos - first, NULL,
	                         r->order + first};
}

/* The processes in this column, which this process has to be in. */
static struct rg_group columns_own(const struct rg *r, const struct columns *c)
{
	return (struct rg_group){c->machines, c->machine, c->first,
	                         r->order + (r->pos - c->first[c->machine])};
}

/* The machine that is so many (of -machines ... machines) after this one, in the order of the ring.
 */
static int columns_machine(const struct columns *c, int after)
{
	return (c->machine + after % c->machines + c->machines) % c->machines;
}

/* How many blocks a machine has. Column j has number j of them, and each k-th after that. */
static int columns_blocks(const struct columns *c, int machine)
{
	return c->whole ? c->k : c->first[machine + 1] - c->first[machine];
}

/* This lane's slice of block i of a machine, in buffer buf. */
static struct rg_span columns_block(const struct rg *r, const struct columns *c, int buf,
                                    int machine, int i)
{
	int64_t parts = (int64_t)c->k * c->machines, part = (int64_t)machine * c->k + i;
	int64_t quot = r->n / parts, rest = r->n % parts;

	if (!c->whole)
		return rg_block(r, buf, c->first[machine] + i);
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
	for (int i = columns_here(r, c).me; i < columns_blocks(c, machine); i += c->k)
		length += columns_block(r, c, RG_TMP, machine, i).len;
	return length;
}

/* The most of that, over all machines. */
static int64_t columns_longest(const struct rg *r, const struct columns *c)
{
	int64_t longest = 0;
	for (int m = 0; m < c->machines; m++) {
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
static int columns_other(const struct rg *r, const struct columns *c, int i)
{
	struct rg_group machine = columns_here(r, c);
	return rg_member(&machine, (machine.me + i) % machine.n);
}

/* Give to the columns of this machine, as one of them get from all others. */
static void columns_give(struct rg *r, const struct columns_reduce *s, int target)
{
	struct rg_group machine = columns_here(r, &s->c);

	for (int i = 0; i < columns_blocks(&s->c, target); i++)
		if (i % s->c.k != machine.me)
			rg_send(r, rg_member(&machine, i % s->c.k),
			        columns_block(r, &s->c, rg_mine(r), target, i));
	for (int q = 1; q < machine.n && machine.me < s->c.k; q++) {
		struct rg_span to = columns_area(s, 1 + q);
		for (int i = machine.me; i < columns_blocks(&s->c, target); i += s->c.k) {
			to.len = columns_block(r, &s->c, RG_TMP, target, i).len;
			rg_recv(r, columns_other(r, &s->c, q), to);
			to.off += to.len;
		}
	}
}

/* Pass on what the last step left, get the partial results for this one. */
static void columns_pass(struct rg *r, const struct columns_reduce *s, int target)
{
	struct rg_group column = columns_own(r, &s->c);
	struct rg_span left = columns_area(s, (s->step - 1) % 2),
		       come = columns_area(s, s->step % 2);

	left.len = columns_length(r, &s->c, columns_machine(&s->c, 1 - s->step));
	come.len = columns_length(r, &s->c, target);
	rg_send(r, rg_member(&column, columns_machine(&s->c, 1)), left);
	rg_recv(r, rg_member(&column, columns_machine(&s->c, -1)), come);
}

/* Where the result of block i of the own machine is to be combined: `area` is its place in scratch,
 * where it is left if it is not this process's, or its place still holds what others need. */
static struct rg_span columns_result(const struct rg *r, const struct columns *c, int i,
                                     struct rg_span area)
{
	if (c->whole)
		return columns_block(r, c, RG_OUT, c->machine, i);
	return i == columns_here(r, c).me && !r->in_place ? rg_own(r, RG_OUT) : area;
}

/* Add up block i: what this process has, what came, if something did, and what the others of the
 * machine gave; that stands `at` elements from the beginning of each area. */
static void columns_add(struct rg *r, const struct columns_reduce *s, int target, int i, int64_t at)
{
	struct rg_span mine = columns_block(r, &s->c, rg_mine(r), target, i);
	struct rg_span came = {RG_TMP, columns_area(s, s->step % 2).off + at, mine.len}, to = came;

	if (s->step == s->c.machines)
		to = columns_result(r, &s->c, i, came);
	if (s->step > 1 && to.buf == mine.buf)
		rg_combine(r, came, to);
	else if (s->step > 1)
		rg_combine_to(r, to, mine, came);
	else if (to.buf != mine.buf)
		rg_copy(r, to, mine);
	for (int q = 1; q < columns_here(r, &s->c).n; q++) {
		came.off = columns_area(s, 1 + q).off + at;
		rg_combine(r, came, to);
	}
}

static void columns_add_all(struct rg *r, const struct columns_reduce *s, int target)
{
	int64_t at = 0;

	for (int i = columns_here(r, &s->c).me; i < columns_blocks(&s->c, target); i += s->c.k) {
		columns_add(r, s, target, i, at);
		at += columns_block(r, &s->c, RG_TMP, target, i).len;
	}
}

static int columns_reduce(struct rg *r, void *frame)
{
	struct columns_reduce *s = frame;

	RG_BEGIN(r, s);
	s->longest = columns_longest(r, &s->c);
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

/* For a process of the machine with so many ranks. */
static int64_t columns_reduce_scratch(const struct rg *r, struct columns c)
{
	struct rg_group machine = columns_here(r, &c);
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
	struct rg_group machine = columns_here(r, c);

	for (int i = 0; i < columns_blocks(c, source); i++) {
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
	s->reduce.c = s->gather.c = columns_begin(r, true, false);
	rg_run(r, s, columns_reduce, &s->reduce);
	rg_run(r, s, columns_gather, &s->gather);
	RG_END(s);
}

static int64_t columns_allreduce_scratch(const struct rg *r)
{
	return columns_reduce_scratch(r, columns_begin(r, true, false));
}

static const struct rg_algorithm rg_columns_allreduce = {
	.name = "columns",
	.run = columns_allreduce,
	.frame = sizeof(struct columns_allreduce),
	.scratch = columns_allreduce_scratch,
	.commutes = true,
	.lanes = true,
	.machines = true,
};

/* The factored exchange over several ports (Jocksch & Piccinali 2023, after Ruefenacht, Bull &
 * Booth 2017 and Bruck et al. 1997). In a step of an allgather with p ports each process talks to p
 * others at once, and has up to p + 1 times the blocks afterwards. A reduce-scatter goes the same
 * way back.
 *
 * Each of n processes has one of n slots, and so has its block; what it has got is always one run
 * of slots. When the numbers of blocks divide each other, p + 1 processes form a group in each
 * step, and their runs stand one after the other (recursive exchange); slots are given such that
 * the longest messages go to the nearest processes. Else all runs are cyclic, beginning with the
 * own slot, and the k-th partner of a step is k times the length of the run away (Bruck).
 *
 * rg.ports holds the ports of each step, with anything but digits and minus signs in between. They
 * are taken from the step with the longest messages on; when they do not reach down to one block,
 * the last of them is taken again, and when they reach further, the rest is ignored. So every
 * string is right for any number of processes. None: one port, which is recursive halving and
 * doubling.
 */
enum { PORTS_MOST = 64, EXCHANGE_STEPS = 32 };

/* What rg.ports says: how many times more, or fewer, blocks there are after each step. The first
 * `scattering` of the numbers were negative. */
struct ports {
	int n, scattering;
	int radix[PORTS_MOST];
};

static void ports_read(struct ports *p, const char *s)
{
	p->n = p->scattering = 0;
	while (s && *s && p->n < PORTS_MOST) {
		int number = 0, minus = *s == '-';
		for (s += minus; *s >= '0' && *s <= '9'; s++)
			number = number < 100000000 ? 10 * number + (*s - '0') : number;
		p->scattering += number && minus && p->scattering == p->n;
		if (number)
			p->radix[p->n++] = number + 1;
		else if (*s)
			s++;
	}
	if (!p->n) {
		p->n = p->scattering = 1;
		p->radix[0] = 2;
	}
}

/* The steps of an exchange of n blocks. */
struct factors {
	int steps;
	int have[EXCHANGE_STEPS +
	         1]; /* n, blocks inside the step with the longest messages, ... 1 */
	bool exact;  /* each divides the one before */
};

/* `count` numbers, from radix[0] on, forwards (by = 1) or backwards (by = -1). */
static void factors_find(struct factors *f, int n, const int *radix, int count, int by)
{
	f->steps = 0;
	f->exact = true;
	f->have[0] = n;
	while (n > 1) {
		int q = radix[(f->steps < count ? f->steps : count - 1) * by];
		q = q < n ? q : n;
		f->exact = f->exact && n % q == 0;
		n = n / q + (n % q != 0);
		f->have[++f->steps] = n;
	}
}

/* The process in a slot, and the slot of a process: the digit of the greatest weight in the one is
 * that of the least in the other, if they are exact. */
static int factors_member(const struct factors *f, int slot)
{
	int member = 0, weight = 1;

	if (!f->exact)
		return slot;
	for (int i = 0; i < f->steps; i++) {
		member += slot / f->have[i + 1] * weight;
		slot %= f->have[i + 1];
		weight *= f->have[i] / f->have[i + 1];
	}
	return member;
}

static int factors_slot(const struct factors *f, int member)
{
	int slot = 0;

	if (!f->exact)
		return member;
	for (int i = 0; i < f->steps; i++) {
		int radix = f->have[i] / f->have[i + 1];
		slot += member % radix * f->have[i + 1];
		member /= radix;
	}
	return slot;
}

/* An exchange in progress. All but the first two is the caller's to set. */
struct exchange {
	int at, step;         /* from the longest messages on */
	struct factors slots; /* which process has which slot */
	struct factors steps;
	int n, slot;           /* processes; this one's slot */
	struct rg_group group; /* worker `first` and those behind it; worker i is member i, */
	int first, pairs;      /* or 2 i if it is one of so many */
	int origin;            /* the slot whose block begins the vector */
	bool unequal;          /* blocks are those of the ranks; else they have `quot` elements, */
	int64_t quot, rest;    /* the first `rest` of the vector one more */
	bool apart;            /* outside of scratch the blocks are where rg_block_of has them, and
	                          all pieces are one block */
	struct rg_span from, to; /* vectors: what is sent and combined at first; the result */
	int64_t landing;         /* where in RG_TMP messages of a reduce-scatter land */
};

/* The rank of the process in a slot. */
static int exchange_rank(const struct exchange *x, int slot)
{
	int i = x->first + factors_member(&x->slots, slot);
	return rg_member(&x->group, i < x->pairs ? 2 * i : i + x->pairs);
}

/* The elements of the first so many blocks of the vector. */
static int64_t exchange_length(const struct rg *r, const struct exchange *x, int blocks)
{
	int64_t length = 0;

	if (!x->unequal)
		return blocks * x->quot + (blocks < x->rest ? blocks : x->rest);
	for (int i = 0; i < blocks; i++)
		length += r->len[exchange_rank(x, (x->origin + i) % x->n)];
	return length;
}

/* What travels in a step between this process and another one. */
struct piece {
	int peer;         /* its rank */
	int first, count; /* slots, cyclically */
};

/* Partner k of this step, and what it is there for. */
static struct piece exchange_theirs(const struct exchange *x, int k)
{
	int has = x->steps.have[x->step], had = x->steps.have[x->step + 1], slot;

	if (x->steps.exact) {
		slot = x->slot - x->slot % has + (x->slot % has + k * had) % has;
		return (struct piece){exchange_rank(x, slot), slot - slot % had, had};
	}
	slot = (x->slot + k * had) % x->n;
	return (struct piece){exchange_rank(x, slot), slot,
	                      has - k * had < had ? has - k * had : had};
}

/* The process whose partner k this one is. */
static struct piece exchange_ours(const struct exchange *x, int k)
{
	int has = x->steps.have[x->step], had = x->steps.have[x->step + 1], slot;

	if (x->steps.exact) {
		slot = x->slot - x->slot % has + (x->slot % has + has - k * had) % has;
		return (struct piece){exchange_rank(x, slot), x->slot - x->slot % had, had};
	}
	slot = (x->slot + x->n - k * had) % x->n;
	return (struct piece){exchange_rank(x, slot), x->slot,
	                      has - k * had < had ? has - k * had : had};
}

static int exchange_ports(const struct exchange *x)
{
	int had = x->steps.have[x->step + 1];
	return (x->steps.have[x->step] + had - 1) / had - 1;
}

/* The part of a vector that a piece is. When it goes beyond the vector's end it has a second part,
 * at the beginning. */
static struct rg_span exchange_part(const struct rg *r, const struct exchange *x,
                                    struct rg_span vector, struct piece p, bool second)
{
	int begin = (p.first - x->origin + x->n) % x->n, end = begin + p.count;

	if (x->apart && vector.buf != RG_TMP) {
		struct rg_span block = rg_block_of(r, vector.buf, exchange_rank(x, p.first));
		block.len = second ? 0 : block.len;
		return block;
	}
	if (second) {
		begin = 0;
		end = end > x->n ? end - x->n : 0;
	} else if (end > x->n) {
		end = x->n;
	}
	int64_t off = exchange_length(r, x, begin);
	return (struct rg_span){vector.buf, vector.off + off, exchange_length(r, x, end) - off};
}

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
				rg_recv(r, theirs.peer, exchange_part(r, s, s->to, theirs, second));
				rg_send(r, ours.peer, exchange_part(r, s, s->to, ours, second));
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
/* Where part of a piece lands, if so much of the scratch is taken by those before it. */
static struct rg_span exchange_landing(const struct exchange *x, int64_t taken, struct rg_span part)
{
	return (struct rg_span){RG_TMP, x->landing + taken, part.len};
}

/* The most that comes in a step. */
static int64_t exchange_landings(const struct rg *r, struct exchange *x)
{
	int64_t most = 0;

	for (x->step = 0; x->step < x->steps.steps; x->step++) {
		int64_t taken = 0;
		for (int k = 1; k <= exchange_ports(x); k++)
			for (int second = 0; second < 2; second++)
				taken +=
					exchange_part(r, x, x->to, exchange_ours(x, k), second).len;
		most = taken > most ? taken : most;
	}
	return most;
}

static void exchange_give(struct rg *r, const struct exchange *x)
{
	int64_t taken = 0;

	for (int k = 1; k <= exchange_ports(x); k++)
		for (int second = 0; second < 2; second++) {
			struct piece theirs = exchange_theirs(x, k), ours = exchange_ours(x, k);
			struct rg_span part = exchange_part(r, x, x->to, ours, second);
			rg_recv(r, ours.peer, exchange_landing(x, taken, part));
			rg_send(r, theirs.peer, exchange_part(r, x, x->from, theirs, second));
			taken += part.len;
		}
}

/* The part of what is kept that the first partner had nothing for. */
static struct piece exchange_rest(const struct exchange *x)
{
	struct piece ours = exchange_ours(x, 1);
	int kept = x->steps.have[x->step + 1];

	return (struct piece){x->slot, (ours.first + ours.count) % x->n, kept - ours.count};
}

/* Add what came. The first piece is the longest; with it the sum leaves `from`. */
static void exchange_add(struct rg *r, struct exchange *x)
{
	int64_t taken = 0;

	for (int k = 1; k <= exchange_ports(x); k++)
		for (int second = 0; second < 2; second++) {
			struct piece ours = exchange_ours(x, k);
			struct rg_span part = exchange_part(r, x, x->to, ours, second);
			rg_combine_to(r, part, exchange_landing(x, taken, part),
			              k == 1 ? exchange_part(r, x, x->from, ours, second) : part);
			taken += part.len;
		}
	for (int second = 0; second < 2 && x->from.buf != x->to.buf; second++)
		rg_copy(r, exchange_part(r, x, x->to, exchange_rest(x), second),
		        exchange_part(r, x, x->from, exchange_rest(x), second));
	x->from = x->to;
}

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

/* Factored allreduce (Jocksch & Piccinali 2023, Table 1), any P, over the positions of the ring: a
 * reduce-scatter of some steps, then allreduce steps, then an allgather. In an allreduce step of p
 * ports p + 1 processes give each other all that they have, and all add it up in the same way.
 *
 * rg.ports: negative numbers are reduce-scatter steps. The last numbers, as many as it takes to
 * bring back what they scattered, are allgather steps ("-7 1 7": 8 blocks, an exchange with one
 * other process that has the same block, 8 blocks again); numbers in between are allreduce steps,
 * the last of which is taken again while there are processes for it. Without any ("-1") each of P
 * blocks is added up by one process: halving and doubling for any P, without a fold. None: the
 * same.
 *
 * Cost: see exchange_scatter.c and exchange_gather.c; without allreduce steps 2 (P - 1) / P of the
 * vector out of and into each process, the least there is. When there are some, with s blocks, a
 * step of p ports takes p messages of 1 / s of the vector, and processes beyond the product of all
 * numbers are folded. Scratch: what comes in one step; the vector too when there is a fold. The
 * operation must commute; all processes get the same bits.
 */
struct factored_allreduce {
	int at, step;
	struct fold fold;
	struct exchange exchange;
	struct factors gather;
	int across[EXCHANGE_STEPS + 1]; /* processes with the same block that have added it up by */
	int acrosses;                   /* now, after so many allreduce steps: across[0] = 1 */
};

/* The product of `least` and some numbers, of which only so much is taken as P processes allow. */
static int factored_product(const int *radix, int count, int least, int P)
{
	for (int i = 0; i < count; i++)
		least *= radix[i] < P / least ? radix[i] : P / least;
	return least;
}

/* The allreduce steps, by `count` numbers, between processes that have the same one of
 * s->exchange.n blocks. */
static void factored_across(struct factored_allreduce *s, const int *radix, int count, int P)
{
	int blocks = s->exchange.n, n = 1;

	for (s->acrosses = 0; P / blocks / n > 1; s->acrosses++) {
		const int *next = &radix[s->acrosses < count ? s->acrosses : count - 1];
		s->across[s->acrosses] = n;
		n = factored_product(next, 1, blocks * n, P) / blocks;
	}
	s->across[s->acrosses] = n;
}

/* All steps, as the ports say. */
static void factored_steps(struct factored_allreduce *s, const struct rg *r)
{
	struct exchange *x = &s->exchange;
	struct ports p;

	ports_read(&p, r->ports);
	int blocks = factored_product(p.radix, p.scattering, 1, P), last = p.n, back = 1;
	while (back < blocks && last > p.scattering)
		back = factored_product(&p.radix[--last], 1, back, P);
	x->n = last > p.scattering ? blocks : P;
	factored_across(s, &p.radix[p.scattering], last - p.scattering, P);
	factors_find(&x->slots, x->n, p.radix, p.scattering, 1);
	x->steps = s->gather = x->slots;
	if (p.n > last)
		factors_find(&s->gather, x->n, &p.radix[p.n - 1], p.n - last, -1);
}

/* What this process has to do with them. */
static void factored_allreduce_begin(struct factored_allreduce *s, const struct rg *r)
{
	struct exchange *x = &s->exchange;

	factored_steps(s, r);
	fold_to(&s->fold, rg_everyone(r), x->n * s->across[s->acrosses]);
	s->fold.partial = partial_begin(r, fold_paired(&s->fold));
	int worker = s->fold.worker < 0 ? 0 : s->fold.worker; /* the others have no steps */
	x->group = s->fold.group;
	x->pairs = x->group.n - s->fold.workers;
	x->first = worker / x->n * x->n;
	x->slot = factors_slot(&x->slots, worker % x->n);
	x->quot = r->n / x->n;
	x->rest = r->n % x->n;
	x->from = x->to = rg_head(RG_OUT, r->n);
	x->landing = x->pairs ? r->n : 0;
}

/* The number of this process among those of an allreduce step. */
static int factored_digit(const struct factored_allreduce *s)
{
	return s->exchange.first / s->exchange.n / s->across[s->step] %
	       (s->across[s->step + 1] / s->across[s->step]);
}

/* What process k of them has: this one, in the vector; another, in scratch. */
static struct rg_span factored_addend(const struct rg *r, const struct factored_allreduce *s, int k)
{
	const struct exchange *x = &s->exchange;
	struct rg_span own = exchange_part(r, x, x->from, (struct piece){0, x->slot, 1}, false);
	int other = k - (k > factored_digit(s));

	if (k == factored_digit(s))
		return own;
	return (struct rg_span){RG_TMP, x->landing + other * own.len, own.len};
}

static void factored_swap(struct rg *r, const struct factored_allreduce *s)
{
	const struct exchange *x = &s->exchange;
	int me = factored_digit(s), all = s->across[s->step + 1] / s->across[s->step];

	for (int k = 0; k < all; k++) {
		int peer = s->fold.worker + (k - me) * s->across[s->step] * x->n;
		if (k == me)
			continue;
		rg_recv(r, fold_worker(&s->fold, peer), factored_addend(r, s, k));
		rg_send(r, fold_worker(&s->fold, peer), factored_addend(r, s, me));
	}
}

/* One after the other, everywhere alike. A sum takes the place of its right operand, if it may. */
static void factored_add(struct rg *r, struct factored_allreduce *s)
{
	struct exchange *x = &s->exchange;
	struct rg_span to = exchange_part(r, x, x->to, (struct piece){0, x->slot, 1}, false);
	struct rg_span sum = factored_addend(r, s, 0);
	int all = s->across[s->step + 1] / s->across[s->step];

	for (int k = 1; k < all; k++) {
		struct rg_span right = factored_addend(r, s, k), left = sum;
		bool direct = right.buf == RG_IN || (k == all - 1 && left.buf != to.buf);
		sum = direct ? to : right;
		rg_combine_to(r, sum, left, right);
	}
	if (sum.buf != to.buf)
		rg_copy(r, to, sum);
	x->from = x->to;
}

static int factored_allreduce(struct rg *r, void *frame)
{
	struct factored_allreduce *s = frame;
	struct exchange *x = &s->exchange;

	RG_BEGIN(r, s);
	factored_allreduce_begin(s, r);
	rg_run(r, s, fold_before, &s->fold);
	if (s->fold.worker >= 0) {
		x->from = rg_head(s->fold.partial.in, r->n);
		rg_run(r, s, exchange_scatter, x);
		for (s->step = 0; s->step < s->acrosses; s->step++) {
			factored_swap(r, s);
			rg_wait(r, s);
			factored_add(r, s);
		}
		if (P == 1)
			partial_end(r, &s->fold.partial, x->to);
		x->steps = s->gather;
		rg_run(r, s, exchange_gather, x);
	}
	rg_run(r, s, fold_after, &s->fold);
	RG_END(s);
}

static int64_t factored_allreduce_scratch(const struct rg *r)
{
	struct factored_allreduce s = {0};
	int64_t most;

	factored_allreduce_begin(&s, r);
	most = exchange_landings(r, &s.exchange);
	for (int i = 0; i < s.acrosses; i++) {
		int64_t came = (s.across[i + 1] / s.across[i] - 1) * (s.exchange.quot + 1);
		most = came > most ? came : most;
	}
	return s.exchange.landing + most;
}

static const struct rg_algorithm rg_factored_allreduce = {
	.name = "factored",
	.run = factored_allreduce,
	.frame = sizeof(struct factored_allreduce),
	.scratch = factored_allreduce_scratch,
	.commutes = true,
	.ports = true,
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
	s->gather.c = columns_begin(r, false, false);
	rg_run(r, s, columns_gather, &s->gather);
	RG_END(s);
}

static const struct rg_algorithm rg_columns_allgather = {
	.name = "columns",
	.run = columns_allgather,
	.frame = sizeof(struct columns_allgather),
	.lanes = true,
	.machines = true,
};

/* The factored exchange of the blocks of all processes: each has its own. The vector is put
 * together in scratch, such that what a process sends to another is one message; when there is but
 * one step each piece is a block, and scratch is not needed.
 */
static void exchange_blocks(struct exchange *x, const struct rg *r, int by)
{
	struct ports ports;
	const int *first = ports.radix;

	ports_read(&ports, r->ports);
	if (by < 0)
		first += ports.n - 1;
	factors_find(&x->steps, P, first, ports.n, by);
	x->slots = x->steps;
	x->n = P;
	x->group = rg_everyone(r);
	x->slot = factors_slot(&x->slots, x->group.me);
	x->origin = x->steps.exact ? 0 : x->slot;
	x->unequal = r->len != NULL;
	x->quot = r->quot;
	x->apart = x->steps.steps < 2;
}

/* The own block in that vector. */
static struct rg_span exchange_own(const struct rg *r, const struct exchange *x)
{
	return exchange_part(r, x, rg_head(RG_TMP, r->n), (struct piece){0, x->slot, 1}, false);
}

/* Copy all blocks into the vector, from where they are in another buffer; or (back) to there. */
static void exchange_copy(struct rg *r, const struct exchange *x, int buf, bool back)
{
	struct rg_span copy = {RG_TMP, 0, 0};

	for (int i = 0; i < x->n; i++) {
		struct rg_span block =
			rg_block_of(r, buf, exchange_rank(x, (x->origin + i) % x->n));
		copy.len = block.len;
		rg_copy(r, back ? block : copy, back ? copy : block);
		copy.off += copy.len;
	}
}

/* Factored allgather (Jocksch & Piccinali 2023), any P, for equal and unequal blocks, over the
 * positions of the ring. With one port, the default: recursive doubling when P is a power of two,
 * else Bruck's algorithm (Thakur & Gropp 2003, section 4.1; Bruck et al. 1997), both in ceil(lg P)
 * steps. With P - 1 ports all blocks are sent at once.
 *
 * Cost: see exchange_gather.c; (P - 1) / P of the vector out of and into each process, which is the
 * least there is. What has more than one step is copied once, in scratch of the vector's length.
 */
struct factored_allgather {
	int at;
	struct exchange exchange;
};

static int factored_allgather(struct rg *r, void *frame)
{
	struct factored_allgather *s = frame;
	struct exchange *x = &s->exchange;

	RG_BEGIN(r, s);
	exchange_blocks(x, r, -1);
	x->to = rg_head(x->apart ? RG_OUT : RG_TMP, r->n);
	if (!r->in_place)
		rg_copy(r, rg_block(r, RG_OUT, r->pos), rg_own(r, RG_IN));
	if (!x->apart)
		rg_copy(r, exchange_own(r, x), rg_block(r, RG_OUT, r->pos));
	rg_run(r, s, exchange_gather, x);
	if (!x->apart)
		exchange_copy(r, x, RG_OUT, true);
	RG_END(s);
}

static int64_t factored_allgather_scratch(const struct rg *r)
{
	struct exchange x = {0};

	exchange_blocks(&x, r, -1);
	return x.apart ? 0 : r->n;
}

static const struct rg_algorithm rg_factored_allgather = {
	.name = "factored",
	.run = factored_allgather,
	.frame = sizeof(struct factored_allgather),
	.scratch = factored_allgather_scratch,
	.ports = true,
};

/* Reduce-scatter in columns, for equal and unequal blocks: as above; then those processes that are
 * in no column get their blocks from the one that has them.
 */
struct columns_scatter {
	int at;
	struct columns_reduce reduce; /* its columns are the caller's to set */
};

/* From the column's scratch to the owners of its blocks; in place, to their scratch. */
static void columns_hand_out(struct rg *r, const struct columns_reduce *s)
{
	struct rg_group machine = columns_here(r, &s->c);
	struct rg_span block = columns_area(s, s->c.machines % 2), own = rg_own(r, RG_OUT);

	if (machine.me >= s->c.k) {
		rg_recv(r, rg_member(&machine, machine.me % s->c.k),
		        r->in_place ? rg_head(RG_TMP, own.len) : own);
		return;
	}
	for (int i = machine.me; i < machine.n; i += s->c.k) {
		block.len = rg_block(r, RG_TMP, s->c.first[s->c.machine] + i).len;
		if (i != machine.me)
			rg_send(r, rg_member(&machine, i), block);
		block.off += block.len;
	}
}

static int columns_scatter(struct rg *r, void *frame)
{
	struct columns_scatter *s = frame;

	RG_BEGIN(r, s);
	rg_run(r, s, columns_reduce, &s->reduce);
	columns_hand_out(r, &s->reduce);
	rg_wait(r, s);
	if (r->in_place) {
		/* RG_OUT still holds the contribution, whose place the result takes: in that of
		 * another block, perhaps, which another lane still needs. */
		if (r->lanes > 1) {
			rg_join(r);
			rg_wait(r, s);
		}
		struct rg_span result = rg_own(r, RG_TMP);
		result.off = columns_here(r, &s->reduce.c).me < s->reduce.c.k
		                     ? columns_area(&s->reduce, s->reduce.c.machines % 2).off
		                     : 0;
		rg_copy(r, rg_own(r, RG_OUT), result);
	}
	RG_END(s);
}

static int64_t columns_scatter_scratch(const struct rg *r, struct columns c)
{
	int64_t own = r->in_place ? rg_own(r, RG_TMP).len : 0,
		others = columns_reduce_scratch(r, c);
	return others > own ? others : own;
}

/* Reduce-scatter in columns, for machines of several ranks; as above. With one rank on each machine
 * it is the ring. Scratch, for p ranks on a machine: p + 1 times the blocks that a column has of
 * one machine. The operation must commute.
 */
struct columns_reduce_scatter {
	int at;
	struct columns_scatter scatter;
};

static int columns_reduce_scatter(struct rg *r, void *frame)
{
	struct columns_reduce_scatter *s = frame;

	RG_BEGIN(r, s);
	s->scatter.reduce.c = columns_begin(r, false, false);
	rg_run(r, s, columns_scatter, &s->scatter);
	RG_END(s);
}

static int64_t columns_reduce_scatter_scratch(const struct rg *r)
{
	return columns_scatter_scratch(r, columns_begin(r, false, false));
}

static const struct rg_algorithm rg_columns_reduce_scatter = {
	.name = "columns",
	.run = columns_reduce_scatter,
	.frame = sizeof(struct columns_reduce_scatter),
	.scratch = columns_reduce_scatter_scratch,
	.commutes = true,
	.lanes = true,
	.machines = true,
};

/* Factored reduce-scatter (Jocksch & Piccinali 2023), any P, for equal and unequal blocks, over the
 * positions of the ring. With one port, the default: recursive halving when P is a power of two
 * (Thakur & Gropp 2003, section 4.3), and its like for any P, without a fold: the allgather of
 * Bruck et al. 1997 the other way round. With P - 1 ports all blocks are sent at once.
 *
 * Cost: see exchange_scatter.c; (P - 1) / P of the vector out of and into each process, which is
 * the least there is. What has more than one step is copied once. Scratch: two vectors. The
 * operation must commute.
 */
struct factored_reduce_scatter {
	int at;
	struct exchange exchange;
};

/* In scratch: the vector, then what comes. */
static void factored_scattering(struct exchange *x, const struct rg *r)
{
	exchange_blocks(x, r, 1);
	x->to = rg_head(RG_TMP, r->n);
	x->landing = r->n;
}

static int factored_reduce_scatter(struct rg *r, void *frame)
{
	struct factored_reduce_scatter *s = frame;
	struct exchange *x = &s->exchange;

	RG_BEGIN(r, s);
	factored_scattering(x, r);
	x->from = rg_head(x->apart ? rg_mine(r) : RG_TMP, r->n);
	if (!x->apart)
		exchange_copy(r, x, rg_mine(r), false);
	rg_run(r, s, exchange_scatter, x);
	if (P == 1 && !r->in_place)
		rg_copy(r, rg_own(r, RG_OUT), rg_head(RG_IN, r->n));
	else if (P > 1)
		rg_copy(r, rg_own(r, RG_OUT), exchange_own(r, x));
	RG_END(s);
}

static int64_t factored_reduce_scatter_scratch(const struct rg *r)
{
	struct exchange x = {0};

	factored_scattering(&x, r);
	return x.landing + exchange_landings(r, &x);
}

static const struct rg_algorithm rg_factored_reduce_scatter = {
	.name = "factored",
	.run = factored_reduce_scatter,
	.frame = sizeof(struct factored_reduce_scatter),
	.scratch = factored_reduce_scatter_scratch,
	.commutes = true,
	.ports = true,
};

/* The contributions of all P processes, combined in one place as recursive doubling with its fold
 * does in many (see fold_power.c): the pairs, then the runs of 2, 4, ... workers, lower numbers to
 * the left. So the bits are the same. Cost: P - 1 combinations.
 */
/* They stand in RG_TMP, `len` elements each, that of member `first` in front and the others behind
 * it cyclically. */
static struct rg_span bracket_member(const struct rg *r, int64_t len, int first, int i)
{
	return (struct rg_span){RG_TMP, (i - first + (i < first ? rg_all(r).n : 0)) * len, len};
}

/* The result goes to `to`, which is elsewhere. */
static void bracket(struct rg *r, int64_t len, int first, struct rg_span to)
{
	int workers = 1, pairs;

	while (workers <= P / 2)
		workers *= 2;
	pairs = P - workers;
	for (int i = 0; i < pairs; i++)
		rg_combine(r, bracket_member(r, len, first, 2 * i),
		           bracket_member(r, len, first, 2 * i + 1));
	/* What workers i - bit + 1 ... i have stands where the last of their members has been. */
	for (int bit = 1; bit < workers; bit *= 2)
		for (int i = bit - 1; i + bit < workers; i += 2 * bit) {
			int k = i + bit;
			struct rg_span right =
				bracket_member(r, len, first, k < pairs ? 2 * k + 1 : k + pairs);
			rg_combine_to(
				r, 2 * bit < workers ? right : to,
				bracket_member(r, len, first, i < pairs ? 2 * i + 1 : i + pairs),
				right);
		}
	if (P == 1)
		rg_copy(r, to, bracket_member(r, len, first, 0));
}

/* Pairwise exchange (Thakur & Gropp 2003, section 4.3), any P, for equal and unequal blocks: in
 * step j every process sends its contribution to the block of the process j behind it in the ring,
 * and receives from the one j before it what that has for its own block. Nothing is passed on.
 *
 * Cost: P - 1 messages of one block. Scratch: a message, and the result with MPI_IN_PLACE; all P
 * contributions to the own block when ranks have to be combined in their order, which they are
 * then, in the way of the allreduce (see bracket.c).
 */
struct pairwise {
	int at, step;
};

/* Where what comes in this step lands; in step 0 that is what this process itself has. */
static struct rg_span pairwise_landing(const struct rg *r, const struct pairwise *s)
{
	int64_t len = rg_own(r, RG_TMP).len;

	if (r->ordered)
		return bracket_member(r, len, 0, r->order[rg_at(r, r->pos - s->step)]);
	return rg_head(RG_TMP, len);
}

/* Where the result grows: not in the caller's contribution. */
static struct rg_span pairwise_sum(const struct rg *r)
{
	int64_t len = rg_own(r, RG_TMP).len;
	return r->in_place ? (struct rg_span){RG_TMP, r->ordered ? P * len : len, len}
	                   : rg_own(r, RG_OUT);
}

static int pairwise(struct rg *r, void *frame)
{
	struct pairwise *s = frame;

	RG_BEGIN(r, s);
	if (r->ordered)
		rg_copy(r, pairwise_landing(r, s), rg_block(r, rg_mine(r), r->pos));
	else if (P == 1 && !r->in_place)
		rg_copy(r, rg_own(r, RG_OUT), rg_block(r, RG_IN, r->pos));
	for (s->step = 1; s->step < P; s->step++) {
		rg_recv(r, r->order[rg_at(r, r->pos - s->step)], pairwise_landing(r, s));
		rg_send(r, r->order[rg_at(r, r->pos + s->step)],
		        rg_block(r, rg_mine(r), r->pos + s->step));
		rg_wait(r, s);
		if (!r->ordered)
			rg_combine_to(r, pairwise_sum(r), pairwise_landing(r, s),
			              s->step == 1 ? rg_block(r, rg_mine(r), r->pos)
			                           : pairwise_sum(r));
	}
	if (r->ordered)
		bracket(r, rg_own(r, RG_TMP).len, 0, pairwise_sum(r));
	if (r->in_place && (r->ordered || P > 1)) {
		/* The place of the result is that of a contribution, perhaps one that another lane
		 * still sends. */
		if (r->lanes > 1) {
			rg_join(r);
			rg_wait(r, s);
		}
		rg_copy(r, rg_own(r, RG_OUT), pairwise_sum(r));
	}
	RG_END(s);
}

static int64_t pairwise_scratch(const struct rg *r)
{
	int64_t len = rg_own(r, RG_TMP).len;
	return (r->ordered ? P : 1) * len + (r->in_place ? len : 0);
}

static const struct rg_algorithm rg_pairwise_reduce_scatter = {
	.name = "pairwise",
	.run = pairwise,
	.frame = sizeof(struct pairwise),
	.scratch = pairwise_scratch,
	.lanes = true,
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
 * and one of a block after that, for the pairs of the fold (see fold.c). Scratch: two vectors. The
 * operation need not commute; the bits are those of the allreduce by recursive doubling.
 */
struct halving {
	int at, bit;
	struct rg_group group;
	int workers, pairs, worker; /* as in fold.c */
	int64_t in;                 /* where in RG_TMP the partial result begins: 0 or n */
};

static void halving_begin(struct halving *s, const struct rg *r)
{
	s->group = rg_everyone(r);
	int me = s->group.me;
	for (s->workers = 1; s->workers <= P / 2;)
		s->workers *= 2;
	s->pairs = P - s->workers;
	s->worker = me >= 2 * s->pairs ? me - s->pairs : me % 2 == 0 ? me / 2 : -1;
	s->in = 0;
}

/* The rank of worker i, or (second) that of its twin. */
static int halving_rank(const struct halving *s, int i, bool second)
{
	return rg_member(&s->group, i < s->pairs ? 2 * i + second : i + s->pairs);
}

/* The rank of the other one of the pair, -1 if there is none. */
static int halving_twin(const struct halving *s)
{
	bool second = s->worker < 0;
	if (s->group.me >= 2 * s->pairs)
		return -1;
	return rg_member(&s->group, second ? s->group.me - 1 : s->group.me + 1);
}

static int halving_backwards(const struct halving *s, int i)
{
	int turned = 0;
	for (int low = 1, high = s->workers / 2; high; low *= 2, high /= 2)
		turned += i & high ? low : 0;
	return turned;
}

/* The worker after this one in the order of scratch: one is added from the highest bit down. */
static int halving_next(const struct halving *s, int worker)
{
	int bit = s->workers / 2;
	for (; worker & bit; bit /= 2)
		worker -= bit;
	return worker + bit;
}

/* Elements of the first so many in the order of scratch. */
static int64_t halving_length(const struct rg *r, const struct halving *s, int workers)
{
	int64_t length = 0;

	for (int i = 0, worker = 0; i < workers; i++, worker = halving_next(s, worker)) {
		length += rg_block_of(r, RG_TMP, halving_rank(s, worker, false)).len;
		if (worker < s->pairs)
			length += rg_block_of(r, RG_TMP, halving_rank(s, worker, true)).len;
	}
	return length;
}

/* What worker i has to do with before the step for `bit`: where it is in a vector in scratch that
 * begins at `at`. */
static struct rg_span halving_part(const struct rg *r, const struct halving *s, int64_t at, int i,
                                   int bit)
{
	int first = halving_backwards(s, i & (bit - 1));
	int64_t off = halving_length(r, s, first);
	int64_t end = halving_length(r, s, first + s->workers / bit);
	return (struct rg_span){RG_TMP, at + off, end - off};
}

/* The same for the block of worker i, or that of its twin. */
static struct rg_span halving_block(const struct rg *r, const struct halving *s, int64_t at, int i,
                                    bool second)
{
	struct rg_span b = halving_part(r, s, at, i, s->workers);
	int64_t len = rg_block_of(r, RG_TMP, halving_rank(s, i, second)).len;
	return (struct rg_span){RG_TMP, second ? b.off + b.len - len : b.off, len};
}

/* Put the blocks of the vector that begins at an element of a buffer in the order of scratch. */
static void halving_arrange(struct rg *r, const struct halving *s, int buf, int64_t at)
{
	struct rg_span to = {RG_TMP, 0, 0};

	for (int i = 0; i < s->workers; i++) {
		int worker = halving_backwards(s, i);
		for (int second = 0; second <= (worker < s->pairs); second++) {
			struct rg_span from = rg_block_of(r, buf, halving_rank(s, worker, second));
			from.off += at;
			to.len = from.len;
			rg_copy(r, to, from);
			to.off += to.len;
		}
	}
}

static int halving(struct rg *r, void *frame)
{
	struct halving *s = frame;
	struct rg_span mine = rg_head(rg_mine(r), r->n), came = {RG_TMP, r->n, r->n};

	RG_BEGIN(r, s);
	halving_begin(s, r);
	if (s->worker < 0) {
		rg_send(r, halving_twin(s), mine);
		rg_wait(r, s);
		rg_recv(r, halving_twin(s), rg_own(r, RG_OUT));
		rg_wait(r, s);
	} else {
		if (halving_twin(s) >= 0) {
			rg_recv(r, halving_twin(s), came);
			rg_wait(r, s);
			rg_combine(r, mine, came);
			halving_arrange(r, s, RG_TMP, r->n);
		} else {
			halving_arrange(r, s, rg_mine(r), 0);
		}
		for (s->bit = 1; s->bit < s->workers; s->bit *= 2) {
			rg_recv(r, halving_rank(s, s->worker ^ s->bit, false),
			        halving_part(r, s, r->n - s->in, s->worker, 2 * s->bit));
			rg_send(r, halving_rank(s, s->worker ^ s->bit, false),
			        halving_part(r, s, s->in, s->worker ^ s->bit, 2 * s->bit));
			rg_wait(r, s);
			/* The sum is where its right operand has been. */
			if (!(s->worker & s->bit))
				s->in = r->n - s->in;
			rg_combine(r, halving_part(r, s, r->n - s->in, s->worker, 2 * s->bit),
			           halving_part(r, s, s->in, s->worker, 2 * s->bit));
		}
		rg_copy(r, rg_own(r, RG_OUT), halving_block(r, s, s->in, s->worker, false));
		if (halving_twin(s) >= 0) {
			rg_send(r, halving_twin(s), halving_block(r, s, s->in, s->worker, true));
			rg_wait(r, s);
		}
	}
	RG_END(s);
}

static int64_t halving_scratch(const struct rg *r)
{
	return 2 * r->n;
}

static const struct rg_algorithm rg_halving_reduce_scatter = {
	.name = "recursive-halving",
	.run = halving,
	.frame = sizeof(struct halving),
	.scratch = halving_scratch,
};

/* The machines of the list, in the order of the ring: depth first. */
static const char *const machines[] = {
	"a0", // 0
	"a1", // 1
	"b0", // 2
};

/* Other names of a machine. */
static const struct rg_alias aliases[] = {
	{"ib-a0", 0},              // a0
	{"a0.cluster.example", 0}, // a0
	{"ib-a1", 1},              // a1
	{"a1.cluster.example", 1}, // a1
};

/* The machine of each rank. The runtime checks that a communicator is the one that this file was
 * made for: P processes, each on its machine. */
static const int host[P] = {
	0, // rank 0
	0, // rank 1
	1, // rank 2
	1, // rank 3
	2, // rank 4
	2, // rank 5
};

/* The rank at each position of the ring. */
static const int order[P] = {
	0, // 0
	1, // 1
	2, // 2
	3, // 3
	4, // 4
	5, // 5
};

static const struct rg_choice choices_0[] = {
	{0, &rg_factored_allreduce, 0, "3"},         // from 0 B: 201 us
	{5632, &rg_factored_allreduce, 0, "-1 1 1"}, // from 5.5 KiB: 387 us
	{36864, &rg_columns_allreduce, 8192, NULL},  // from 36 KiB: 1.04 ms
};

static const struct rg_choice choices_1[] = {
	{0, &rg_factored_allgather, 0, "7"},         // from 0 B: 231 us
	{22528, &rg_columns_allgather, 0, NULL},     // from 22 KiB: 464 us
	{131072, &rg_columns_allgather, 8192, NULL}, // from 128 KiB: 914 us
};

static const struct rg_choice choices_2[] = {
	{0, &rg_factored_reduce_scatter, 0, "7"},         // from 0 B: 231 us
	{22528, &rg_columns_reduce_scatter, 0, NULL},     // from 22 KiB: 468 us
	{131072, &rg_columns_reduce_scatter, 8192, NULL}, // from 128 KiB: 916 us
};

static const struct rg_choice choices_3[] = {
	{0, &rg_recursive_doubling_allreduce, 0, NULL}, // from 0 B: 291 us
	{20480, &rg_butterfly_allreduce, 0, NULL},      // from 20 KiB: 972 us
};

static const struct rg_choice choices_4[] = {
	{0, &rg_halving_reduce_scatter, 0, NULL},         // from 0 B: 291 us
	{90112, &rg_pairwise_reduce_scatter, 8192, NULL}, // from 88 KiB: 1.4 ms
};

static const struct rg_plan plans[] = {
	{
		.machines = 3,
		.ranks = 2,
		.any[RG_ALLREDUCE] = {choices_0, 3},
		.any[RG_ALLGATHER] = {choices_1, 3},
		.any[RG_ALLGATHERV] = {choices_1, 3},
		.any[RG_REDUCE_SCATTER] = {choices_2, 3},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_2, 3},
		.ordered[RG_ALLREDUCE] = {choices_3, 2},
		.ordered[RG_REDUCE_SCATTER] = {choices_4, 2},
		.ordered[RG_REDUCE_SCATTER_BLOCK] = {choices_4, 2},
	},
};

static const struct rg_cluster cluster = {
	.version = 300, // of ringgen.h
	.name = "smp_fixed",
	.fact = "3 machines, 2 switches",
	.machines = machines,
	.nmachines = sizeof machines / sizeof *machines,
	.P = P,
	.host = host,
	.order = order,
	.aliases = aliases,
	.naliases = sizeof aliases / sizeof *aliases,
	.plans = plans,
	.nplans = sizeof plans / sizeof *plans,
};

int smp_fixed_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                        MPI_Comm comm)
{
	return rg_allreduce(&cluster, sendbuf, recvbuf, count, type, op, comm);
}

#if MPI_VERSION >= 4
int smp_fixed_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                          MPI_Op op, MPI_Comm comm)
{
	return rg_allreduce_c(&cluster, sendbuf, recvbuf, count, type, op, comm);
}
#endif

int smp_fixed_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                        int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	return rg_allgather(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
	                    comm);
}

#if MPI_VERSION >= 4
int smp_fixed_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                          void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	return rg_allgather_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
	                      comm);
}
#endif

int smp_fixed_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                         const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                         MPI_Comm comm)
{
	return rg_allgatherv(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
	                     recvtype, comm);
}

#if MPI_VERSION >= 4
int smp_fixed_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                           void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                           MPI_Datatype recvtype, MPI_Comm comm)
{
	return rg_allgatherv_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
	                       recvtype, comm);
}
#endif

int smp_fixed_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                             MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	return rg_reduce_scatter(&cluster, sendbuf, recvbuf, recvcounts, type, op, comm);
}

#if MPI_VERSION >= 4
int smp_fixed_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                               MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	return rg_reduce_scatter_c(&cluster, sendbuf, recvbuf, recvcounts, type, op, comm);
}
#endif

int smp_fixed_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
                                   MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	return rg_reduce_scatter_block(&cluster, sendbuf, recvbuf, recvcount, type, op, comm);
}

#if MPI_VERSION >= 4
int smp_fixed_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                     MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	return rg_reduce_scatter_block_c(&cluster, sendbuf, recvbuf, recvcount, type, op, comm);
}
#endif
