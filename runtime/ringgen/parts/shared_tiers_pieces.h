/* SPDX-License-Identifier: BSD-3-Clause
 * A round of a reduce-scatter in two tiers (see shared_tiers.h): which pieces of blocks a window
 * has, and who adds them up.
 */
#pragma once
#include "ringgen/parts/shared_sum.h"
#include "ringgen/parts/shared_tiers.h"

/* What shared_tiers_reduce_scatter has to know. */
struct shared_tiers_reduce_scatter {
	int at;
	int64_t done, longest; /* elements of a block in earlier rounds; of the longest block */
	int64_t most;          /* elements of a block in one round */
	int64_t half;          /* where the round's half of each window begins */
};

/* What the round has of this process's contribution to the block at a position. */
static inline struct rg_span tiers_piece(const struct rg *r,
                                         const struct shared_tiers_reduce_scatter *s, int pos)
{
	return shared_piece(rg_block_of(r, rg_mine(r), r->order[pos]), s->done, s->most);
}

/* The piece of the block at a position, in the window of a process. */
static inline struct rg_span
tiers_place(const struct rg *r, const struct shared_tiers_reduce_scatter *s, int rank, int pos)
{
	return (struct rg_span){RG_WINDOW + rank, s->half + pos * s->most,
	                        tiers_piece(r, s, pos).len};
}

/* Does this process serve the one at a position, which is in another run? */
static inline bool tiers_serves(const struct tiers *t, int pos)
{
	int q = rg_run_at(t->runs, pos);
	return q != t->run && (pos - t->runs->first[q]) % t->own.n == t->own.me;
}

/* What others read: all but the own block, and those that are added up here. */
static inline void tiers_publish_blocks(struct rg *r, const struct tiers *t,
                                        const struct shared_tiers_reduce_scatter *s)
{
	for (int pos = 0; pos < r->P; pos++)
		if (pos != r->pos && !tiers_serves(t, pos))
			rg_copy(r, tiers_place(r, s, r->rank, pos), tiers_piece(r, s, pos));
}

/* What this process's run has of a block, into `to`. */
static inline void tiers_add_block(struct rg *r, const struct tiers *t,
                                   const struct shared_tiers_reduce_scatter *s, int pos,
                                   struct rg_span to)
{
	struct shared_sum sum = {.group = &t->own,
	                         .own = tiers_piece(r, s, pos),
	                         .off = tiers_place(r, s, r->rank, pos).off};
	if (to.len)
		shared_add(r, sum, to);
}

/* What this run has of the blocks of those whom this process serves. */
static inline void tiers_add_served(struct rg *r, const struct tiers *t,
                                    const struct shared_tiers_reduce_scatter *s)
{
	for (int pos = 0; pos < r->P; pos++)
		if (tiers_serves(t, pos))
			tiers_add_block(r, t, s, pos, tiers_place(r, s, r->rank, pos));
}

/* Add up the own block's piece. With MPI_IN_PLACE the result goes where other blocks begin: see
 * shared_add_pieces. */
static inline void tiers_add_own(struct rg *r, const struct tiers *t,
                                 const struct shared_tiers_reduce_scatter *s)
{
	int64_t len = tiers_piece(r, s, r->pos).len;
	struct rg_span result = {RG_OUT, s->done, len};
	struct rg_span landing = {RG_TMP, shared_kept(&t->own) * len, len};
	struct rg_span to = r->in_place ? landing : result;

	tiers_add_block(r, t, s, r->pos, to);
	for (int q = 0; q < t->runs->n; q++) {
		struct rg_group run = tiers_run(r, t, q);
		if (q != t->run)
			rg_combine(r, tiers_place(r, s, rg_member(&run, t->own.me % run.n), r->pos),
			           to);
	}
	if (r->in_place)
		rg_copy(r, result, landing);
}

/* The most that a round has of a block. */
static inline int64_t tiers_piece_most(const struct rg *r)
{
	return r->P > 1 ? shared_room(r) / r->P : r->n;
}

/* The elements of RG_TMP that it takes. */
static inline int64_t shared_tiers_reduce_scatter_scratch(const struct rg *r)
{
	struct rg_group own = tiers_of(r).own;
	int64_t longest = rg_longest(r), most = tiers_piece_most(r);
	return (shared_kept(&own) + r->in_place) * (longest < most ? longest : most);
}
