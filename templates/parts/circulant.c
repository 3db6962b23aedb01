/* The circulant reduce-scatter and allgather (Traeff 2024), any P, over the positions of the ring.
 * Each process has a vector in scratch: the blocks of all processes, its own first, then those
 * behind it in the ring. In each round of the reduce-scatter it has to do with the first k of them,
 * P at first: the last half of these, floor(k / 2), it gives to the process ceil(k / 2) places
 * behind, for which they are the first ones, and so it gets what to add to its own first ones. The
 * allgather goes the same way back.
 *
 * Cost: ceil(lg P) messages, P - 1 blocks out of and into each process, for any P, which is the
 * least there is of both. What is sent in the first round is copied, half of the vector; what is
 * kept of the contribution is added where it stands. These are blocks that go around the vector's
 * end: two copies. The blocks of ranks are in memory as the ranks are, each in slices if there are
 * several lanes: where places are other than ranks, or in lanes, each block is a copy, and a
 * combination, of its own. Scratch: the vector, and where blocks are unequal perhaps what comes in
 * the second round. The operation must commute; each block is added up in one place.
 *
 * The reduce-scatter goes from the own contribution to the own block of the sum, which begins
 * RG_TMP. With one process that has nothing.
 */
#pragma once
#include "ringgen/parts/circulant.h"

static int circulant_scatter(struct rg *r, void *frame)
{
	struct circulant *s = frame;

	RG_BEGIN(r, s);
	circulant_blocks(r, s, CIRCULANT_IN, rg_mine(r), circulant_left(r, 1),
	                 circulant_travel(r, 0));
	for (s->round = 0; circulant_left(r, s->round) > 1; s->round++) {
		rg_send(r, circulant_peer(r, circulant_left(r, s->round + 1), false),
		        circulant_part(r, s, circulant_left(r, s->round + 1),
		                       circulant_travel(r, s->round)));
		rg_recv(r, circulant_peer(r, circulant_left(r, s->round + 1), true),
		        circulant_landing(r, s, s->round));
		rg_wait(r, s);
		circulant_add(r, s, s->round);
	}
	RG_END(s);
}

/* The allgather of the circulant exchange: from the own block at the beginning of RG_TMP to all of
 * them, the rounds of the reduce-scatter backwards.
 */
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
