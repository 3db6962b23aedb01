/* SPDX-License-Identifier: BSD-3-Clause
 * The partial result of a reduction to a root, in the order of a group, and where it stands:
 * see fold.h, but that nobody except the root has RG_OUT. Two places for the vector take
 * turns: the root's RG_OUT and its RG_TMP, others have both in RG_TMP.
 *
 * The workers of the group (fold.h) are numbered such that the root is one: of its pair it works,
 * whether it is the first or the second. In step j the workers whose numbers differ in bit j meet;
 * who has that bit as the root has it stays. So the result is the root's in the end, while partial
 * results are bracketed as by recursive doubling, which does not depend on the root.
 */
#pragma once
#include "ringgen/parts/fold.h"

struct rooted_partial {
	struct rg_group group;
	int workers, pairs;
	int worker, top; /* the worker of this process's pair, or this process; that of the root */
	bool works;
	int in;  /* the place where it stands; -1: it is the own contribution */
	int own; /* the place where it may be changed, what comes lands in the other one */
};

/* The member that worker i is. */
static inline int rooted_partial_member(const struct rg *r, const struct rooted_partial *p, int i)
{
	int root = r->ordered ? r->root : r->root_pos;
	return pairs_member(p->pairs, i, i < p->pairs && root == 2 * i + 1);
}

/* The rank of it. */
static inline int rooted_partial_rank(const struct rg *r, const struct rooted_partial *p, int i)
{
	return rg_member(&p->group, rooted_partial_member(r, p, i));
}

static inline bool rooted_partial_paired(const struct rooted_partial *p)
{
	return p->group.me < 2 * p->pairs;
}

/* The rank of the other one of the pair. */
static inline int rooted_partial_twin(const struct rooted_partial *p)
{
	return rg_member(&p->group, p->group.me ^ 1);
}

/* How many parts come that belong to the right of this process's, if it is the root. */
static inline int rooted_partial_turns(const struct rooted_partial *p)
{
	int turns = rooted_partial_paired(p) && p->group.me % 2 == 0;
	for (int bit = 1; bit < p->workers; bit *= 2)
		turns += !(p->worker & bit);
	return turns;
}

/* The own contribution. The root's result is to be in RG_OUT, if that is to be had. */
static inline struct rooted_partial rooted_partial_begin(const struct rg *r)
{
	struct rooted_partial p = {.group = rg_everyone(r), .in = -1};
	int root = r->ordered ? r->root : r->root_pos;

	p.workers = pairs_workers(r->P);
	p.pairs = r->P - p.workers;
	p.worker = p.group.me < 2 * p.pairs ? p.group.me / 2 : p.group.me - p.pairs;
	p.top = root < 2 * p.pairs ? root / 2 : root - p.pairs;
	p.works = rooted_partial_member(r, &p, p.worker) == p.group.me;
	p.own = r->in_place ? 0 : rooted_partial_turns(&p) % 2;
	return p;
}

/* A part of the vector, given as it is in RG_OUT, in one of the places. */
static inline struct rg_span rooted_partial_in(const struct rg *r, int place, struct rg_span part)
{
	struct rg_span all = rg_slice(r, RG_OUT, 0, r->n);
	bool root = r->rank == r->root;

	if (place < 0 || (root && place == 0)) {
		part.buf = place < 0 ? rg_mine(r) : RG_OUT;
		return part;
	}
	return (struct rg_span){
		RG_TMP, part.off - all.off + (root ? 0 : place * rg_slice_most(r, r->n)), part.len};
}

/* Give one part of it to a peer, get what the peer has of another part; post that. */
static inline void rooted_partial_swap(struct rg *r, const struct rooted_partial *p, int peer,
                                       struct rg_span give, struct rg_span keep)
{
	rg_send(r, peer, rooted_partial_in(r, p->in, give));
	rg_recv(r, peer, rooted_partial_in(r, 1 - p->own, keep));
}

/* Add what came, to our right or to our left. */
static inline void rooted_partial_add(struct rg *r, struct rooted_partial *p, struct rg_span keep,
                                      bool right)
{
	struct rg_span ours = rooted_partial_in(r, p->in, keep),
		       came = rooted_partial_in(r, 1 - p->own, keep);

	if (right) {
		rg_combine(r, ours, came);
		p->own = 1 - p->own;
	} else {
		rg_combine_to(r, rooted_partial_in(r, p->own, keep), came, ours);
	}
	p->in = p->own;
}

/* At the root: bring a part to RG_OUT. */
static inline void rooted_partial_end(struct rg *r, const struct rooted_partial *p,
                                      struct rg_span part)
{
	struct rg_span from = rooted_partial_in(r, p->in, part);
	if (r->rank == r->root && from.buf != RG_OUT)
		rg_copy(r, part, from);
}

/* Scratch: one vector at the root, two elsewhere. */
static inline int64_t rooted_partial_scratch(const struct rg *r)
{
	return (r->rank == r->root ? 1 : 2) * rg_slice_most(r, r->n);
}

/* ---- What a worker of a reduction by halving and gather has to do with, and the way that its part
 * goes to the root. */

/* The part of the vector that worker i has to do with when the bits below `bit` are through. Each
 * of them chose a half of what the one before it had left. */
static inline struct rg_span halving_gather_part(const struct rg *r, const struct rooted_partial *p,
                                                 int i, int bit)
{
	struct rg_span all = rg_slice(r, RG_OUT, 0, r->n);
	int64_t quot = all.len / p->workers, rest = all.len % p->workers, begin = 0, end;

	for (int b = 1; b < bit; b *= 2)
		begin += i & b ? p->workers / (2 * b) : 0;
	end = begin + p->workers / bit;
	begin = begin * quot + (begin < rest ? begin : rest);
	end = end * quot + (end < rest ? end : rest);
	return (struct rg_span){RG_OUT, all.off + begin, end - begin};
}

/* A step towards the root, which the worker passes on or stays for. What comes lands beside what is
 * there, at the root in RG_OUT. */
static inline void halving_gather_pass(struct rg *r, const struct rooted_partial *p, int bit)
{
	int peer = p->worker ^ bit, rank = rooted_partial_rank(r, p, peer);
	int there = r->rank == r->root ? 0 : p->in;

	if ((p->worker & bit) != (p->top & bit))
		rg_send(r, rank,
		        rooted_partial_in(r, p->in, halving_gather_part(r, p, p->worker, 2 * bit)));
	else
		rg_recv(r, rank,
		        rooted_partial_in(r, there, halving_gather_part(r, p, peer, 2 * bit)));
}
