/* SPDX-License-Identifier: BSD-3-Clause
 * From one process of a machine to the others, or from these to one, through windows: the vector
 * goes in rounds, each in a slot of the windows, and slots are used again in a ring. Who writes a
 * round waits only until those have read that had its slot before, and who reads it until it is
 * written: neither keeps step with the other. Short vectors take one round.
 */
#pragma once
#include "ringgen/parts/shared.h"

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
