/* SPDX-License-Identifier: BSD-3-Clause
 * A step of a reduce-scatter by a Bine butterfly (see bine_blocks.h): with whom, what goes, where
 * what comes lands.
 */
#pragma once
#include "ringgen/parts/bine_blocks.h"

/* What bine_scatter has to know. */
struct bine_scatter {
	int at, step;
	struct workers w;
	struct rg_span run; /* what there is to do with, in the vector, */
	int64_t behind;     /* and where that ends: what comes lands there */
};

/* All blocks, in the order of slots. */
static inline void bine_scatter_begin(struct rg *r, struct bine_scatter *s)
{
	s->w = workers_of(rg_everyone(r));
	s->run = bine_vector(r, &s->w);
	s->behind = s->run.len;
	bine_arrange(r, &s->w, rg_mine(r), false);
}

/* The partner of this step. */
static inline int bine_scatter_peer(const struct bine_scatter *s)
{
	return workers_rank(&s->w, bine_partner(s->w.n, s->w.me, s->step), false);
}

/* What this worker keeps in this step; or (other) its partner. */
static inline struct rg_span bine_scatter_half(const struct rg *r, const struct bine_scatter *s,
                                               bool other)
{
	return bine_half(r, &s->w, s->run, s->step, other);
}

/* Where what is to be added to a part lands: behind the vector. */
static inline struct rg_span bine_scatter_landing(const struct bine_scatter *s, struct rg_span part)
{
	return (struct rg_span){RG_TMP, s->behind, part.len};
}

/* Add what came to that part, which is all that there is to do with now. */
static inline void bine_scatter_add(struct rg *r, struct bine_scatter *s, struct rg_span part)
{
	s->run = part;
	rg_combine(r, bine_scatter_landing(s, part), part);
}

/* The elements of RG_TMP that it takes. */
static inline int64_t bine_scatter_scratch(const struct rg *r)
{
	struct workers w = workers_of(rg_everyone(r));
	return 2 * bine_vector(r, &w).len;
}
