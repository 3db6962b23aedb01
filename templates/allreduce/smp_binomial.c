/* SMP-binomial allreduce (Patarasuk & Yuan 2009, section 5, after Tipparaju, Nieplocha & Panda
 * 2003): (1) reduce on each machine, to its leader, (2) reduce between the leaders, (3) broadcast
 * between the leaders, (4) broadcast on each machine, all along binomial trees.
 *
 * Cost for M machines of p ranks: 2 ceil(lg p) + 2 ceil(lg M) steps, each with one message of the
 * whole vector; the first leader takes part in all of them. Scratch: the vector. Ranks are combined
 * in the order of the machines, so the operation must commute; all processes get the same bits.
 */
#include "parts/tree.c"

struct smp_binomial {
	int at;
	struct tree tree;
};

static int smp_binomial(struct rg *r, void *frame)
{
	struct smp_binomial *s = frame;

	RG_BEGIN(r, s);
	s->tree.partial = partial_begin(r, tree_height(rg_machine(r)) + tree_height(rg_leaders(r)));
	s->tree.group = rg_machine(r);
	rg_run(r, s, tree_reduce, &s->tree);
	if (rg_leads(r)) {
		s->tree.group = rg_leaders(r);
		rg_run(r, s, tree_reduce, &s->tree);
		if (r->run[RG_ON_MACHINE] == 0)
			partial_end(r, &s->tree.partial, rg_head(RG_OUT, r->n));
		rg_run(r, s, tree_broadcast, &s->tree);
	}
	s->tree.group = rg_machine(r);
	rg_run(r, s, tree_broadcast, &s->tree);
	RG_END(s);
}

static int64_t smp_binomial_scratch(const struct rg *r)
{
	return r->n;
}

/*static*/ const struct rg_algorithm rg_smp_binomial_allreduce = {
	.name = "smp-binomial",
	.run = smp_binomial,
	.frame = sizeof(struct smp_binomial),
	.scratch = smp_binomial_scratch,
	.commutes = true,
};
