/* SPDX-License-Identifier: BSD-3-Clause
 * Some processes that work for all n of a group (Thakur, Rabenseifner & Gropp 2005): w of
 * them, at least half. The first 2 (n - w) members form pairs of neighbours, of which the
 * first one works. The workers, numbered in the order of the group, stand for contiguous runs
 * of it.
 */
#pragma once
#include "ringgen/engine.h"

/* The member that is worker i, or (second) the other one of its pair, if it has one. */
static inline int pairs_member(int pairs, int i, bool second)
{
	return i < pairs ? 2 * i + second : i + pairs;
}

/* The fold to a power of two: so many of n members work, the largest number of that kind that is
 * not above n. */
static inline int pairs_workers(int n)
{
	int workers = 1;

	while (workers <= n / 2)
		workers *= 2;
	return workers;
}

/* Which worker a member is, where there are so many pairs; -1: it is none. */
static inline int pairs_worker(int pairs, int member)
{
	return member >= 2 * pairs ? member - pairs : member % 2 == 0 ? member / 2 : -1;
}

/* ---- Partial results of a reduction in rank order, and where they stand. A combination writes its
 * right operand: when the other process's part belongs to the right of ours, the sum is where
 * that part landed. So two buffers take turns, RG_OUT and RG_TMP, and nothing is copied but what
 * stands in RG_IN, which is the caller's. */

struct partial {
	int in;        /* the buffer it stands in */
	int own;       /* the one where it may be changed: the same, unless that is RG_IN */
	int64_t ahead; /* RG_TMP begins with this element of the vector */
};

static inline struct rg_span partial_in(const struct partial *p, int buf, struct rg_span part)
{
	return (struct rg_span){buf, part.off - (buf == RG_TMP ? p->ahead : 0), part.len};
}

static inline int partial_landing(const struct partial *p)
{
	return p->own == RG_OUT ? RG_TMP : RG_OUT;
}

/* The own contribution. After `turns` parts that belong to its right it is to be in RG_OUT, if that
 * is to be had. */
static inline struct partial partial_begin(const struct rg *r, int turns)
{
	return (struct partial){rg_mine(r), r->in_place || turns % 2 == 0 ? RG_OUT : RG_TMP, 0};
}

/* Give one part of it to a peer, get what the peer has of another part; post that. */
static inline void partial_swap(struct rg *r, const struct partial *p, int peer,
                                struct rg_span give, struct rg_span keep)
{
	rg_send(r, peer, partial_in(p, p->in, give));
	rg_recv(r, peer, partial_in(p, partial_landing(p), keep));
}

/* Add what came, to our right or to our left. */
static inline void partial_add(struct rg *r, struct partial *p, struct rg_span keep, bool right)
{
	struct rg_span ours = partial_in(p, p->own, keep),
		       came = partial_in(p, partial_landing(p), keep);

	if (right) {
		rg_combine(r, partial_in(p, p->in, keep), came);
		p->own = came.buf;
	} else {
		if (p->in != p->own)
			rg_copy(r, ours, partial_in(p, p->in, keep));
		rg_combine(r, came, ours);
	}
	p->in = p->own;
}

/* Bring it to RG_OUT. */
static inline void partial_end(struct rg *r, struct partial *p, struct rg_span part)
{
	if (p->in != RG_OUT)
		rg_copy(r, partial_in(p, RG_OUT, part), partial_in(p, p->in, part));
	p->in = p->own = RG_OUT;
}

/* ---- A vector that all have: who gives it to whom, and which part of it a worker has to do with.
 */

/* What fold_before and fold_after have to know. */
struct fold {
	int at;
	struct rg_group group;
	struct rg_span all;  /* the vector, in RG_OUT */
	int workers, worker; /* w; this process's number among them, -1: it is none */
	struct partial partial;
};

/* This process's place among so many workers of a group, for the vector `all`. */
static inline void fold_to(struct fold *s, struct rg_group group, struct rg_span all, int workers)
{
	s->group = group;
	s->all = all;
	s->workers = workers;
	s->worker = pairs_worker(group.n - workers, group.me);
}

/* Is this process one of a pair? */
static inline bool fold_paired(const struct fold *s)
{
	return s->group.me < 2 * (s->group.n - s->workers);
}

/* The rank of the other one of the pair. */
static inline int fold_twin(const struct fold *s)
{
	return rg_member(&s->group, s->worker < 0 ? s->group.me - 1 : s->group.me + 1);
}

/* The rank of worker i: the first one of its pair, if it has one. */
static inline int fold_worker(const struct fold *s, int i)
{
	return rg_member(&s->group, pairs_member(s->group.n - s->workers, i, false));
}

/* The same for the fold to a power of two. */
static inline void fold_begin(struct fold *s, struct rg_group group, struct rg_span all)
{
	fold_to(s, group, all, pairs_workers(group.n));
}

/* The elements of RG_TMP that take turns with the vector, where all of it is folded. */
static inline int64_t fold_scratch(const struct rg *r)
{
	return r->n;
}

/* ---- A butterfly: half as much to do with after each step. */

/* The part of the vector that worker i has to do with when the bits below `bit` are through. Each
 * of them chose a half of what the one before it had left. */
static inline struct rg_span butterfly_part(const struct rg *r, const struct fold *f, int i,
                                            int bit)
{
	int64_t quot = r->n / f->workers, rest = r->n % f->workers, begin = 0, end;

	for (int b = 1; b < bit; b *= 2)
		begin += i & b ? f->workers / (2 * b) : 0;
	end = begin + f->workers / bit;
	begin = begin * quot + (begin < rest ? begin : rest);
	end = end * quot + (end < rest ? end : rest);
	return (struct rg_span){RG_OUT, begin, end - begin};
}

/* ---- Recursive doubling: the order of what it adds up. */

/* How many parts come that belong to the right of this process's: one when it is folded, and one
 * for each bit of its number that is not set. */
static inline int recursive_doubling_turns(const struct fold *f)
{
	int turns = fold_paired(f);
	for (int bit = 1; bit < f->workers; bit *= 2)
		turns += !(f->worker & bit);
	return turns;
}

/* ---- A block for each process: who works for two has to do with the blocks of both, which stand
 * one behind the other. */

struct workers {
	struct rg_group group;
	int n, pairs; /* workers, the first so many of whom have a twin */
	int me;       /* this process's number among them; -1: it is the twin of one */
};

static inline struct workers workers_of(struct rg_group group)
{
	int n = pairs_workers(group.n), pairs = group.n - n;
	return (struct workers){group, n, pairs, pairs_worker(pairs, group.me)};
}

/* The rank of worker i, or (second) that of its twin. */
static inline int workers_rank(const struct workers *w, int i, bool second)
{
	return rg_member(&w->group, pairs_member(w->pairs, i, second));
}

/* The rank of the other one of the pair, -1 if there is none. */
static inline int workers_twin(const struct workers *w)
{
	if (w->group.me >= 2 * w->pairs)
		return -1;
	return rg_member(&w->group, w->me < 0 ? w->group.me - 1 : w->group.me + 1);
}

/* Elements of this lane's slice of the block of worker i, or (second) of that of its twin, 0 if
 * there is none. */
static inline int64_t workers_block(const struct rg *r, const struct workers *w, int i, bool second)
{
	if (second && i >= w->pairs)
		return 0;
	return rg_slice(r, RG_TMP, 0, rg_block_of(r, RG_TMP, workers_rank(w, i, second)).len).len;
}

/* ---- The contributions of all P processes, combined in one place as recursive doubling with its
 * fold does in many: the pairs, then the runs of 2, 4, ... workers, lower numbers to the left. So
 * the bits are the same. Cost: P - 1 combinations. */

/* They stand in RG_TMP, `len` elements each, that of member `first` in front and the others behind
 * it cyclically. */
static inline struct rg_span bracket_member(const struct rg *r, int64_t len, int first, int i)
{
	return (struct rg_span){RG_TMP, (i - first + (i < first ? rg_all(r).n : 0)) * len, len};
}

/* The result goes to `to`, which is elsewhere. */
static inline void bracket(struct rg *r, int64_t len, int first, struct rg_span to)
{
	int workers = pairs_workers(r->P), pairs = r->P - workers;

	for (int i = 0; i < pairs; i++)
		rg_combine(r, bracket_member(r, len, first, pairs_member(pairs, i, false)),
		           bracket_member(r, len, first, pairs_member(pairs, i, true)));
	/* What workers i - bit + 1 ... i have stands where the last of their members has been. */
	for (int bit = 1; bit < workers; bit *= 2)
		for (int i = bit - 1; i + bit < workers; i += 2 * bit) {
			struct rg_span right =
				bracket_member(r, len, first, pairs_member(pairs, i + bit, true));
			rg_combine_to(r, 2 * bit < workers ? right : to,
			              bracket_member(r, len, first, pairs_member(pairs, i, true)),
			              right);
		}
	if (r->P == 1)
		rg_copy(r, to, bracket_member(r, len, first, 0));
}
