/* SPDX-License-Identifier: BSD-3-Clause
 * The partial result of a reduction in rank order, and where it stands. A combination writes its
 * right operand: when the other process's part belongs to the right of ours, the sum is where that
 * part landed. So two buffers take turns, RG_OUT and RG_TMP, and nothing is copied but what stands
 * in RG_IN, which is the caller's.
 */
#pragma once
#include "ringgen/engine.h"

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
