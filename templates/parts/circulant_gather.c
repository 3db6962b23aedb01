/* The allgather of the circulant exchange: from the own block at the beginning of RG_TMP to all of
 * them, the rounds of the reduce-scatter backwards.
 */
#pragma once
#include "parts/circulant.c"

static int circulant_rounds(const struct rg *r)
{
	int rounds = 0;

	while (circulant_left(r, rounds) > 1)
		rounds++;
	return rounds;
}

static int circulant_gather(struct rg *r, void *frame)
{
	struct circulant *s = frame;

	RG_BEGIN(r, s);
	for (s->round = circulant_rounds(r) - 1; s->round >= 0; s->round--) {
		rg_send(r, circulant_peer(r, circulant_left(r, s->round + 1), true),
		        circulant_part(r, s, 0, circulant_travel(r, s->round)));
		rg_recv(r, circulant_peer(r, circulant_left(r, s->round + 1), false),
		        circulant_part(r, s, circulant_left(r, s->round + 1),
		                       circulant_travel(r, s->round)));
		rg_wait(r, s);
	}
	RG_END(s);
}
