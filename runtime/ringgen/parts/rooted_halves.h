/* SPDX-License-Identifier: BSD-3-Clause
 * What a worker of a reduction by halving and gather has to do with (see rooted_partial.h), and the
 * way that its part goes to the root.
 */
#pragma once
#include "ringgen/parts/rooted_partial.h"

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
