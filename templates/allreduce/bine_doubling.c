/* Allreduce by doubling with the partners of Bine butterflies (De Sensi and others 2025; see struct
 * workers and ringgen/parts/bine.h), any P, over the positions of the ring: in each step every
 * process exchanges its whole partial result with another one, the farthest first, so that those
 * who have exchanged always have the same. Partners are nearer than those of recursive doubling: of
 * w workers w / 3 places away in the farthest step, not w / 2. When P is no power of two, the rest
 * is folded first (fold_before).
 *
 * Cost: as recursive doubling has it: lg P messages of the whole vector out of and into each
 * process, and as many combinations of it; two messages more when P is no power of two. Scratch:
 * the vector. The operation must commute; all processes get the same bits, the order of slots
 * decides what is to the left.
 */
#include "parts/fold.c"
#include "ringgen/parts/bine.h"

struct bine_doubling {
	int at, step;
	struct fold fold;
};

static int bine_doubling(struct rg *r, void *frame)
{
	struct bine_doubling *s = frame;
	struct fold *f = &s->fold;
	struct rg_span all = rg_head(RG_OUT, r->n);

	RG_BEGIN(r, s);
	fold_begin(f, rg_everyone(r), all);
	f->partial = partial_begin(r, bine_doubling_turns(f));
	rg_run(r, s, fold_before, f);
	if (f->worker >= 0) {
		for (s->step = bine_steps(f->workers) - 1; s->step >= 0; s->step--) {
			partial_swap(r, &f->partial,
			             fold_worker(f, bine_partner(f->workers, f->worker, s->step)),
			             all, all);
			rg_wait(r, s);
			partial_add(r, &f->partial, all, bine_doubling_right(f, s->step));
		}
		partial_end(r, &f->partial, all);
	}
	rg_run(r, s, fold_after, f);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_bine_doubling_allreduce = {
	.name = "bine-doubling",
	.run = bine_doubling,
	.frame = sizeof(struct bine_doubling),
	.scratch = fold_scratch,
	.commutes = true,
};
