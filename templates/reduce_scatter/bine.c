/* Bine butterfly reduce-scatter (De Sensi and others 2025; see ringgen/parts/bine.h), any P, for
 * equal and unequal blocks, over the positions of the ring: recursive halving, from the nearest
 * partners, with half of the vector, to the farthest ones, with one block, w / 3 places away and
 * not w / 2. The blocks that a worker has to do with are no neighbours in memory, so all are put in
 * the order of slots first, which is a copy of the vector, block by block.
 *
 * Cost for w workers, the largest power of two that is not above P: lg w messages, (w - 1) / w of
 * the vector out of and into each; when P is no power of two, a message of the whole vector before
 * and one of a block after that, for the pairs of the fold. Scratch: two vectors. The operation
 * must commute.
 */
#include "ringgen/parts/bine.h"

static int bine_scatter(struct rg *r, void *frame)
{
	struct bine_scatter *s = frame;

	RG_BEGIN(r, s);
	bine_scatter_begin(r, s);
	if (s->w.me < 0) {
		rg_send(r, workers_twin(&s->w), s->run);
		rg_wait(r, s);
	} else if (workers_twin(&s->w) >= 0) {
		rg_recv(r, workers_twin(&s->w), bine_scatter_landing(s, s->run));
		rg_wait(r, s);
		bine_scatter_add(r, s, s->run);
	}
	for (s->step = 0; s->w.me >= 0 && s->step < bine_steps(s->w.n); s->step++) {
		rg_send(r, bine_scatter_peer(s), bine_scatter_half(r, s, true));
		rg_recv(r, bine_scatter_peer(s),
		        bine_scatter_landing(s, bine_scatter_half(r, s, false)));
		rg_wait(r, s);
		bine_scatter_add(r, s, bine_scatter_half(r, s, false));
	}
	if (r->in_place && rg_in_lanes(r)) {
		/* The result takes the place of a contribution, which another lane may still need.
		 */
		rg_join(r);
		rg_wait(r, s);
	}
	if (s->w.me >= 0)
		rg_copy(r, rg_own(r, RG_OUT), bine_block(r, &s->w, s->w.me, s->run, false));
	if (workers_twin(&s->w) >= 0) {
		if (s->w.me < 0)
			rg_recv(r, workers_twin(&s->w), rg_own(r, RG_OUT));
		else
			rg_send(r, workers_twin(&s->w),
			        bine_block(r, &s->w, s->w.me, s->run, true));
		rg_wait(r, s);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_bine_reduce_scatter = {
	.name = "bine",
	.run = bine_scatter,
	.frame = sizeof(struct bine_scatter),
	.scratch = bine_scatter_scratch,
	.commutes = true,
	.lanes = true,
};
