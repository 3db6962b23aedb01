/* Neighbour exchange allgather (Chen, Zhang, Zhang & Yuan, Performance evaluation of allgather
 * algorithms on terascale Linux cluster with Fast Ethernet, 2005), any P, for equal and unequal
 * blocks, over the ring: neighbours exchange their blocks, and then each exchanges, with its
 * neighbours in turn, the two blocks that it got last. Half as many steps as a ring, with twice as
 * much in each. When P is odd, the last process takes part through the one before it, which passes
 * on to it all that it gets.
 *
 * Cost: P / 2 messages out of and into each process, (P - 1) / P of the vector; of an odd P twice
 * as much out of one. On a ring that is free of contention a step has at most two messages on a
 * link's direction: those of two pairs that pass a switch with an even number of processes behind
 * it. Nothing is copied if the blocks stand in RG_OUT in the order of the ring and without gaps;
 * else the vector is put together in scratch, and copied from there.
 */
#include "ringgen/parts/neighbour_pairs.h"

static int neighbour_allgather(struct rg *r, void *frame)
{
	struct neighbour_allgather *s = frame;

	RG_BEGIN(r, s);
	s->apart = ring_vector_apart(r);
	ring_vector_begin(r, s->apart);
	if (neighbour_third(r)) {
		rg_send(r, r->order[r->P - 2], ring_vector_part(r, s->apart, r->pos, r->P));
		rg_wait(r, s);
	}
	if (neighbour_tells(r)) {
		rg_recv(r, r->order[r->P - 1], ring_vector_part(r, s->apart, r->P - 1, r->P));
		rg_wait(r, s);
	}
	for (s->step = 0; s->step < neighbour_pairs(r); s->step++) {
		if (neighbour_third(r))
			rg_recv(r, r->order[r->P - 2], neighbour_told(r, s));
		else
			neighbour_exchange(r, s, neighbour_partner(r, r->pos, s->step));
		rg_wait(r, s);
		if (neighbour_tells(r))
			rg_send(r, r->order[r->P - 1], neighbour_told(r, s));
	}
	if (neighbour_tells(r)) {
		rg_wait(r, s);
	}
	ring_vector_deliver(r, s->apart);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_neighbour_allgather = {
	.name = "neighbour",
	.run = neighbour_allgather,
	.frame = sizeof(struct neighbour_allgather),
	.scratch = ring_vector_scratch,
	.lanes = true,
};
