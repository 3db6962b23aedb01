/* SPDX-License-Identifier: BSD-3-Clause
 * Recursive doubling of blocks: what a process of the ring has of the vector before a step, and how
 * what the last run had gets to those without a partner there.
 */
#pragma once
#include "ringgen/parts/ring_vector.h"

/* What doubling_allgather has to know. */
struct doubling_allgather {
	int at, bit;
	int have; /* so many of a run have got what the shorter one had */
	bool apart;
};

/* The blocks of the processes from one position to another. */
static inline struct rg_span doubling_part(const struct rg *r, const struct doubling_allgather *s,
                                           int first, int end)
{
	return ring_vector_part(r, s->apart, first, end);
}

/* What process i has before this step. */
static inline struct rg_span doubling_has(const struct rg *r, const struct doubling_allgather *s,
                                          int i)
{
	int first = i - i % s->bit;
	return doubling_part(r, s, first, first + s->bit);
}

/* How many are in the run behind this process's one, if they are too few for all to have a partner
 * there. Else 0. */
static inline int doubling_short(const struct rg *r, const struct doubling_allgather *s)
{
	int behind = r->P - (r->pos - r->pos % s->bit + s->bit);
	return !(r->pos & s->bit) && behind > 0 && behind < s->bit ? behind : 0;
}

/* Pass on what that run had, or get it. False: this process does neither now. */
static inline bool doubling_pass(struct rg *r, const struct doubling_allgather *s)
{
	int i = r->pos % s->bit, theirs = r->pos - i + s->bit;
	struct rg_span part = doubling_part(r, s, theirs, theirs + s->bit);

	if (i < s->have && i + s->have < s->bit)
		rg_send(r, r->order[r->pos + s->have], part);
	else if (i >= s->have && i < 2 * s->have)
		rg_recv(r, r->order[r->pos - s->have], part);
	else
		return false;
	return true;
}
