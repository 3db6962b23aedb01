/* Recursive doubling allreduce (Thakur & Gropp 2003; Thakur, Rabenseifner & Gropp 2005): in step j
 * every process exchanges its whole partial result with the one whose number differs in bit j, so
 * that after lg P steps each has the sum of all. When P is no power of two, the rest is folded
 * first (fold_before).
 *
 * Cost: lg P messages of the whole vector out of and into each process, and as many combinations of
 * it; two messages more when P is no power of two. The fewest steps, so for short vectors. Scratch:
 * the vector. Processes are numbered along the ring, or by rank where the order of the operands
 * matters, and combined in that order, in the same way everywhere: the operation need not commute,
 * and all processes get the same bits.
 */
#include "parts/fold.c"
#include "ringgen/parts/fold.h"

struct recursive_doubling {
	int at, bit;
	struct fold fold;
};

static int recursive_doubling(struct rg *r, void *frame)
{
	struct recursive_doubling *s = frame;
	struct fold *f = &s->fold;
	struct rg_span all = rg_head(RG_OUT, r->n);

	RG_BEGIN(r, s);
	fold_begin(f, rg_everyone(r), all);
	f->partial = partial_begin(r, recursive_doubling_turns(f));
	rg_run(r, s, fold_before, f);
	if (f->worker >= 0) {
		for (s->bit = 1; s->bit < f->workers; s->bit *= 2) {
			partial_swap(r, &f->partial, fold_worker(f, f->worker ^ s->bit), all, all);
			rg_wait(r, s);
			partial_add(r, &f->partial, all, !(f->worker & s->bit));
		}
		partial_end(r, &f->partial, all);
	}
	rg_run(r, s, fold_after, f);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_recursive_doubling_allreduce = {
	.name = "recursive-doubling",
	.run = recursive_doubling,
	.frame = sizeof(struct recursive_doubling),
	.scratch = fold_scratch,
};
