/* Scatter along the ring, from the root on: it sends the next process all other blocks, that of the
 * farthest process first; each passes on what comes, but for the last block, which is its own: a
 * pipeline of blocks.
 *
 * Cost: the root sends P - 1 blocks, the others fewer, each link of a ring that is proved carries
 * them in one direction only; P - 1 steps. Scratch: two of the longest block, none at the root.
 */
#include "ringgen/parts/ring_landings.h"

struct ring_scatter {
	int at, step;
	int behind; /* processes behind this one, up to the one before the root */
};

static int ring_scatter(struct rg *r, void *frame)
{
	struct ring_scatter *s = frame;

	RG_BEGIN(r, s);
	s->behind = rg_at(r, r->root_pos - 1 - r->pos);
	if (r->rank == r->root) {
		for (s->step = 0; s->step < s->behind; s->step++)
			rg_send(r, rg_next(r), ring_scatter_block(r, s->step));
		if (!r->in_place)
			rg_copy(r, rg_own(r, RG_OUT), rg_block(r, RG_IN, r->pos));
		rg_wait(r, s);
	} else {
		for (s->step = 0; s->step <= s->behind; s->step++) {
			if (s->step)
				rg_send(r, rg_next(r), ring_scatter_block(r, s->step - 1));
			rg_recv(r, rg_prev(r),
			        s->step < s->behind ? ring_scatter_block(r, s->step)
			                            : rg_own(r, RG_OUT));
			rg_wait(r, s);
		}
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_ring_scatter = {
	.name = "ring",
	.run = ring_scatter,
	.frame = sizeof(struct ring_scatter),
	.scratch = ring_rooted_scratch,
	.ring = true,
	.lanes = true,
};
