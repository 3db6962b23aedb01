/* SPDX-License-Identifier: BSD-3-Clause
 * The partners of a Bine butterfly (De Sensi and others 2025; they are those of Swing, by De
 * Sensi and others 2024), for a power of two w of workers: in step j an even one is with the
 * one d(j) = (1 - (-2)^(j+1)) / 3 = 1, -1, 3, -5, 11 ... places behind it, around the end too,
 * and so an odd one with that d(j) places before it. Partners of the last step are w / 3
 * places away, not w / 2.
 *
 * A butterfly needs more than partners: those who have exchanged all that they have, from the last
 * step down to step j, must have the same. They have: d(j + 1) and d(j) differ by 2^(j+1), so what
 * these steps' distances differ by are the multiples of 2^(j+1). So such workers are w / 2^j: even
 * ones with the same remainder modulo 2^(j+1), and the partners of the last step of these. (The
 * other way round, from the first step up, partners would go on to others who have not the same,
 * and add up in another order.)
 *
 * Slots are an order of the workers in which they all are neighbours: the w / 2^j of step j are an
 * aligned run, and partners of that step are in the two halves of the run that is twice as long.
 */
#pragma once
#include "ringgen/parts/fold.h"
#include "ringgen/parts/runs.h"

/* The partner of worker i in a step. */
static inline int bine_partner(int workers, int i, int step)
{
	int distance = 0;

	for (int j = 0, power = 1; j <= step; j++, power *= -2)
		distance += power;
	return (workers + (i % 2 ? i - distance : i + distance)) % workers;
}

/* The steps: the last of them is the farthest. */
static inline int bine_steps(int workers)
{
	int steps = 0;

	while (1 << steps < workers)
		steps++;
	return steps;
}

/* The bits of a number backwards, but for the last one. */
static inline int bine_turn(int workers, int i)
{
	int turned = i % 2;

	for (int low = 2, high = workers / 2; high > 1; low *= 2, high /= 2)
		turned += i & high ? low : 0;
	return turned;
}

/* The slot of worker i: that of an even one is next to that of its farthest partner. */
static inline int bine_slot(int workers, int i)
{
	if (i % 2)
		return bine_turn(workers, bine_partner(workers, i, bine_steps(workers) - 1)) + 1;
	return bine_turn(workers, i);
}

static inline int bine_worker(int workers, int slot)
{
	int even = bine_turn(workers, slot - slot % 2);
	return slot % 2 ? bine_partner(workers, even, bine_steps(workers) - 1) : even;
}

/* ---- A vector that all have, whose blocks are the slots': what a worker has to do with, half as
 * much after each step, and what it gives its partners of it. */

/* The part of the vector that worker i has to do with after so many steps of the first half. */
static inline struct rg_span bine_part(const struct fold *f, int i, int steps)
{
	int64_t quot = f->all.len / f->workers, rest = f->all.len % f->workers;
	int count = f->workers >> steps, slot = bine_slot(f->workers, i);
	int64_t begin = slot - slot % count, end = begin + count;

	begin = begin * quot + (begin < rest ? begin : rest);
	end = end * quot + (end < rest ? end : rest);
	return (struct rg_span){RG_OUT, f->all.off + begin, end - begin};
}

/* Give the partner of this step its half of what there is to do, get what there is for ours. */
static inline void bine_swap(struct rg *r, const struct fold *f, int step)
{
	int partner = bine_partner(f->workers, f->worker, step);
	partial_swap(r, &f->partial, fold_worker(f, partner), bine_part(f, partner, step + 1),
	             bine_part(f, f->worker, step + 1));
}

/* Give the partner of this step what there is, get what it has. */
static inline void bine_gather(struct rg *r, const struct fold *f, int step)
{
	int partner = bine_partner(f->workers, f->worker, step);
	rg_send(r, fold_worker(f, partner), bine_part(f, f->worker, step + 1));
	rg_recv(r, fold_worker(f, partner), bine_part(f, partner, step + 1));
}

/* The elements of RG_TMP that it takes. */
static inline int64_t bine_allreduce_scratch(const struct rg *r)
{
	return rg_slice(r, RG_OUT, 0, r->n).len;
}

/* ---- The order of what a doubling with these partners adds up. */

/* Does what comes in a step belong to the right of this process's? */
static inline bool bine_doubling_right(const struct fold *f, int step)
{
	return !(bine_slot(f->workers, f->worker) & f->workers >> (step + 1));
}

/* How many parts do so. */
static inline int bine_doubling_turns(const struct fold *f)
{
	int turns = fold_paired(f);

	for (int step = 0; f->worker >= 0 && step < bine_steps(f->workers); step++)
		turns += bine_doubling_right(f, step);
	return turns;
}

/* ---- A block for each process: the vector is put together in scratch, in the order of slots, each
 * with the block of its worker and then that of the twin, if it has one. So what goes to a partner
 * is one run. */

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

/* ---- A step of an allgather: with whom, and what there is then. */

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

/* ---- A step of a reduce-scatter: with whom, what goes, where what comes lands. */

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
