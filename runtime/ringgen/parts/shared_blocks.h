/* SPDX-License-Identifier: BSD-3-Clause
 * A round of an allgather through windows: the piece of its block that each process publishes, and
 * those that it copies.
 */
#pragma once
#include "ringgen/parts/shared.h"

/* What shared_allgather has to know. */
struct shared_allgather {
	int at;
	int64_t done, longest; /* elements of a block in earlier rounds; of the longest block */
	int64_t half;          /* where the round's half of each window begins */
};

/* What the round has of a rank's block, in a buffer of all. */
static inline struct rg_span shared_gathered(const struct rg *r, int buf, int rank, int64_t done)
{
	return shared_piece(rg_block_of(r, buf, rank), done, shared_room(r));
}

/* The same of the own block, wherever that is. */
static inline struct rg_span shared_contribution(const struct rg *r, int64_t done)
{
	if (r->in_place)
		return shared_gathered(r, RG_OUT, r->rank, done);
	return shared_piece(rg_own(r, RG_IN), done, shared_room(r));
}

/* The own block's piece. */
static inline void shared_publish_block(struct rg *r, const struct shared_allgather *s)
{
	struct rg_span piece = shared_contribution(r, s->done);
	rg_copy(r, (struct rg_span){RG_WINDOW + r->rank, s->half, piece.len}, piece);
}

/* Copy those of all others. */
static inline void shared_collect_blocks(struct rg *r, const struct rg_group *g,
                                         const struct shared_allgather *s)
{
	for (int i = 0; i < g->n; i++) {
		int rank = rg_member(g, i);
		struct rg_span piece = shared_gathered(r, RG_OUT, rank, s->done);
		if (i != g->me)
			rg_copy(r, piece, (struct rg_span){RG_WINDOW + rank, s->half, piece.len});
	}
}
