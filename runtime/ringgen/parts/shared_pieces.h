/* SPDX-License-Identifier: BSD-3-Clause
 * A round of a reduce-scatter through windows: the pieces of blocks that each process publishes,
 * where they are, and how it adds up those of its own.
 */
#pragma once
#include "ringgen/parts/shared.h"

/* What shared_reduce_scatter has to know. */
struct shared_reduce_scatter {
	int at;
	int64_t done, longest; /* elements of a block in earlier rounds; of the longest block */
	int64_t most;          /* elements of a block in one round */
	int64_t half;          /* where the round's half of each window begins */
};

/* The most that a round has of a block. */
static inline int64_t shared_piece_most(const struct rg *r)
{
	return r->P > 1 ? shared_room(r) / (r->P - 1) : r->n;
}

/* What the round has of this process's contribution to a rank's block. */
static inline struct rg_span shared_piece_of(const struct rg *r,
                                             const struct shared_reduce_scatter *s, int rank)
{
	return shared_piece(rg_block_of(r, rg_mine(r), rank), s->done, s->most);
}

/* Where the window of member i has what is for member k: it has nothing for i. */
static inline int64_t shared_piece_place(const struct shared_reduce_scatter *s, int i, int k)
{
	return s->half + (k < i ? k : k - 1) * s->most;
}

/* The pieces for all others. */
static inline void shared_publish_pieces(struct rg *r, const struct rg_group *g,
                                         const struct shared_reduce_scatter *s)
{
	for (int k = 0; k < g->n; k++) {
		struct rg_span piece = shared_piece_of(r, s, rg_member(g, k));
		int64_t place = shared_piece_place(s, g->me, k);
		if (k != g->me)
			rg_copy(r, (struct rg_span){RG_WINDOW + r->rank, place, piece.len}, piece);
	}
}

/* Add up the own block's piece. With MPI_IN_PLACE the result goes where other blocks begin. Those
 * elements were published in this round or before, since a block begins no earlier than the result;
 * but the own block's may be near. */
static inline void shared_add_pieces(struct rg *r, const struct rg_group *g,
                                     const struct shared_reduce_scatter *s)
{
	struct rg_span own = shared_piece_of(r, s, r->rank);
	struct rg_span result = {RG_OUT, s->done, own.len};
	struct rg_span landing = {RG_TMP, shared_kept(g) * own.len, own.len};

	/* Those in front number us by one less than those behind: they left out themselves. */
	shared_add(r,
	           (struct shared_sum){.group = g,
	                               .own = own,
	                               .off = shared_piece_place(s, g->n, g->me),
	                               .skip = s->most},
	           r->in_place ? landing : result);
	if (r->in_place)
		rg_copy(r, result, landing);
}

/* The elements of RG_TMP that it takes. */
static inline int64_t shared_reduce_scatter_scratch(const struct rg *r)
{
	struct rg_group all = rg_everyone(r);
	int64_t longest = rg_longest(r), most = shared_piece_most(r);
	return (shared_kept(&all) + r->in_place) * (longest < most ? longest : most);
}
