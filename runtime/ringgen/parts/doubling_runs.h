/* SPDX-License-Identifier: BSD-3-Clause
 * Recursive doubling of a reduce-scatter: the blocks that a worker gives its partner in a step, up
 * to three runs of them, and how they are put together and added up.
 */
#pragma once
#include "ringgen/parts/runs.h"
#include "ringgen/parts/fold.h"

/* What doubling_scatter has to know. */
struct doubling_scatter {
	int at, bit;
	struct workers w;
	int64_t in; /* where in RG_TMP the partial result begins: 0 or n; what is sent is put
	               together at the other one, what comes lands behind both */
};

/* Elements of the first so many members. */
static inline int64_t doubling_members(const struct rg *r, const struct doubling_scatter *s,
                                       int members)
{
	int64_t length = 0;

	if (!r->len && !r->rest)
		return members * r->quot;
	for (int i = 0; i < members; i++)
		length += rg_block_of(r, RG_TMP, rg_member(&s->w.group, i)).len;
	return length;
}

/* The blocks of workers first ... end - 1, in a vector in scratch that begins at `at`. */
static inline struct rg_span doubling_workers(const struct rg *r, const struct doubling_scatter *s,
                                              int64_t at, int first, int end)
{
	int64_t off = doubling_members(r, s, pairs_member(s->w.pairs, first, false));
	int64_t to = doubling_members(r, s, pairs_member(s->w.pairs, end, false));
	return (struct rg_span){RG_TMP, at + off, to - off};
}

/* Run k, of 3, of what worker i needs of its partner in this step: what is in front of the runs of
 * both, its own block, what is behind them. */
static inline struct rg_span doubling_needs(const struct rg *r, const struct doubling_scatter *s,
                                            int64_t at, int i, int k)
{
	int first = i - i % (2 * s->bit);

	if (k == 1)
		return doubling_workers(r, s, at, i, i + 1);
	return k == 0 ? doubling_workers(r, s, at, 0, first)
	              : doubling_workers(r, s, at, first + 2 * s->bit, s->w.n);
}

/* Those runs, one behind the other. */
static inline struct rg_span doubling_message(const struct rg *r, const struct doubling_scatter *s,
                                              int64_t at, int i)
{
	struct rg_span all = {RG_TMP, at, 0};

	for (int k = 0; k < 3; k++)
		all.len += doubling_needs(r, s, at, i, k).len;
	return all;
}

/* Put together what the partner needs. */
static inline void doubling_pack(struct rg *r, const struct doubling_scatter *s, int partner)
{
	struct rg_span to = {RG_TMP, r->n - s->in, 0};

	for (int k = 0; k < 3; k++) {
		struct rg_span run = doubling_needs(r, s, s->in, partner, k);
		to.len = run.len;
		rg_copy(r, to, run);
		to.off += to.len;
	}
}

/* Add what came. A sum stands where its right operand has been, if that is ours, and else in the
 * other vector. */
static inline void doubling_add(struct rg *r, struct doubling_scatter *s)
{
	struct rg_span came = {RG_TMP, 2 * r->n, 0};
	bool right = s->w.me & s->bit;

	for (int k = 0; k < 3; k++) {
		struct rg_span run = doubling_needs(r, s, s->in, s->w.me, k);
		came.len = run.len;
		if (right)
			rg_combine(r, came, run);
		else
			rg_combine_to(r, doubling_needs(r, s, r->n - s->in, s->w.me, k), run, came);
		came.off += came.len;
	}
	if (!right)
		s->in = r->n - s->in;
}

/* Put the blocks of the vector that begins at an element of a buffer in the order of members. */
static inline void doubling_arrange(struct rg *r, const struct doubling_scatter *s, int buf,
                                    int64_t at)
{
	struct runs runs = {{0, 0, 0}, {0, 0, 0}};
	struct rg_span to = {RG_TMP, 0, 0};

	for (int i = 0; i < r->P; i++) {
		struct rg_span from = rg_block_of(r, buf, rg_member(&s->w.group, i));
		from.off += at;
		to.len = from.len;
		runs_copy(r, &runs, to, from);
		to.off += to.len;
	}
	runs_end(r, &runs);
}

/* The block of this worker, or (second) that of its twin. */
static inline struct rg_span doubling_result(const struct rg *r, const struct doubling_scatter *s,
                                             bool second)
{
	struct rg_span both = doubling_workers(r, s, s->in, s->w.me, s->w.me + 1);
	int64_t len = workers_block(r, &s->w, s->w.me, second);
	return (struct rg_span){RG_TMP, second ? both.off + both.len - len : both.off, len};
}
