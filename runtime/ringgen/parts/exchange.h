/* SPDX-License-Identifier: BSD-3-Clause
 * The factored exchange over several ports (Jocksch & Piccinali 2023, after Ruefenacht, Bull &
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
 * rg.parameters holds the ports of each step, with anything but digits and minus signs in between.
 * They are taken from the step with the longest messages on; when they do not reach down to one
 * block, the last of them is taken again, and when they reach further, the rest is ignored. So
 * every string is right for any number of processes. None: one port, which is recursive halving and
 * doubling.
 */
#pragma once
#include "ringgen/parts/pairs.h"

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
