/* SPDX-License-Identifier: BSD-3-Clause
 * Sums of what all processes of a machine give, a piece at a time: a piece is fetched, added up and
 * handed on while it is in cache.
 */
#pragma once
#include "ringgen/parts/lent.h"

/* Elements of a piece: a quarter of a window. Chosen: shorter ones take more calls of the system,
 * and some pieces fit into a core's own cache. */
static inline int64_t lent_piece_most(const struct rg *r)
{
	return r->window / 4;
}

/* Elements of scratch for what lent_add keeps. */
static inline int64_t lent_kept(const struct rg *r)
{
	struct rg_group all = rg_everyone(r);
	return shared_kept(&all) * lent_piece_most(r);
}

/* The sum of all processes' elements from `off` on, into `to`. It is in the brackets of recursive
 * doubling. Partial results are kept in RG_TMP, from its beginning on. */
static inline void lent_add(struct rg *r, int64_t off, struct rg_span to)
{
	struct rg_group all = rg_everyone(r);
	struct shared_sum sum = {.group = &all,
	                         .own = {rg_given_by(r->rank), off, to.len},
	                         .lent = true,
	                         .off = off};
	shared_add(r, sum, to);
}

/* The sums of a process's share of the vector, each piece to all processes' buffers or, if
 * `receiver` is not -1, to one's. */
static inline void lent_add_share(struct rg *r, int receiver)
{
	struct rg_group all = rg_everyone(r);
	struct rg_span share = shared_share(rg_head(RG_OUT, r->n), all.me, all.n);

	for (int64_t done = 0; done < share.len; done += lent_piece_most(r)) {
		struct rg_span piece = shared_piece(share, done, lent_piece_most(r));
		struct rg_span sum = {RG_TMP, lent_kept(r), piece.len};
		lent_add(r, piece.off, sum);
		for (int i = 0; i < all.n; i++) {
			int rank = rg_member(&all, (all.me + i) % all.n);
			if (receiver < 0 || rank == receiver)
				rg_copy(r,
				        (struct rg_span){rg_taken_by(rank), piece.off, piece.len},
				        sum);
		}
	}
}

/* Elements of scratch for that. */
static inline int64_t lent_share_scratch(const struct rg *r)
{
	return r->P > 1 ? lent_kept(r) + lent_piece_most(r) : 0;
}
