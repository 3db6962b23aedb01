/* SPDX-License-Identifier: BSD-3-Clause
 * A round of an allreduce through windows, in which each process has a vector: what it publishes,
 * adds up, and copies.
 */
#pragma once
#include "ringgen/parts/shared.h"

/* What shared_allreduce has to know. */
struct shared_allreduce {
	int at;
	int64_t done; /* elements in earlier rounds */
	int64_t half; /* where the round's half of each window begins */
};

/* Is it faster to add up everything than to meet twice? */
static inline bool shared_adds_all(const struct rg *r)
{
	enum { SHORT = 512 };
	return r->n * (r->P - 2) <= (r->window < SHORT ? r->window : SHORT);
}

/* The elements of the round in a buffer of all. */
static inline struct rg_span shared_round(const struct rg *r, int buf, int64_t done)
{
	return shared_piece(rg_head(buf, r->n), done, shared_room(r));
}

/* The same elements in the window of a process. */
static inline struct rg_span shared_half(const struct rg *r, const struct shared_allreduce *s,
                                         int rank)
{
	return (struct rg_span){RG_WINDOW + rank, s->half, shared_round(r, RG_OUT, s->done).len};
}

/* All of the round's elements, or all but the own share, which nobody else reads. */
static inline void shared_publish_vector(struct rg *r, const struct rg_group *g,
                                         const struct shared_allreduce *s)
{
	struct rg_span from = shared_round(r, rg_mine(r), s->done);
	struct rg_span to = shared_half(r, s, r->rank);

	if (shared_adds_all(r)) {
		rg_copy(r, to, from);
		return;
	}
	for (int i = 0; i < g->n; i++)
		if (i != g->me)
			rg_copy(r, shared_share(to, i, g->n), shared_share(from, i, g->n));
}

/* Add up all of the round's elements to RG_OUT, or the own share to the own window. */
static inline void shared_add_vectors(struct rg *r, const struct rg_group *g,
                                      const struct shared_allreduce *s)
{
	struct rg_span half = shared_half(r, s, r->rank), to = shared_round(r, RG_OUT, s->done);
	struct rg_span own = r->in_place ? half : shared_round(r, RG_IN, s->done);

	if (!shared_adds_all(r)) {
		own = shared_share(shared_round(r, rg_mine(r), s->done), g->me, g->n);
		half = to = shared_share(half, g->me, g->n);
	}
	shared_add(r, (struct shared_sum){.group = g, .own = own, .off = half.off}, to);
}

/* Copy all shares' sums. */
static inline void shared_collect_sums(struct rg *r, const struct rg_group *g,
                                       const struct shared_allreduce *s)
{
	for (int i = 0; i < g->n; i++)
		rg_copy(r, shared_share(shared_round(r, RG_OUT, s->done), i, g->n),
		        shared_share(shared_half(r, s, rg_member(g, i)), i, g->n));
}

/* The elements of RG_TMP that it takes. */
static inline int64_t shared_allreduce_scratch(const struct rg *r)
{
	struct rg_group all = rg_everyone(r);
	struct rg_span round = shared_round(r, RG_OUT, 0);
	return shared_kept(&all) * (shared_adds_all(r) ? round.len : (round.len + r->P - 1) / r->P);
}
