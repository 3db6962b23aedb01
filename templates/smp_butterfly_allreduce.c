/* SMP-butterfly allreduce (Patarasuk & Yuan 2009, section 5): (1) reduce on each machine, to its
 * leader, along a binomial tree, (2) the butterfly between the leaders, (3) broadcast on each
 * machine.
 *
 * Cost: a leader communicates 2 (M - 1) / M of the vector with other machines, of M, in 2 lg M
 * messages (see the butterfly), and 2 ceil(lg p) messages of the whole vector with its own p ranks.
 * Scratch: the vector. The operation must commute, as ranks are taken in the order of the machines;
 * all processes get the same bits.
 */
#include "butterfly.c"
#include "tree.c"

struct smp_butterfly {
	int at;
	struct tree tree;
	struct butterfly butterfly;
};

static int smp_butterfly(struct rg *r, void *frame)
{
	struct smp_butterfly *s = frame;

	RG_BEGIN(r, s);
	s->tree.partial = partial_begin(r, tree_height(rg_machine(r)));
	s->tree.group = rg_machine(r);
	rg_run(r, s, tree_reduce, &s->tree);
	if (rg_leads(r)) {
		fold_begin(&s->butterfly.fold, rg_leaders(r));
		s->butterfly.fold.partial = s->tree.partial;
		rg_run(r, s, butterfly, &s->butterfly);
	}
	rg_run(r, s, tree_broadcast, &s->tree);
	RG_END(s);
}

static int64_t smp_butterfly_scratch(const struct rg *r)
{
	return r->n;
}

/*static*/ const struct rg_algorithm rg_smp_butterfly_allreduce = {
	.name = "smp-butterfly",
	.run = smp_butterfly,
	.frame = sizeof(struct smp_butterfly),
	.scratch = smp_butterfly_scratch,
	.commutes = true,
};
