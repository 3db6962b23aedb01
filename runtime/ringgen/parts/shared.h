/* SPDX-License-Identifier: BSD-3-Clause
 * The processes of one machine, through their windows: each copies what others need of its
 * data into its window, tells them, and combines or copies straight from theirs.
 */
#pragma once
#include "ringgen/parts/fold.h"

/* What a round has of a block: its elements from `done` on, at most `most`. */
static inline struct rg_span shared_piece(struct rg_span block, int64_t done, int64_t most)
{
	int64_t left = block.len > done ? block.len - done : 0;
	return (struct rg_span){block.buf, block.off + done, left < most ? left : most};
}

/* ---- Shares: a round's elements, cut for some processes of a machine. Each has to do with one. */

/* Share i of n. */
static inline struct rg_span shared_share(struct rg_span round, int i, int n)
{
	int64_t begin = round.len * i / n, end = round.len * (i + 1) / n;
	return (struct rg_span){round.buf, round.off + begin, end - begin};
}

/* ---- Sums of what all processes of a machine have published in their windows: each process can
 * form them by itself. */

/* Who has what: `own` is this process's part; the other members' parts of the same length begin at
 * element off in their windows, `skip` elements further on in those that skip themselves when they
 * number the members: see shared_reduce_scatter. */
struct shared_sum {
	const struct rg_group *group;
	struct rg_span own;
	bool lent; /* or what they give, from element off on: see lent_sums.h; nobody skips then */
	int64_t off, skip;
	int64_t keep; /* the element of RG_TMP from which on partial results are kept */
	int pairs;    /* the brackets are those of recursive doubling */
};

/* How many partial results are kept at a time: one for each level above pairs of members. */
static inline int shared_kept(const struct rg_group *g)
{
	int kept = 0;
	for (int n = g->n == pairs_workers(g->n) ? 2 : 1; 2 * n <= g->n; n *= 2)
		kept++;
	return kept;
}

static inline struct rg_span shared_part(const struct shared_sum *s, int i)
{
	if (i == s->group->me)
		return s->own;
	if (s->lent)
		return (struct rg_span){rg_given_by(rg_member(s->group, i)), s->off, s->own.len};
	return (struct rg_span){RG_WINDOW + rg_member(s->group, i),
	                        s->off + (i < s->group->me ? -s->skip : 0), s->own.len};
}

/* The sum of n workers from worker i on, a power of two. Returns where it is: in `to`, unless there
 * is nothing to add. The left half's sum is kept in RG_TMP, behind `kept` others. */
static inline struct rg_span shared_bracket(struct rg *r, const struct shared_sum *s, int i, int n,
                                            int kept, struct rg_span to)
{
	struct rg_span left, right;

	if (n == 1 && i >= s->pairs)
		return shared_part(s, pairs_member(s->pairs, i, false));
	if (n == 1) {
		left = shared_part(s, pairs_member(s->pairs, i, false));
		right = shared_part(s, pairs_member(s->pairs, i, true));
	} else {
		struct rg_span keep = {RG_TMP, s->keep + kept * to.len, to.len};
		left = shared_bracket(r, s, i, n / 2, kept - 1, keep);
		right = shared_bracket(r, s, i + n / 2, n / 2, kept - 1, to);
	}
	rg_combine_to(r, to, left, right);
	return to;
}

/* All members' parts, neighbours first, as by recursive doubling. `to` is none of them. Scratch:
 * shared_kept times their length. */
static inline void shared_add(struct rg *r, struct shared_sum s, struct rg_span to)
{
	int workers = pairs_workers(s.group->n);

	if (s.group->n == 2) {
		rg_combine_to(r, to, shared_part(&s, 0), shared_part(&s, 1));
		return;
	}
	s.pairs = s.group->n - workers;
	struct rg_span sum = shared_bracket(r, &s, 0, workers, shared_kept(s.group) - 1, to);
	if (s.group->n == 1)
		rg_copy(r, to, sum);
}

/* ---- Rounds between all: the vector goes in rounds of half a window, so that it stays in cache,
 * and rounds take the two halves in turns. Who has heard of round k + 1 from a process knows that
 * it is done with round k, so that the half of round k is free for round k + 2. */

/* Tell all others, and hear from all. */
static inline void shared_meet(struct rg *r, const struct rg_group *g)
{
	for (int i = 0; i < g->n; i++)
		if (i != g->me)
			rg_notify(r, rg_member(g, i));
	for (int i = 0; i < g->n; i++)
		if (i != g->me)
			rg_await(r, rg_member(g, i));
}

/* Elements of half a window. */
static inline int64_t shared_room(const struct rg *r)
{
	return r->window / 2;
}

/* Where the half begins that the next round has; the first has what begins at element 0. */
static inline int64_t shared_next_half(const struct rg *r, int64_t half)
{
	return half ? 0 : shared_room(r);
}

/* ---- Pipes: from one process of a machine to the others, or from these to one. The vector goes in
 * rounds, each in a slot of the windows, and slots are used again in a ring. Who writes a round
 * waits only until those have read that had its slot before, and who reads it until it is written:
 * neither keeps step with the other. Short vectors take one round. */

/* What is written and read in `rounds` rounds, of up to `most` elements each. */
struct shared_ring {
	int64_t most, rounds;
	int64_t room; /* elements of a slot: a round's, of each that has some in the window */
	int64_t slots;
};

static inline struct shared_ring shared_ring_of(const struct rg *r, int64_t len, int64_t most,
                                                int parts)
{
	struct shared_ring p = {.most = most, .rounds = len > 0, .room = most * parts, .slots = 1};

	if (len <= most)
		return p; /* of short vectors a division takes its share of the time */
	p.rounds = (len + most - 1) / most;
	p.slots = r->window / p.room > 0 ? r->window / p.room : 1;
	return p;
}

/* Where the slot of round k begins. */
static inline int64_t shared_ring_place(const struct shared_ring *p, int64_t k)
{
	return (k < p->slots ? k : k % p->slots) * p->room;
}

/* Whether the slot of round k had another one's elements before it, will have some after it. */
static inline bool shared_ring_again(const struct shared_ring *p, int64_t k)
{
	return k >= p->slots && k < p->rounds;
}

/* The elements of a round, if there are to be so many at most: rounds are of a length. */
static inline int64_t shared_pipe_even(int64_t len, int64_t most)
{
	most = most > 0 ? most : 1;
	if (len <= most)
		return len > 0 ? len : 1;
	int64_t rounds = (len + most - 1) / most;
	return (len + rounds - 1) / rounds;
}

/* On one machine a round is short enough to be read while the next is written, and long enough to
 * be worth a notification: a quarter of the vector, between these shares of a window. Longer ones
 * are better for vectors that no cache close to the processor holds. Measured on one machine. */
enum {
	SHARED_PIPE_ROUNDS = 4,
	SHARED_PIPE_LEAST = 64,
	SHARED_PIPE_MOST = 16,
	SHARED_PIPE_MOST_LONG = 8,
	SHARED_PIPE_LONG = 4 /* windows */
};

static inline int64_t shared_pipe_short(const struct rg *r, int64_t len)
{
	int64_t least = r->window / SHARED_PIPE_LEAST, most = r->window / SHARED_PIPE_MOST;
	int64_t part = len / SHARED_PIPE_ROUNDS;

	if (len >= SHARED_PIPE_LONG * r->window)
		most = r->window / SHARED_PIPE_MOST_LONG;
	part = part > least ? part : least;
	return shared_pipe_even(len, part < most ? part : most);
}

/* On several machines a round is a message between them, too: an eighth of the vector, if that is
 * no shorter than this share of a window, and no longer than half of one. */
enum { SHARED_PIPE_MESSAGES = 8, SHARED_PIPE_SHARE = 32 };

static inline int64_t shared_pipe_long(const struct rg *r, int64_t len)
{
	int64_t least = r->window / SHARED_PIPE_SHARE, half = r->window / 2;
	int64_t part = len / SHARED_PIPE_MESSAGES;

	part = part > least ? part : least;
	return shared_pipe_even(len, part < half ? part : half);
}

/* The processes of such a pipe. */
struct shared_pipe {
	struct shared_ring ring;
	int one;   /* this member of the machine */
	bool from; /* it writes, and the others read; else it reads what they write */
};

static inline bool shared_pipe_writes(const struct rg_group *g, const struct shared_pipe *p)
{
	return (g->me == p->one) == p->from;
}

/* Await what must be known before round k is written or read, and then rg_wait: that its slot is
 * free, or that it is written. */
static inline void shared_pipe_before(struct rg *r, const struct shared_pipe *p, int64_t k)
{
	struct rg_group g = rg_machine(r);

	if (k >= p->ring.rounds || (shared_pipe_writes(&g, p) && !shared_ring_again(&p->ring, k)))
		return;
	for (int i = 0; i < g.n; i++)
		if (i != g.me && (i == p->one || g.me == p->one))
			rg_await(r, rg_member(&g, i));
}

/* Tell that it is written; or that it is read, if anybody waits for that. */
static inline void shared_pipe_after(struct rg *r, const struct shared_pipe *p, int64_t k)
{
	struct rg_group g = rg_machine(r);

	if (!shared_pipe_writes(&g, p) && !shared_ring_again(&p->ring, k + p->ring.slots))
		return;
	for (int i = 0; i < g.n; i++)
		if (i != g.me && (i == p->one || g.me == p->one))
			rg_notify(r, rg_member(&g, i));
}
