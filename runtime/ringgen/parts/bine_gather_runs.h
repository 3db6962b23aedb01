/* SPDX-License-Identifier: BSD-3-Clause
 * A step of an allgather by a Bine butterfly (see bine_blocks.h): with whom, and what there is
 * then.
 */
#pragma once
#include "ringgen/parts/bine_blocks.h"

/* What bine_allgather has to know. */
struct bine_allgather {
	int at, step;
	struct workers w;
	struct rg_span run; /* what there is, in scratch */
};

/* Our slot. */
static inline struct rg_span bine_allgather_slot(const struct rg *r, const struct workers *w)
{
	int slot = bine_slot(w->n, w->me);
	return (struct rg_span){RG_TMP, bine_length(r, w, 0, slot), bine_length(r, w, slot, 1)};
}

/* The partner of this step. */
static inline int bine_allgather_peer(const struct bine_allgather *s)
{
	return workers_rank(&s->w, bine_partner(s->w.n, s->w.me, s->step), false);
}

/* What came joins what there is. */
static inline void bine_allgather_join(const struct rg *r, struct bine_allgather *s)
{
	struct rg_span came = bine_sibling(r, &s->w, s->run, s->step);
	s->run.off = came.off < s->run.off ? came.off : s->run.off;
	s->run.len += came.len;
}

/* The elements of RG_TMP that it takes. */
static inline int64_t bine_allgather_scratch(const struct rg *r)
{
	struct workers w = workers_of(rg_everyone(r));
	return bine_vector(r, &w).len;
}
