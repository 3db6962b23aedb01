/* Gather along the ring, up to the root: each process sends its own block to the next one, then the
 * blocks that come from those before it, the nearest first: a pipeline of blocks.
 *
 * Cost: the process before the root sends P - 1 blocks, the others fewer, each link of a ring that
 * is proved carries them in one direction only; P - 1 steps. Scratch: two of the longest block,
 * none at the root.
 */
#include "ringgen/parts/ring_landings.h"

struct ring_gather {
	int at, step;
	int place; /* of this process, as seen from the root, which is at 0 */
};

static int ring_gather(struct rg *r, void *frame)
{
	struct ring_gather *s = frame;

	RG_BEGIN(r, s);
	s->place = rg_at(r, r->pos - r->root_pos);
	if (!s->place) {
		for (s->step = 0; s->step < r->P - 1; s->step++)
			rg_recv(r, rg_prev(r), ring_gather_landing(r, s->step));
		if (!r->in_place)
			rg_copy(r, rg_block(r, RG_OUT, r->pos), rg_own(r, RG_IN));
		rg_wait(r, s);
	}
	for (s->step = 0; s->step < s->place; s->step++) {
		rg_send(r, rg_next(r),
		        s->step ? ring_gather_landing(r, s->step - 1) : rg_own(r, RG_IN));
		if (s->step < s->place - 1)
			rg_recv(r, rg_prev(r), ring_gather_landing(r, s->step));
		rg_wait(r, s);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_ring_gather = {
	.name = "ring",
	.run = ring_gather,
	.frame = sizeof(struct ring_gather),
	.scratch = ring_rooted_scratch,
	.ring = true,
	.lanes = true,
};
