/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.3.0: ringgen generate pair.xml --ops allreduce=butterfly,allgather --prefix
 * mixed -o mixed
 *
 * Proved: 8 machines, 2 switches, ring load 1 on 18 link directions, and so for every subset of the
 * machines.
 * allreduce by butterfly: partners change from step to step, so nothing is claimed of the load on
 * links.
 * allgather by columns, factored, shared: partners change from step to step, so nothing is claimed
 * of the load on links.
 * Played back in memory for 1 to 17, 23 and 32 processes, in rank order and shuffled, on machines
 * with equal and unequal numbers of them, and for 8 processes in this order: every contribution
 * exactly once, no deadlock when no send completes before its receive is posted.
 */
#include "ringgen.h"

#if RINGGEN_VERSION / 100 != 300 / 100
#error "made by ringgen 0.3.0 for a ringgen.h of that version: generate this file again"
#endif

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

/* The factored exchange of the blocks of all processes: each has its own. The vector is put
 * together in scratch, such that what a process sends to another is one message; when there is but
 * one step each piece is a block, and scratch is not needed.
 */
static void exchange_blocks(struct exchange *x, const struct rg *r, int by)
{
	struct ports ports;

	ports_read(&ports, r->ports);
	factors_find(&x->steps, r->P, by > 0 ? ports.radix : &ports.radix[ports.n - 1], ports.n,
	             by);
	x->slots = x->steps;
	x->n = r->P;
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
};

/* The processes of one machine, through their windows: each copies what others need of its data
 * into its window, tells them, and combines or copies straight from theirs. The vector goes in
 * rounds of half a window, so that it stays in cache, and rounds take the two halves in turns: who
 * has heard of round k + 1 from a process knows that it is done with round k, so that the half of
 * round k is free for round k + 2.
 */
/* Tell all others, and hear from all. */
static void shared_meet(struct rg *r, const struct rg_group *g)
{
	for (int i = 0; i < g->n; i++)
		if (i != g->me)
			rg_notify(r, rg_member(g, i));
	for (int i = 0; i < g->n; i++)
		if (i != g->me)
			rg_await(r, rg_member(g, i));
}

/* Elements of half a window. */
static int64_t shared_room(const struct rg *r)
{
	return r->window / 2;
}

/* Where the half begins that a round has, the first being round 0. */
static int64_t shared_turn(const struct rg *r, int64_t round)
{
	return round % 2 * shared_room(r);
}

/* What a round has of a block: its elements from `done` on, at most `most`. */
static struct rg_span shared_piece(struct rg_span block, int64_t done, int64_t most)
{
	int64_t left = block.len > done ? block.len - done : 0;
	return (struct rg_span){block.buf, block.off + done, left < most ? left : most};
}

/* Allgather on one machine, through windows (see above): each publishes its block, and all copy it.
 *
 * Cost: each process writes its block to its window, and reads every other block once. As many
 * rounds as the longest block has halves of a window. No scratch.
 */
struct shared_allgather {
	int at;
	int64_t done, longest; /* elements of a block in earlier rounds; of the longest block */
};

/* What the round has of a rank's block, in a buffer of all. */
static struct rg_span shared_gathered(const struct rg *r, int buf, int rank, int64_t done)
{
	return shared_piece(rg_block_of(r, buf, rank), done, shared_room(r));
}

/* The same of the own block, wherever that is. */
static struct rg_span shared_contribution(const struct rg *r, int64_t done)
{
	if (r->in_place)
		return shared_gathered(r, RG_OUT, r->rank, done);
	return shared_piece(rg_own(r, RG_IN), done, shared_room(r));
}

static struct rg_span shared_published(const struct rg *r, int rank, int64_t done)
{
	return (struct rg_span){RG_WINDOW + rank, shared_turn(r, done / shared_room(r)),
	                        shared_gathered(r, RG_OUT, rank, done).len};
}

static void shared_collect_blocks(struct rg *r, const struct rg_group *g, int64_t done)
{
	for (int i = 0; i < g->n; i++) {
		int rank = rg_member(g, i);
		if (i != g->me)
			rg_copy(r, shared_gathered(r, RG_OUT, rank, done),
			        shared_published(r, rank, done));
	}
}

static int shared_allgather(struct rg *r, void *frame)
{
	struct shared_allgather *s = frame;
	struct rg_group all = rg_everyone(r);

	RG_BEGIN(r, s);
	s->longest = rg_longest(r);
	for (; s->done < s->longest; s->done += shared_room(r)) {
		rg_copy(r, shared_published(r, r->rank, s->done), shared_contribution(r, s->done));
		shared_meet(r, &all);
		if (!r->in_place)
			rg_copy(r, shared_gathered(r, RG_OUT, r->rank, s->done),
			        shared_contribution(r, s->done));
		rg_wait(r, s);
		shared_collect_blocks(r, &all, s->done);
	}
	RG_END(s);
}

static const struct rg_algorithm rg_shared_allgather = {
	.name = "shared",
	.run = shared_allgather,
	.frame = sizeof(struct shared_allgather),
	.windows = true,
	.machine = true,
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
	{0, &rg_butterfly_allreduce, 0, NULL}, // from 0 B
};

static const struct rg_choice choices_1[] = {
	{0, &rg_ring_allgather, 0, NULL}, // from 0 B
};

static const struct rg_choice choices_2[] = {
	{0, &rg_factored_allgather, 0, "2"}, // from 0 B
};

static const struct rg_choice choices_3[] = {
	{0, &rg_factored_allgather, 0, "3"}, // from 0 B
};

static const struct rg_choice choices_4[] = {
	{0, &rg_factored_allgather, 0, "7"},     // from 0 B
	{22528, &rg_factored_allgather, 0, "2"}, // from 22 KiB
	{98304, &rg_ring_allgather, 8192, NULL}, // from 96 KiB
};

static const struct rg_choice choices_5[] = {
	{0, &rg_factored_allgather, 0, "7"},     // from 0 B
	{4608, &rg_factored_allgather, 0, "3"},  // from 4.5 KiB
	{98304, &rg_ring_allgather, 8192, NULL}, // from 96 KiB
};

static const struct rg_choice choices_6[] = {
	{0, &rg_shared_allgather, 0, NULL},       // from 0 B
	{294912, &rg_ring_allgather, 8192, NULL}, // from 288 KiB
};

static const struct rg_choice choices_7[] = {
	{0, &rg_ring_allgather, 0, NULL},        // from 0 B
	{65536, &rg_ring_allgather, 8192, NULL}, // from 64 KiB
};

static const struct rg_choice choices_8[] = {
	{0, &rg_factored_allgather, 0, "1"},    // from 0 B
	{9216, &rg_columns_allgather, 0, NULL}, // from 9 KiB
};

static const struct rg_choice choices_9[] = {
	{0, &rg_factored_allgather, 0, "7"},      // from 0 B
	{2304, &rg_factored_allgather, 0, "1"},   // from 2.25 KiB
	{57344, &rg_ring_allgather, 0, NULL},     // from 56 KiB
	{90112, &rg_factored_allgather, 0, "1"},  // from 88 KiB
	{294912, &rg_columns_allgather, 0, NULL}, // from 288 KiB
};

static const struct rg_choice choices_10[] = {
	{0, &rg_factored_allgather, 0, "3"},         // from 0 B
	{5632, &rg_factored_allgather, 0, "1"},      // from 5.5 KiB
	{57344, &rg_ring_allgather, 0, NULL},        // from 56 KiB
	{393216, &rg_columns_allgather, 8192, NULL}, // from 384 KiB
};

static const struct rg_choice choices_11[] = {
	{0, &rg_shared_allgather, 0, NULL}, // from 0 B
};

static const struct rg_choice choices_12[] = {
	{0, &rg_factored_allgather, 0, "1"},     // from 0 B
	{3328, &rg_ring_allgather, 0, NULL},     // from 3.25 KiB
	{65536, &rg_ring_allgather, 8192, NULL}, // from 64 KiB
};

static const struct rg_choice choices_13[] = {
	{0, &rg_factored_allgather, 0, "3"},      // from 0 B
	{294912, &rg_columns_allgather, 0, NULL}, // from 288 KiB
};

static const struct rg_choice choices_14[] = {
	{0, &rg_factored_allgather, 0, "3"},      // from 0 B
	{49152, &rg_ring_allgather, 0, NULL},     // from 48 KiB
	{589824, &rg_columns_allgather, 0, NULL}, // from 576 KiB
};

static const struct rg_choice choices_15[] = {
	{0, &rg_factored_allgather, 0, "1"},      // from 0 B
	{7168, &rg_ring_allgather, 0, NULL},      // from 7 KiB
	{131072, &rg_ring_allgather, 8192, NULL}, // from 128 KiB
};

static const struct rg_choice choices_16[] = {
	{0, &rg_factored_allgather, 0, "1"},     // from 0 B
	{12288, &rg_columns_allgather, 0, NULL}, // from 12 KiB
};

static const struct rg_choice choices_17[] = {
	{0, &rg_factored_allgather, 0, "7"},      // from 0 B
	{147456, &rg_columns_allgather, 0, NULL}, // from 144 KiB
};

static const struct rg_choice choices_18[] = {
	{0, &rg_factored_allgather, 0, "7"},      // from 0 B
	{10240, &rg_factored_allgather, 0, "1"},  // from 10 KiB
	{45056, &rg_ring_allgather, 0, NULL},     // from 44 KiB
	{589824, &rg_columns_allgather, 0, NULL}, // from 576 KiB
};

static const struct rg_choice choices_19[] = {
	{0, &rg_factored_allgather, 0, "1"},      // from 0 B
	{11264, &rg_columns_allgather, 0, NULL},  // from 11 KiB
	{262144, &rg_ring_allgather, 8192, NULL}, // from 256 KiB
};

static const struct rg_choice choices_20[] = {
	{0, &rg_factored_allgather, 0, "1"},     // from 0 B
	{13312, &rg_columns_allgather, 0, NULL}, // from 13 KiB
};

static const struct rg_choice choices_21[] = {
	{0, &rg_factored_allgather, 0, "3"},      // from 0 B
	{40960, &rg_ring_allgather, 0, NULL},     // from 40 KiB
	{114688, &rg_columns_allgather, 0, NULL}, // from 112 KiB
};

static const struct rg_choice choices_22[] = {
	{0, &rg_factored_allgather, 0, "3"},      // from 0 B
	{53248, &rg_ring_allgather, 0, NULL},     // from 52 KiB
	{655360, &rg_columns_allgather, 0, NULL}, // from 640 KiB
};

static const struct rg_plan plans[] = {
	{
		.machines = 2,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_1, 1},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 3,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_2, 1},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 4,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_3, 1},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 6,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_4, 3},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 8,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_5, 3},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 1,
		.ranks = 2,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_6, 2},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 1,
		.ranks = 2,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_7, 2},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 2,
		.ranks = 2,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_8, 2},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 4,
		.ranks = 2,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_9, 5},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 8,
		.ranks = 2,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_10, 4},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 1,
		.ranks = 4,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_11, 1},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 1,
		.ranks = 4,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_12, 3},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 2,
		.ranks = 4,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_8, 2},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 4,
		.ranks = 4,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_13, 2},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 8,
		.ranks = 4,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_14, 3},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 1,
		.ranks = 8,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_11, 1},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 1,
		.ranks = 8,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_15, 3},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 2,
		.ranks = 8,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_16, 2},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 4,
		.ranks = 8,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_17, 2},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 8,
		.ranks = 8,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_18, 4},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 1,
		.ranks = 16,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_11, 1},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 1,
		.ranks = 16,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_19, 3},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 2,
		.ranks = 16,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_20, 2},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 4,
		.ranks = 16,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_21, 3},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 8,
		.ranks = 16,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_22, 3},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
};

static const struct rg_cluster cluster = {
	.version = 300, // of ringgen.h
	.name = "mixed",
	.fact = "8 machines, 2 switches, ring load 1 on 18 link directions",
	.machines = machines,
	.nmachines = sizeof machines / sizeof *machines,
	.plans = plans,
	.nplans = sizeof plans / sizeof *plans,
};

int mixed_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                    MPI_Comm comm)
{
	return rg_allreduce(&cluster, sendbuf, recvbuf, count, type, op, comm);
}

#if MPI_VERSION >= 4
int mixed_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                      MPI_Op op, MPI_Comm comm)
{
	return rg_allreduce_c(&cluster, sendbuf, recvbuf, count, type, op, comm);
}
#endif

int mixed_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	return rg_allgather(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
	                    comm);
}

#if MPI_VERSION >= 4
int mixed_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	return rg_allgather_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
	                      comm);
}
#endif
