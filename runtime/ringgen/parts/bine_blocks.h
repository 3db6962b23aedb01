/* SPDX-License-Identifier: BSD-3-Clause
 * The vector of a Bine butterfly in which each process has a block of its own: it is put together
 * in scratch, in the order of slots, each with the block of its worker and then that of the twin,
 * if it has one. So what goes to a partner is one run.
 */
#pragma once
#include "ringgen/parts/bine.h"
#include "ringgen/parts/runs.h"

/* Elements of `count` slots from one on. */
static inline int64_t bine_length(const struct rg *r, const struct workers *w, int first, int count)
{
	int64_t length = 0;

	if (!r->len && !r->rest && !w->pairs)
		return count * rg_own(r, RG_TMP).len;
	for (int slot = first; slot < first + count; slot++) {
		int i = bine_worker(w->n, slot);
		length += workers_block(r, w, i, false) + workers_block(r, w, i, true);
	}
	return length;
}

/* All of the vector. */
static inline struct rg_span bine_vector(const struct rg *r, const struct workers *w)
{
	return rg_head(RG_TMP, bine_length(r, w, 0, w->n));
}

/* In front of a step of the reduce-scatter a worker has to do with the run of w / 2^step slots that
 * its own one is in, which is `run` of the vector; after it with a half of that: this, or (other)
 * the one that its partner keeps. */
static inline struct rg_span bine_half(const struct rg *r, const struct workers *w,
                                       struct rg_span run, int step, bool other)
{
	int half = w->n >> (step + 1), slot = bine_slot(w->n, w->me);
	int64_t low = bine_length(r, w, slot - slot % (2 * half), half);
	bool upper = !(slot & half) == other;

	return (struct rg_span){run.buf, upper ? run.off + low : run.off,
	                        upper ? run.len - low : low};
}

/* Before a step of the allgather it has `run`, of w / 2^(step + 1) slots: this is what its partner
 * has. */
static inline struct rg_span bine_sibling(const struct rg *r, const struct workers *w,
                                          struct rg_span run, int step)
{
	int has = w->n >> (step + 1), slot = bine_slot(w->n, w->me);
	int64_t len = bine_length(r, w, (slot - slot % has) ^ has, has);

	return (struct rg_span){run.buf, slot & has ? run.off - len : run.off + run.len, len};
}

/* Where the block of worker i, or (second) that of its twin, is in its slot. */
static inline struct rg_span bine_block(const struct rg *r, const struct workers *w, int i,
                                        struct rg_span slot, bool second)
{
	int64_t first = workers_block(r, w, i, false);
	return (struct rg_span){slot.buf, second ? slot.off + first : slot.off,
	                        second ? slot.len - first : first};
}

/* Put all blocks, from where they are in another buffer, into the vector at the beginning of
 * RG_TMP; or (back) copy them from there. */
static inline void bine_arrange(struct rg *r, const struct workers *w, int buf, bool back)
{
	struct runs runs = {{0, 0, 0}, {0, 0, 0}};
	struct rg_span vector = {RG_TMP, 0, 0};

	for (int i = 0; i < 2 * w->n; i++) {
		int worker = bine_worker(w->n, i / 2);
		if (i % 2 && worker >= w->pairs)
			continue;
		struct rg_span block = rg_block_of(r, buf, workers_rank(w, worker, i % 2));
		block = rg_slice(r, buf, block.off, block.len);
		vector.len = block.len;
		runs_copy(r, &runs, back ? block : vector, back ? vector : block);
		vector.off += vector.len;
	}
	runs_end(r, &runs);
}
