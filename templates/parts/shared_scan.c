/* Prefix sums on one machine, through windows, by rank: each publishes its vector, and adds up
 * those of the ranks before it.
 *
 * Cost: each process but the last writes its vector to its window, and reads those of all ranks
 * before it: in rounds, as by shared.h, of which each waits for no more than it needs.
 * Scratch: lg P times a round's elements. Ranks are combined in the brackets of recursive doubling
 * (scan_doubling.c): the operation need not commute.
 */
#pragma once
#include "ringgen/parts/shared_scan.h"

static int shared_scan(struct rg *r, void *frame)
{
	struct shared_scan *s = frame;

	RG_BEGIN(r, s);
	s->ring = shared_ring_of(r, r->n, shared_pipe_short(r, r->n), 1);
	if (!r->rank && !r->in_place && !s->exclusive)
		rg_copy(r, rg_head(RG_OUT, r->n), rg_head(RG_IN, r->n));
	for (; s->k < s->ring.rounds && r->P > 1; s->k++) {
		if (shared_ring_again(&s->ring, s->k)) {
			shared_scan_await(r, false);
			rg_wait(r, s);
		}
		shared_scan_publish(r, s);
		shared_scan_notify(r, false);
		shared_scan_await(r, true);
		rg_wait(r, s);
		shared_scan_add(r, s);
		if (shared_ring_again(&s->ring, s->k + s->ring.slots))
			shared_scan_notify(r, true);
	}
	RG_END(s);
}

static int64_t shared_scan_scratch(const struct rg *r)
{
	int levels = 0;
	for (int n = 2; n <= r->rank; n *= 2)
		levels++;
	return levels * shared_pipe_short(r, r->n);
}
