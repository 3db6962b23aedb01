/* Factored allreduce, any P, over the positions of the ring: see factored.
 */
#include "parts/exchange.c"

struct factored_allreduce {
	int at;
	struct factored factored;
};

static int factored_allreduce(struct rg *r, void *frame)
{
	struct factored_allreduce *s = frame;
	struct fold *f = &s->factored.fold;

	RG_BEGIN(r, s);
	factored_begin(&s->factored, r, rg_everyone(r), rg_head(RG_OUT, r->n));
	f->partial = partial_begin(r, fold_paired(f));
	rg_run(r, s, factored, &s->factored);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_factored_allreduce = {
	.name = "factored",
	.run = factored_allreduce,
	.frame = sizeof(struct factored_allreduce),
	.scratch = factored_allreduce_scratch,
	.commutes = true,
	.takes = RG_PORTS,
	.tries = RG_WORDS("-1", "-2", "-3", "-7", "1", "2", "3", "7", "-1 1 1", "-3 1 3", "-7 1 7"),
};
