/* Pairwise exchange (Thakur & Gropp 2003, section 4.3), any P, for equal and unequal blocks: in
 * step j every process sends its contribution to the block of the process j behind it in the ring,
 * and receives from the one j before it what that has for its own block. Nothing is passed on.
 *
 * Cost: P - 1 messages of one block. Scratch: a message, and the result with MPI_IN_PLACE; all P
 * contributions to the own block when ranks have to be combined in their order, which they are
 * then, in the way of the allreduce (see ringgen/parts/fold.h).
 */
#include "ringgen/parts/pairwise_landing.h"

struct pairwise {
	int at, step;
};

static int pairwise(struct rg *r, void *frame)
{
	struct pairwise *s = frame;

	RG_BEGIN(r, s);
	if (r->ordered)
		rg_copy(r, pairwise_landing(r, 0), rg_block(r, rg_mine(r), r->pos));
	else if (r->P == 1 && !r->in_place)
		rg_copy(r, rg_own(r, RG_OUT), rg_block(r, RG_IN, r->pos));
	for (s->step = 1; s->step < r->P; s->step++) {
		rg_send(r, r->order[rg_at(r, r->pos + s->step)],
		        rg_block(r, rg_mine(r), r->pos + s->step));
		rg_recv(r, r->order[rg_at(r, r->pos - s->step)], pairwise_landing(r, s->step));
		rg_wait(r, s);
		if (!r->ordered)
			rg_combine_to(r, pairwise_sum(r), pairwise_landing(r, s->step),
			              s->step == 1 ? rg_block(r, rg_mine(r), r->pos)
			                           : pairwise_sum(r));
	}
	if (r->ordered)
		bracket(r, rg_own(r, RG_TMP).len, 0, pairwise_sum(r));
	if (r->in_place && (r->ordered || r->P > 1)) {
		/* The place of the result is that of a contribution, perhaps one that another lane
		 * still sends. */
		if (rg_in_lanes(r)) {
			rg_join(r);
			rg_wait(r, s);
		}
		rg_copy(r, rg_own(r, RG_OUT), pairwise_sum(r));
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_pairwise_reduce_scatter = {
	.name = "pairwise",
	.run = pairwise,
	.frame = sizeof(struct pairwise),
	.scratch = pairwise_scratch,
	.lanes = true,
};
