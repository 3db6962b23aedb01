/* Prefix sums on one machine, through windows, by rank: each publishes its vector, and adds up
 * those of the ranks before it.
 *
 * Cost: each process but the last writes its vector to its window, and reads those of all ranks
 * before it. As many rounds as the vector has halves of a window. Scratch: lg P times a round's
 * elements. Ranks are combined in the brackets of recursive doubling (scan_doubling.c): the
 * operation need not commute.
 */
#pragma once
#include "ringgen/parts/shared_rounds.h"
#include "ringgen/parts/shared_sum.h"

struct shared_scan {
	int at;
	bool exclusive; /* the caller's to set: without this process's own contribution */
	int64_t done;   /* elements in earlier rounds */
	int64_t half;   /* where the round's half of each window begins */
};

/* The elements of the round, in a buffer of all. */
static struct rg_span shared_scan_round(const struct rg *r, const struct shared_scan *s, int buf)
{
	return shared_piece(rg_head(buf, r->n), s->done, shared_room(r));
}

static void shared_scan_publish(struct rg *r, const struct shared_scan *s)
{
	struct rg_span from = shared_scan_round(r, s, rg_mine(r));
	if (r->rank + 1 < r->P)
		rg_copy(r, (struct rg_span){RG_WINDOW + r->rank, s->half, from.len}, from);
}

/* The sum of an aligned run of n ranks, a power of two: in its window if it is one, else in `to`,
 * which may be the beginning of scratch: of pairs nothing is kept there. */
static struct rg_span shared_scan_run(struct rg *r, const struct shared_scan *s, int first, int n,
                                      struct rg_span to)
{
	struct rg_group all = rg_all(r);
	struct shared_sum sum = {.group = &all, .own = to, .off = s->half};
	int kept = -1;
	for (int m = n; m > 1; m /= 2)
		kept++;
	return shared_bracket(r, &sum, first, n, kept, to);
}

/* Add the runs of ranks before this one, the shortest of which is the nearest, each to the left of
 * what there is: the own contribution, or nothing. */
static void shared_scan_add(struct rg *r, const struct shared_scan *s)
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

static int shared_scan(struct rg *r, void *frame)
{
	struct shared_scan *s = frame;
	struct rg_group all = rg_all(r);

	RG_BEGIN(r, s);
	if (!r->rank && !r->in_place && !s->exclusive)
		rg_copy(r, rg_head(RG_OUT, r->n), rg_head(RG_IN, r->n));
	for (; s->done < r->n && r->P > 1; s->done += shared_room(r)) {
		shared_scan_publish(r, s);
		shared_meet(r, &all);
		rg_wait(r, s);
		shared_scan_add(r, s);
		s->half = shared_next_half(r, s->half);
	}
	RG_END(s);
}

static int64_t shared_scan_scratch(const struct rg *r)
{
	int levels = 0;
	for (int n = 2; n <= r->rank; n *= 2)
		levels++;
	return levels * (r->n < shared_room(r) ? r->n : shared_room(r));
}
