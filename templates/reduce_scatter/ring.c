/* Ring reduce-scatter (Patarasuk & Yuan 2009, section 4.1), for equal and unequal blocks: the first
 * half of the ring allreduce, but nothing except the own block may be written to the result, so the
 * partial results travel through scratch.
 *
 * Cost: P - 1 messages of one block. Scratch: two of the longest block, one that leaves and one
 * that arrives. The operation must commute.
 */
#include "ringgen/parts/ring_landings.h"

struct ring_reduce_scatter {
	int at, step;
	int64_t longest;
};

static int ring_reduce_scatter(struct rg *r, void *frame)
{
	struct ring_reduce_scatter *s = frame;

	RG_BEGIN(r, s);
	if (r->P == 1 && !r->in_place)
		rg_copy(r, rg_own(r, RG_OUT), rg_block(r, RG_IN, 0));
	s->longest = rg_longest(r);
	for (s->step = 1; s->step < r->P; s->step++) {
		rg_send(r, rg_next(r),
		        s->step == 1 ? rg_block(r, rg_mine(r), r->pos - 1)
		                     : ring_partial(r, s->longest, s->step - 1));
		rg_recv(r, rg_prev(r), ring_partial(r, s->longest, s->step));
		rg_wait(r, s);
		rg_combine(r, rg_block(r, rg_mine(r), r->pos - s->step - 1),
		           ring_partial(r, s->longest, s->step));
	}
	if (r->in_place && r->P > 1) {
		/* RG_OUT still holds the contribution, whose place the result takes: in that of
		 * another block, perhaps, which another lane still needs. */
		if (rg_in_lanes(r)) {
			rg_join(r);
			rg_wait(r, s);
		}
		rg_copy(r, rg_own(r, RG_OUT), ring_partial(r, s->longest, r->P - 1));
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_ring_reduce_scatter = {
	.name = "ring",
	.run = ring_reduce_scatter,
	.frame = sizeof(struct ring_reduce_scatter),
	.scratch = ring_reduce_scatter_scratch,
	.commutes = true,
	.ring = true,
	.lanes = true,
};
