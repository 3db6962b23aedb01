/* SPDX-License-Identifier: BSD-3-Clause
 * Recursive doubling of blocks: what a process of the ring has of the vector before a step, and how
 * what the last run had gets to those without a partner there.
 */
#pragma once
#include "ringgen/parts/runs.h"

/* What doubling_allgather has to know. */
struct doubling_allgather {
	int at, bit;
	int have; /* so many of a run have got what the shorter one had */
	bool apart;
};

/* Is there a gap between the blocks, or are they in another order? */
static inline bool doubling_apart(const struct rg *r)
{
	for (int i = 1; i < r->P; i++) {
		struct rg_span before = rg_block(r, RG_OUT, i - 1);
		if (rg_block(r, RG_OUT, i).off != before.off + before.len)
			return true;
	}
	return false;
}

/* Elements of the first so many blocks. */
static inline int64_t doubling_length(const struct rg *r, const struct doubling_allgather *s,
                                      int blocks)
{
	int64_t length = 0;

	if (!r->len && !r->rest)
		return blocks * r->quot;
	if (!s->apart && blocks < r->P)
		return rg_block(r, RG_OUT, blocks).off - rg_block(r, RG_OUT, 0).off;
	for (int i = 0; i < blocks; i++)
		length += rg_block(r, RG_TMP, i).len;
	return length;
}

/* The blocks of the processes from one position to another. */
static inline struct rg_span doubling_part(const struct rg *r, const struct doubling_allgather *s,
                                           int first, int end)
{
	int64_t off = doubling_length(r, s, first);
	int64_t len = doubling_length(r, s, end < r->P ? end : r->P) - off;

	if (s->apart)
		return (struct rg_span){RG_TMP, off, len};
	return (struct rg_span){RG_OUT, rg_block(r, RG_OUT, 0).off + off, len};
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

/* Copy the vector from scratch to where its blocks belong. */
static inline void doubling_deliver(struct rg *r, const struct doubling_allgather *s)
{
	struct runs runs = {{0, 0, 0}, {0, 0, 0}};

	for (int i = 0; i < r->P; i++)
		runs_copy(r, &runs, rg_block(r, RG_OUT, i), doubling_part(r, s, i, i + 1));
	runs_end(r, &runs);
}
