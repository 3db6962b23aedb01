/* Bine butterfly allreduce (De Sensi and others 2025; see ringgen/parts/bine.h), any P, over the
 * positions of the ring: a reduce-scatter by halving, from the nearest partners, with half of the
 * vector, to the farthest ones, with one block; then an allgather by doubling, the same way back.
 * Partners are nearer than the butterfly's. Blocks are the slots', in their order, so nothing has
 * to be put in order. In lanes, near links carry one while far ones carry another. When P is no
 * power of two, the rest is folded first (fold_before).
 *
 * Cost: as the butterfly has it: 2 lg P messages, 2 (P - 1) / P of the vector out of and into each
 * process; two messages of the whole vector more when P is no power of two. Scratch: the vector.
 * The operation must commute; each block is added up in one place, so all processes get the same
 * bits.
 */
#include "parts/fold.c"
#include "ringgen/parts/bine.h"

struct bine_allreduce {
	int at, step;
	struct fold fold;
};

static int bine_allreduce(struct rg *r, void *frame)
{
	struct bine_allreduce *s = frame;
	struct fold *f = &s->fold;

	RG_BEGIN(r, s);
	fold_begin(f, rg_everyone(r), rg_slice(r, RG_OUT, 0, r->n));
	/* What comes may be on either side: to the right, where no copy is needed. */
	f->partial = partial_begin(r, bine_steps(f->workers) + fold_paired(f));
	f->partial.ahead = f->all.off;
	rg_run(r, s, fold_before, f);
	if (f->worker >= 0) {
		for (s->step = 0; s->step < bine_steps(f->workers); s->step++) {
			bine_swap(r, f, s->step);
			rg_wait(r, s);
			partial_add(r, &f->partial, bine_part(f, f->worker, s->step + 1), true);
		}
		partial_end(r, &f->partial, bine_part(f, f->worker, s->step));
		for (s->step--; s->step >= 0; s->step--) {
			bine_gather(r, f, s->step);
			rg_wait(r, s);
		}
	}
	rg_run(r, s, fold_after, f);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_bine_allreduce = {
	.name = "bine",
	.run = bine_allreduce,
	.frame = sizeof(struct bine_allreduce),
	.scratch = bine_allreduce_scratch,
	.commutes = true,
	.lanes = true,
};
