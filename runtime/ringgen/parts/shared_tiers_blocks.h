/* SPDX-License-Identifier: BSD-3-Clause
 * A round of an allgather in two tiers (see shared_tiers.h): which pieces of blocks a window has,
 * and who copies them there and from there.
 */
#pragma once
#include "ringgen/parts/shared_tiers.h"

/* What shared_tiers_allgather has to know. */
struct shared_tiers_allgather {
	int at;
	int64_t done, longest; /* elements of a block in earlier rounds; of the longest block */
	int64_t most;          /* elements of a block in one round */
	int64_t half;          /* where the round's half of each window begins */
};

/* How many members of a run of `size` member i of a run of n serves. */
static inline int tiers_served(int size, int i, int n)
{
	return (size - i + n - 1) / n;
}

/* The number of what member j of run q has in the window of who serves it in this one: number 0 is
 * the server's own block. */
static inline int tiers_number(const struct rg *r, const struct tiers *t, int q, int j)
{
	int number = 1 + j / t->own.n;

	for (int run = 0; run < q; run++)
		if (run != t->run)
			number += tiers_served(tiers_run(r, t, run).n, j % t->own.n, t->own.n);
	return number;
}

/* The most that a round has of a block: the first of each run serves the most. */
static inline int64_t tiers_gathered_most(const struct rg *r, const struct tiers *t)
{
	int blocks = 1;

	for (int run = 0; run < t->runs->n; run++) {
		int here = 1;
		for (int q = 0; q < t->runs->n; q++)
			if (q != run)
				here += tiers_served(tiers_run(r, t, q).n, 0,
				                     tiers_run(r, t, run).n);
		blocks = here > blocks ? here : blocks;
	}
	return shared_room(r) / blocks;
}

/* What the round has of a rank's block, in a buffer of all. */
static inline struct rg_span tiers_gathered(const struct rg *r,
                                            const struct shared_tiers_allgather *s, int rank)
{
	return shared_piece(rg_block_of(r, RG_OUT, rank), s->done, s->most);
}

/* The same of the own block, wherever that is. */
static inline struct rg_span tiers_contribution(const struct rg *r,
                                                const struct shared_tiers_allgather *s)
{
	if (r->in_place)
		return tiers_gathered(r, s, r->rank);
	return shared_piece(rg_own(r, RG_IN), s->done, s->most);
}

/* So many elements, with that number in the window of a process. */
static inline struct rg_span tiers_kept(const struct shared_tiers_allgather *s, int rank,
                                        int number, int64_t len)
{
	return (struct rg_span){RG_WINDOW + rank, s->half + number * s->most, len};
}

/* Copy the blocks of those that this process serves to its window. */
static inline void tiers_fetch(struct rg *r, const struct tiers *t,
                               const struct shared_tiers_allgather *s)
{
	for (int q = 0; q < t->runs->n; q++) {
		struct rg_group run = tiers_run(r, t, q);
		for (int j = t->own.me; j < run.n && q != t->run; j += t->own.n) {
			int rank = rg_member(&run, j);
			int64_t len = tiers_gathered(r, s, rank).len;
			rg_copy(r, tiers_kept(s, r->rank, tiers_number(r, t, q, j), len),
			        tiers_kept(s, rank, 0, len));
		}
	}
}

/* Copy all blocks from the windows of the run. */
static inline void tiers_collect_blocks(struct rg *r, const struct tiers *t,
                                        const struct shared_tiers_allgather *s)
{
	for (int q = 0; q < t->runs->n; q++) {
		struct rg_group run = tiers_run(r, t, q);
		bool here = q == t->run;
		for (int j = 0; j < run.n; j++) {
			struct rg_span to = tiers_gathered(r, s, rg_member(&run, j));
			if (here && j == t->own.me)
				continue;
			rg_copy(r, to,
			        tiers_kept(s, rg_member(&t->own, here ? j : j % t->own.n),
			                   here ? 0 : tiers_number(r, t, q, j), to.len));
		}
	}
}
