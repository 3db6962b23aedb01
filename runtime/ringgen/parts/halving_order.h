/* SPDX-License-Identifier: BSD-3-Clause
 * The order of the blocks in the scratch of a recursive halving: their workers' numbers, read
 * backwards, go up. So the blocks that a worker has to do with after any step are one run.
 */
#pragma once
#include "ringgen/parts/fold.h"

/* The bits of a worker's number backwards: its place in the order of scratch, and the other way. */
static inline int halving_backwards(const struct workers *w, int i)
{
	int turned = 0;
	for (int low = 1, high = w->n / 2; high; low *= 2, high /= 2)
		turned += i & high ? low : 0;
	return turned;
}

/* The worker after this one in the order of scratch: one is added from the highest bit down. */
static inline int halving_next(const struct workers *w, int worker)
{
	int bit = w->n / 2;
	for (; worker & bit; bit /= 2)
		worker -= bit;
	return worker + bit;
}

/* How many of the first so many in the order of scratch are one of a pair: these fall into runs of
 * workers/2, workers/4, ... of them, in each of which the numbers go up by the same. */
static inline int halving_pairs(const struct workers *w, int workers)
{
	int pairs = 0, begin = 0, by = 1;

	for (int run = w->n; run; run /= 2, by *= 2) {
		int least = halving_backwards(w, begin);
		if (!(workers & run))
			continue;
		pairs += least < w->pairs ? (w->pairs - least + by - 1) / by : 0;
		begin += run;
	}
	return pairs;
}

/* Elements of the first so many in the order of scratch. */
static inline int64_t halving_length(const struct rg *r, const struct workers *w, int workers)
{
	int64_t length = 0;

	if (!r->len && !r->rest)
		return r->quot * (workers + halving_pairs(w, workers));
	for (int i = 0, worker = 0; i < workers; i++, worker = halving_next(w, worker)) {
		length += rg_block_of(r, RG_TMP, workers_rank(w, worker, false)).len;
		if (worker < w->pairs)
			length += rg_block_of(r, RG_TMP, workers_rank(w, worker, true)).len;
	}
	return length;
}

/* What worker i has to do with before the step for `bit`: where it is in a vector in scratch that
 * begins at `at`. */
static inline struct rg_span halving_part(const struct rg *r, const struct workers *w, int64_t at,
                                          int i, int bit)
{
	int first = halving_backwards(w, i & (bit - 1));
	int64_t off = halving_length(r, w, first);
	int64_t end = halving_length(r, w, first + w->n / bit);
	return (struct rg_span){RG_TMP, at + off, end - off};
}

/* The same, at the end, for the block of worker i, or (second) that of its twin. */
static inline struct rg_span halving_block(const struct rg *r, const struct workers *w, int64_t at,
                                           int i, bool second)
{
	struct rg_span b = halving_part(r, w, at, i, w->n);
	int64_t len = rg_block_of(r, RG_TMP, workers_rank(w, i, second)).len;
	return (struct rg_span){RG_TMP, second ? b.off + b.len - len : b.off, len};
}

/* Put the blocks of the vector that begins at an element of a buffer in the order of scratch. */
static inline void halving_arrange(struct rg *r, const struct workers *w, int buf, int64_t at)
{
	struct rg_span to = {RG_TMP, 0, 0};

	for (int i = 0, worker = 0; i < w->n; i++, worker = halving_next(w, worker)) {
		for (int second = 0; second <= (worker < w->pairs); second++) {
			struct rg_span from = rg_block_of(r, buf, workers_rank(w, worker, second));
			from.off += at;
			to.len = from.len;
			rg_copy(r, to, from);
			to.off += to.len;
		}
	}
}

/* The elements of RG_TMP that it takes. */
static inline int64_t halving_scratch(const struct rg *r)
{
	return 2 * r->n;
}
