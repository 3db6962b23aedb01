/* SPDX-License-Identifier: BSD-3-Clause
 * The factored exchange over several ports (Jocksch & Piccinali 2023, after Ruefenacht, Bull &
 * Booth 2017 and Bruck et al. 1997). In a step of an allgather with p ports each process talks
 * to p others at once, and has up to p + 1 times the blocks afterwards. A reduce-scatter goes
 * the same way back.
 *
 * Each of n processes has one of n slots, and so has its block; what it has got is always one run
 * of slots. When the numbers of blocks divide each other, p + 1 processes form a group in each
 * step, and their runs stand one after the other (recursive exchange); slots are given such that
 * the longest messages go to the nearest processes. Else all runs are cyclic, beginning with the
 * own slot, and the k-th partner of a step is k times the length of the run away (Bruck).
 *
 * rg.parameters holds the ports of each step, with anything but digits and minus signs in between.
 * They are taken from the step with the longest messages on; when they do not reach down to one
 * block, the last of them is taken again, and when they reach further, the rest is ignored. So
 * every string is right for any number of processes. None: one port, which is recursive halving and
 * doubling.
 */
#pragma once
#include "ringgen/parts/fold.h"

enum { PORTS_MOST = 64, EXCHANGE_STEPS = 32 };

/* What rg.parameters says: how many times more, or fewer, blocks there are after each step. The
 * first `scattering` of the numbers were negative. */
struct ports {
	int n, scattering;
	int radix[PORTS_MOST];
};

static inline void ports_read(struct ports *p, const char *s)
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
static inline void factors_find(struct factors *f, int n, const int *radix, int count, int by)
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
static inline int factors_member(const struct factors *f, int slot)
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

static inline int factors_slot(const struct factors *f, int member)
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
	struct rg_group group; /* worker `first` and those behind it, */
	int first, pairs;      /* the first so many of all workers being one of a pair */
	int origin;            /* the slot whose block begins the vector */
	/* The elements of the block in a slot, which may depend on `of`; NULL: `quot`, and one more
	 * for the first `rest` of the vector. */
	int64_t (*length)(const struct rg *r, const struct exchange *x, int slot);
	const void *of;
	int64_t quot, rest;
	bool apart; /* outside of scratch the blocks are where rg_block_of has them, and
	               all pieces are one block */
	struct rg_span from, to; /* vectors: what is sent and combined at first; the result */
	int64_t landing;         /* where in RG_TMP messages of a reduce-scatter land */
};

/* The rank of the process in a slot. */
static inline int exchange_rank(const struct exchange *x, int slot)
{
	int i = x->first + factors_member(&x->slots, slot);
	return rg_member(&x->group, pairs_member(x->pairs, i, false));
}

/* The elements of the first so many blocks of the vector. */
static inline int64_t exchange_length(const struct rg *r, const struct exchange *x, int blocks)
{
	int64_t length = 0;

	if (!x->length)
		return blocks * x->quot + (blocks < x->rest ? blocks : x->rest);
	for (int i = 0; i < blocks; i++)
		length += x->length(r, x, (x->origin + i) % x->n);
	return length;
}

/* What travels in a step between this process and another one. */
struct piece {
	int peer;         /* its rank */
	int first, count; /* slots, cyclically */
};

/* Partner k of this step, and what it is there for. */
static inline struct piece exchange_theirs(const struct exchange *x, int k)
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
static inline struct piece exchange_ours(const struct exchange *x, int k)
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

static inline int exchange_ports(const struct exchange *x)
{
	int had = x->steps.have[x->step + 1];
	return (x->steps.have[x->step] + had - 1) / had - 1;
}

/* The part of a vector that a piece is. When it goes beyond the vector's end it has a second part,
 * at the beginning. */
static inline struct rg_span exchange_part(const struct rg *r, const struct exchange *x,
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

/* ---- The factored exchange of the blocks of all processes: each has its own. The vector is put
 * together in scratch, such that what a process sends to another is one message; when there is but
 * one step each piece is a block, and scratch is not needed. */

static inline int64_t exchange_block_length(const struct rg *r, const struct exchange *x, int slot)
{
	return r->len[exchange_rank(x, slot)];
}

static inline void exchange_blocks(struct exchange *x, const struct rg *r, int by)
{
	struct ports ports;
	const int *first = ports.radix;

	ports_read(&ports, r->parameters);
	if (by < 0)
		first += ports.n - 1;
	factors_find(&x->steps, r->P, first, ports.n, by);
	x->slots = x->steps;
	x->n = r->P;
	x->group = rg_everyone(r);
	x->slot = factors_slot(&x->slots, x->group.me);
	x->origin = x->steps.exact ? 0 : x->slot;
	x->length = r->len ? exchange_block_length : NULL;
	x->quot = r->quot;
	x->apart = x->steps.steps < 2;
}

/* The own block in that vector. */
static inline struct rg_span exchange_own(const struct rg *r, const struct exchange *x)
{
	return exchange_part(r, x, rg_head(RG_TMP, r->n), (struct piece){0, x->slot, 1}, false);
}

/* Copy all blocks into the vector, from where they are in another buffer; or (back) to there. Those
 * that follow each other there, too, go together. */
static inline void exchange_copy(struct rg *r, const struct exchange *x, int buf, bool back)
{
	struct rg_span blocks = {buf, 0, 0}, vector = {RG_TMP, 0, 0};

	for (int i = 0, slot = x->origin; i < x->n; i++, slot = slot < x->n - 1 ? slot + 1 : 0) {
		struct rg_span block = rg_block_of(r, buf, exchange_rank(x, slot));
		if (block.off != blocks.off + blocks.len) {
			rg_copy(r, back ? blocks : vector, back ? vector : blocks);
			vector = (struct rg_span){RG_TMP, vector.off + vector.len, 0};
			blocks = (struct rg_span){buf, block.off, 0};
		}
		blocks.len += block.len;
		vector.len += block.len;
	}
	rg_copy(r, back ? blocks : vector, back ? vector : blocks);
}

/* The elements of RG_TMP that an allgather takes. */
static inline int64_t factored_allgather_scratch(const struct rg *r)
{
	struct exchange x = {0};

	exchange_blocks(&x, r, -1);
	return x.apart ? 0 : r->n;
}

/* ---- A step of the reduce-scatter: what is given, where what comes lands, and how it is added up.
 */

/* Where part of a piece lands, if so much of the scratch is taken by those before it. */
static inline struct rg_span exchange_landing(const struct exchange *x, int64_t taken,
                                              struct rg_span part)
{
	return (struct rg_span){RG_TMP, x->landing + taken, part.len};
}

/* The most that comes in a step. */
static inline int64_t exchange_landings(const struct rg *r, struct exchange *x)
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

/* Give each partner of this step what it adds up, get what is added up here. */
static inline void exchange_give(struct rg *r, const struct exchange *x)
{
	int64_t taken = 0;

	for (int k = 1; k <= exchange_ports(x); k++)
		for (int second = 0; second < 2; second++) {
			struct piece theirs = exchange_theirs(x, k), ours = exchange_ours(x, k);
			struct rg_span part = exchange_part(r, x, x->to, ours, second);
			rg_send(r, theirs.peer, exchange_part(r, x, x->from, theirs, second));
			rg_recv(r, ours.peer, exchange_landing(x, taken, part));
			taken += part.len;
		}
}

/* The part of what is kept that the first partner had nothing for. */
static inline struct piece exchange_rest(const struct exchange *x)
{
	struct piece ours = exchange_ours(x, 1);
	int kept = x->steps.have[x->step + 1];

	return (struct piece){x->slot, (ours.first + ours.count) % x->n, kept - ours.count};
}

/* Add what came. The first piece is the longest; with it the sum leaves `from`. */
static inline void exchange_add(struct rg *r, struct exchange *x)
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

/* ---- The steps of a factored allreduce, by rg.parameters: those of the reduce-scatter, of the
 * allreduce steps and of the allgather; and what an allreduce step gives, gets and adds up. */

/* What a process has to do with them. The partial result of its fold is the caller's to set. */
struct factored {
	int at, step;
	struct fold fold;
	struct exchange exchange;
	struct factors gather;
	int across[EXCHANGE_STEPS + 1]; /* processes with the same block that have added it up by */
	int acrosses;                   /* now, after so many allreduce steps: across[0] = 1 */
};

/* The product of `least` and some numbers, of which only so much is taken as P processes allow. */
static inline int factored_product(const int *radix, int count, int least, int P)
{
	for (int i = 0; i < count; i++)
		least *= radix[i] < P / least ? radix[i] : P / least;
	return least;
}

/* The allreduce steps, by `count` numbers, between processes that have the same one of
 * s->exchange.n blocks. */
static inline void factored_across(struct factored *s, const int *radix, int count, int P)
{
	int blocks = s->exchange.n, n = 1;

	for (s->acrosses = 0; P / blocks / n > 1; s->acrosses++) {
		const int *next = &radix[s->acrosses < count ? s->acrosses : count - 1];
		s->across[s->acrosses] = n;
		n = factored_product(next, 1, blocks * n, P) / blocks;
	}
	s->across[s->acrosses] = n;
}

/* All steps between P processes, as the ports say. */
static inline void factored_steps(struct factored *s, const struct rg *r, int P)
{
	struct exchange *x = &s->exchange;
	struct ports p;

	ports_read(&p, r->parameters);
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

/* What this process has to do with them. The vector is `all`, of RG_OUT; the partial result, which
 * is the caller's to set, takes as much of RG_TMP as there is in front of x->landing. */
static inline void factored_begin(struct factored *s, const struct rg *r, struct rg_group group,
                                  struct rg_span all)
{
	struct exchange *x = &s->exchange;

	factored_steps(s, r, group.n);
	fold_to(&s->fold, group, all, x->n * s->across[s->acrosses]);
	int worker = s->fold.worker < 0 ? 0 : s->fold.worker; /* the others have no steps */
	x->group = group;
	x->pairs = group.n - s->fold.workers;
	x->first = worker / x->n * x->n;
	x->slot = factors_slot(&x->slots, worker % x->n);
	x->quot = all.len / x->n;
	x->rest = all.len % x->n;
	x->from = x->to = all;
	x->landing = x->pairs ? all.len : 0;
}

/* The number of this process among those of an allreduce step. */
static inline int factored_digit(const struct factored *s)
{
	return s->exchange.first / s->exchange.n / s->across[s->step] %
	       (s->across[s->step + 1] / s->across[s->step]);
}

/* What process k of them has: this one, in the vector; another, in scratch. */
static inline struct rg_span factored_addend(const struct rg *r, const struct factored *s, int k)
{
	const struct exchange *x = &s->exchange;
	struct rg_span own = exchange_part(r, x, x->from, (struct piece){0, x->slot, 1}, false);
	int other = k - (k > factored_digit(s));

	if (k == factored_digit(s))
		return own;
	return (struct rg_span){RG_TMP, x->landing + other * own.len, own.len};
}

/* Give all others of them what this process has, get what they have. */
static inline void factored_swap(struct rg *r, const struct factored *s)
{
	const struct exchange *x = &s->exchange;
	int me = factored_digit(s), all = s->across[s->step + 1] / s->across[s->step];

	for (int k = 0; k < all; k++) {
		int peer = s->fold.worker + (k - me) * s->across[s->step] * x->n;
		if (k == me)
			continue;
		rg_send(r, fold_worker(&s->fold, peer), factored_addend(r, s, me));
		rg_recv(r, fold_worker(&s->fold, peer), factored_addend(r, s, k));
	}
}

/* One after the other, everywhere alike. A sum takes the place of its right operand, if it may. */
static inline void factored_add(struct rg *r, struct factored *s)
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

/* The elements of RG_TMP that it takes: after factored_begin, as that left it. */
static inline int64_t factored_scratch(const struct rg *r, struct factored *s)
{
	int64_t most = exchange_landings(r, &s->exchange);

	for (int i = 0; i < s->acrosses; i++) {
		int64_t came = (s->across[i + 1] / s->across[i] - 1) * (s->exchange.quot + 1);
		most = came > most ? came : most;
	}
	return s->exchange.landing + most;
}

/* The same for an allreduce of all processes. */
static inline int64_t factored_allreduce_scratch(const struct rg *r)
{
	struct factored s = {0};

	factored_begin(&s, r, rg_everyone(r), rg_head(RG_OUT, r->n));
	return factored_scratch(r, &s);
}
