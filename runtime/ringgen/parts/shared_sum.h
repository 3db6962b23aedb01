/* SPDX-License-Identifier: BSD-3-Clause
 * The sum of what all processes of a machine have published in their windows: each process can form
 * it by itself.
 */
#pragma once
#include "ringgen/parts/pairs.h"
#include "ringgen/parts/shared.h"

/* Who has what: `own` is this process's part; the other members' parts of the same length begin at
 * element off in their windows, `skip` elements further on in those that skip themselves when they
 * number the members: see shared_reduce_scatter. */
struct shared_sum {
	const struct rg_group *group;
	struct rg_span own;
	int64_t off, skip;
	int64_t keep; /* the element of RG_TMP from which on partial results are kept */
	int pairs;    /* the brackets are those of recursive doubling */
};

/* How many partial results are kept at a time: one for each level above pairs of members. */
static inline int shared_kept(const struct rg_group *g)
{
	int kept = 0;
	for (int n = g->n == pairs_workers(g->n) ? 2 : 1; 2 * n <= g->n; n *= 2)
		kept++;
	return kept;
}

static inline struct rg_span shared_part(const struct shared_sum *s, int i)
{
	if (i == s->group->me)
		return s->own;
	return (struct rg_span){RG_WINDOW + rg_member(s->group, i),
	                        s->off + (i < s->group->me ? -s->skip : 0), s->own.len};
}

/* The sum of n workers from worker i on, a power of two. Returns where it is: in `to`, unless there
 * is nothing to add. The left half's sum is kept in RG_TMP, behind `kept` others. */
static inline struct rg_span shared_bracket(struct rg *r, const struct shared_sum *s, int i, int n,
                                            int kept, struct rg_span to)
{
	struct rg_span left, right;

	if (n == 1 && i >= s->pairs)
		return shared_part(s, pairs_member(s->pairs, i, false));
	if (n == 1) {
		left = shared_part(s, pairs_member(s->pairs, i, false));
		right = shared_part(s, pairs_member(s->pairs, i, true));
	} else {
		struct rg_span keep = {RG_TMP, s->keep + kept * to.len, to.len};
		left = shared_bracket(r, s, i, n / 2, kept - 1, keep);
		right = shared_bracket(r, s, i + n / 2, n / 2, kept - 1, to);
	}
	rg_combine_to(r, to, left, right);
	return to;
}

/* All members' parts, neighbours first, as by recursive doubling. `to` is none of them. Scratch:
 * shared_kept times their length. */
static inline void shared_add(struct rg *r, struct shared_sum s, struct rg_span to)
{
	int workers = pairs_workers(s.group->n);

	if (s.group->n == 2) {
		rg_combine_to(r, to, shared_part(&s, 0), shared_part(&s, 1));
		return;
	}
	s.pairs = s.group->n - workers;
	struct rg_span sum = shared_bracket(r, &s, 0, workers, shared_kept(s.group) - 1, to);
	if (s.group->n == 1)
		rg_copy(r, to, sum);
}
