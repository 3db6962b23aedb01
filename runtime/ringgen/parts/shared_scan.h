/* SPDX-License-Identifier: BSD-3-Clause
 * A round of prefix sums through windows: what a process publishes, and the vectors of the
 * ranks before it that it adds up, in the brackets of recursive doubling (scan_doubling.c).
 */
#pragma once
#include "ringgen/parts/shared.h"

/* What shared_scan has to know. */
struct shared_scan {
	int at;
	bool exclusive; /* the caller's to set: without this process's own contribution */
	int64_t k;      /* the round */
	struct shared_ring ring;
};

/* The elements of the round, in a buffer of all. */
static inline struct rg_span shared_scan_round(const struct rg *r, const struct shared_scan *s,
                                               int buf)
{
	return shared_piece(rg_head(buf, r->n), s->k * s->ring.most, s->ring.most);
}

/* Where the round's elements are in each window. */
static inline int64_t shared_scan_place(const struct shared_scan *s)
{
	return shared_ring_place(&s->ring, s->k);
}

static inline void shared_scan_publish(struct rg *r, const struct shared_scan *s)
{
	struct rg_span from = shared_scan_round(r, s, rg_mine(r));
	if (r->rank + 1 < r->P)
		rg_copy(r, (struct rg_span){RG_WINDOW + r->rank, shared_scan_place(s), from.len},
		        from);
}

/* The sum of an aligned run of n ranks, a power of two: in its window if it is one, else in `to`,
 * which may be the beginning of scratch: of pairs nothing is kept there. */
static inline struct rg_span shared_scan_run(struct rg *r, const struct shared_scan *s, int first,
                                             int n, struct rg_span to)
{
	struct rg_group all = rg_all(r);
	struct shared_sum sum = {.group = &all, .own = to, .off = shared_scan_place(s)};
	int kept = -1;
	for (int m = n; m > 1; m /= 2)
		kept++;
	return shared_bracket(r, &sum, first, n, kept, to);
}

/* Add the runs of ranks before this one, the shortest of which is the nearest, each to the left of
 * what there is: the own contribution, or nothing. */
static inline void shared_scan_add(struct rg *r, const struct shared_scan *s)
{
	struct rg_span out = shared_scan_round(r, s, RG_OUT), sum = rg_head(RG_TMP, out.len);
	struct rg_span right = shared_scan_round(r, s, rg_mine(r));
	bool any = !s->exclusive;

	for (int bit = 1, first = r->rank; first; bit *= 2) {
		if (!(first & bit))
			continue;
		first -= bit;
		struct rg_span run = shared_scan_run(r, s, first, bit, any ? sum : out);
		if (any)
			rg_combine_to(r, out, run, right);
		else if (run.buf != out.buf)
			rg_copy(r, out, run);
		right = out;
		any = true;
	}
}

/* Await all ranks before this one, or all behind it; or notify them. */
static inline void shared_scan_await(struct rg *r, bool before)
{
	for (int rank = before ? 0 : r->rank + 1; rank < (before ? r->rank : r->P); rank++)
		rg_await(r, rank);
}

static inline void shared_scan_notify(struct rg *r, bool before)
{
	for (int rank = before ? 0 : r->rank + 1; rank < (before ? r->rank : r->P); rank++)
		rg_notify(r, rank);
}
