/* SPDX-License-Identifier: BSD-3-Clause
 * A step of the reduce-scatter in columns (see columns.h): what the processes of a machine give to
 * its columns and these to the next machine, the areas of scratch where that lands, and how it is
 * added up.
 */
#pragma once
#include "ringgen/parts/columns_before.h"

/* What columns_reduce has to know. */
struct columns_reduce {
	int at, step;
	struct columns c;      /* the caller's to set */
	int64_t longest, sums; /* elements of the longest area; of what stands in front of all */
};

/* The most that the column has of a machine. */
static inline int64_t columns_longest(const struct rg *r, const struct columns *c)
{
	int64_t longest = 0;
	for (int m = 0; m < c->machines; m++) {
		int64_t length = columns_length(r, c, m);
		longest = length > longest ? length : longest;
	}
	return longest;
}

/* Scratch, in areas of the longest length: 0 and 1 take turns for the partial results that come and
 * go; 1 + i has what the i-th behind this process on the machine gave. */
static inline struct rg_span columns_area(const struct columns_reduce *s, int area)
{
	return (struct rg_span){RG_TMP, s->sums + area * s->longest, 0};
}

/* The i-th behind this process on its machine. */
static inline int columns_other(const struct rg *r, const struct columns *c, int i)
{
	struct rg_group machine = columns_here(r, c);
	return rg_member(&machine, (machine.me + i) % machine.n);
}

/* Give to the columns of this machine, as one of them get from all others. */
static inline void columns_give(struct rg *r, const struct columns_reduce *s, int target)
{
	struct rg_group machine = columns_here(r, &s->c);

	if (s->c.shared)
		return;
	for (int i = 0; i < columns_blocks(&s->c, target); i++)
		if (i % s->c.k != machine.me)
			rg_send(r, rg_member(&machine, i % s->c.k),
			        columns_block(r, &s->c, rg_mine(r), target, i));
	for (int q = 1; q < machine.n && machine.me < s->c.k; q++) {
		struct rg_span to = columns_area(s, 1 + q);
		for (int i = machine.me; i < columns_blocks(&s->c, target); i += s->c.k) {
			to.len = columns_block(r, &s->c, RG_TMP, target, i).len;
			rg_recv(r, columns_other(r, &s->c, q), to);
			to.off += to.len;
		}
	}
}

/* Pass on what the last step left, get the partial results for this one. */
static inline void columns_pass(struct rg *r, const struct columns_reduce *s, int target)
{
	struct rg_group column = columns_own(r, &s->c);
	struct rg_span left = columns_area(s, (s->step - 1) % 2),
		       come = columns_area(s, s->step % 2);

	left.len = columns_length(r, &s->c, columns_machine(&s->c, 1 - s->step));
	come.len = columns_length(r, &s->c, target);
	rg_send(r, rg_member(&column, columns_machine(&s->c, 1)), left);
	rg_recv(r, rg_member(&column, columns_machine(&s->c, -1)), come);
}

/* Where the result of block i of the own machine is to be combined: `area` is its place in scratch,
 * where it is left if it is not this process's, or its place still holds what others need. */
static inline struct rg_span columns_result(const struct rg *r, const struct columns *c, int i,
                                            struct rg_span area)
{
	if (c->whole)
		return columns_block(r, c, RG_OUT, c->machine, i);
	return i == columns_here(r, c).me && !r->in_place ? rg_own(r, RG_OUT) : area;
}

/* What this process has of block i, or its machine. */
static inline struct rg_span columns_addend(const struct rg *r, const struct columns *c, int target,
                                            int i, int64_t at)
{
	struct rg_span mine = columns_block(r, c, rg_mine(r), target, i);
	if (c->shared)
		return (struct rg_span){RG_TMP, columns_before(r, c, target) + at, mine.len};
	return mine;
}

/* Add up block i: what this process has, what came, if something did, and what the others of the
 * machine gave; that stands `at` elements from the beginning of each area. */
static inline void columns_add(struct rg *r, const struct columns_reduce *s, int target, int i,
                               int64_t at)
{
	struct rg_span mine = columns_addend(r, &s->c, target, i, at);
	struct rg_span came = {RG_TMP, columns_area(s, s->step % 2).off + at, mine.len}, to = came;
	int givers = s->c.shared ? 1 : columns_here(r, &s->c).n;

	if (s->step == s->c.machines)
		to = columns_result(r, &s->c, i, came);
	bool there = to.buf == mine.buf && to.off == mine.off;
	if (s->step > 1 && there)
		rg_combine(r, came, to);
	else if (s->step > 1)
		rg_combine_to(r, to, mine, came);
	else if (!there)
		rg_copy(r, to, mine);
	for (int q = 1; q < givers; q++) {
		came.off = columns_area(s, 1 + q).off + at;
		rg_combine(r, came, to);
	}
}

/* Add up all blocks that the column has of a machine. */
static inline void columns_add_all(struct rg *r, const struct columns_reduce *s, int target)
{
	int64_t at = 0;

	for (int i = columns_here(r, &s->c).me; i < columns_blocks(&s->c, target); i += s->c.k) {
		columns_add(r, s, target, i, at);
		at += columns_block(r, &s->c, RG_TMP, target, i).len;
	}
}

/* The elements of RG_TMP that it takes, for a process of the machine with so many ranks. */
static inline int64_t columns_reduce_scratch(const struct rg *r, struct columns c)
{
	struct rg_group machine = columns_here(r, &c);
	int64_t longest = columns_longest(r, &c);

	if (machine.me >= c.k)
		return 0;
	if (c.shared)
		return columns_all(r, &c) + 2 * longest;
	return (machine.n + 1) * longest;
}

/* The same when columns_deliver follows, which may need some without a column, too. */
static inline int64_t columns_scatter_scratch(const struct rg *r, struct columns c)
{
	int64_t own = r->in_place ? rg_own(r, RG_TMP).len : 0,
		others = columns_reduce_scratch(r, c);
	return others > own ? others : own;
}

/* The same for an allreduce by the level that rg.parameters name. */
static inline int64_t columns_allreduce_scratch(const struct rg *r)
{
	return columns_reduce_scratch(
		r, columns_begin(r, true, rg_level_of(r->parameters, RG_ON_MACHINE)));
}

/* The same for a reduce-scatter. */
static inline int64_t columns_reduce_scatter_scratch(const struct rg *r)
{
	return columns_scatter_scratch(
		r, columns_begin(r, false, rg_level_of(r->parameters, RG_ON_MACHINE)));
}
