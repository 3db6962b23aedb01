/* Bine butterfly allgather (De Sensi and others 2025; see ringgen/parts/bine.h), any P, for equal
 * and unequal blocks, over the positions of the ring: recursive doubling, from the farthest
 * partners, with one block, to the nearest ones, with half of the vector. The vector is put
 * together in scratch, in the order of slots, and copied from there.
 *
 * Cost for w workers, the largest power of two that is not above P: lg w messages, (w - 1) / w of
 * the vector out of and into each; when P is no power of two, a message of a block before and one
 * of the whole vector after that, for the pairs of the fold. Scratch: the vector.
 */
#include "ringgen/parts/bine.h"

static int bine_allgather(struct rg *r, void *frame)
{
	struct bine_allgather *s = frame;
	struct rg_span own = r->in_place ? rg_block(r, RG_OUT, r->pos) : rg_own(r, RG_IN);

	RG_BEGIN(r, s);
	s->w = workers_of(rg_everyone(r));
	if (s->w.me < 0) {
		rg_send(r, workers_twin(&s->w), own);
		rg_wait(r, s);
		rg_recv(r, workers_twin(&s->w), bine_vector(r, &s->w));
		rg_wait(r, s);
	} else {
		s->run = bine_allgather_slot(r, &s->w);
		rg_copy(r, bine_block(r, &s->w, s->w.me, s->run, false), own);
		if (workers_twin(&s->w) >= 0) {
			rg_recv(r, workers_twin(&s->w),
			        bine_block(r, &s->w, s->w.me, s->run, true));
			rg_wait(r, s);
		}
		for (s->step = bine_steps(s->w.n) - 1; s->step >= 0; s->step--) {
			rg_send(r, bine_allgather_peer(s), s->run);
			rg_recv(r, bine_allgather_peer(s), bine_sibling(r, &s->w, s->run, s->step));
			rg_wait(r, s);
			bine_allgather_join(r, s);
		}
		if (workers_twin(&s->w) >= 0) {
			rg_send(r, workers_twin(&s->w), s->run);
			rg_wait(r, s);
		}
	}
	bine_arrange(r, &s->w, RG_OUT, true);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_bine_allgather = {
	.name = "bine",
	.run = bine_allgather,
	.frame = sizeof(struct bine_allgather),
	.scratch = bine_allgather_scratch,
	.lanes = true,
};
