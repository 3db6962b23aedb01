/* Ring allreduce (Patarasuk & Yuan 2009, section 4.1): the vector is cut into P blocks. In step j
 * of the first half every process sends block pos - j to its right neighbour, receives block pos -
 * j - 1 from its left neighbour, and adds its own contribution; after P - 1 steps it holds the
 * result of block pos. The second half circulates the results.
 *
 * Cost: 2 (P - 1) messages of one block, so 2 (P - 1) / P of the vector in and out of each process
 * (their Lemma 4: the least there is). Scratch: one block with MPI_IN_PLACE, else none, since a
 * partial result can land where its result will be. Each block is bracketed along the ring from its
 * own place on: the operation must commute, and all processes get the same bits.
 */
#include "parts/ring.c"
#include "ringgen/parts/ring_landings.h"

struct ring_allreduce {
	int at, step;
	struct ring circulate;
};

static int ring_allreduce(struct rg *r, void *frame)
{
	struct ring_allreduce *s = frame;

	RG_BEGIN(r, s);
	if (r->P == 1 && !r->in_place)
		rg_copy(r, rg_block(r, RG_OUT, 0), rg_block(r, RG_IN, 0));
	for (s->step = 1; s->step < r->P; s->step++) {
		rg_send(r, rg_next(r),
		        rg_block(r, s->step == 1 ? rg_mine(r) : RG_OUT, r->pos - s->step));
		rg_recv(r, rg_prev(r), ring_landing(r, r->pos - s->step - 1));
		rg_wait(r, s);
		rg_combine(r, ring_addend(r, r->pos - s->step - 1),
		           rg_block(r, RG_OUT, r->pos - s->step - 1));
	}
	rg_run(r, s, ring_circulate, &s->circulate);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_ring_allreduce = {
	.name = "ring",
	.run = ring_allreduce,
	.frame = sizeof(struct ring_allreduce),
	.scratch = ring_landing_scratch,
	.commutes = true,
	.ring = true,
	.lanes = true,
};
