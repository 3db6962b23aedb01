/* SMP-butterfly allreduce (Patarasuk & Yuan 2009, section 5): (1) reduce on each machine, to its
 * leader, along a binomial tree, (2) the butterfly between the leaders, (3) broadcast on each
 * machine.
 *
 * Cost for M machines of p ranks: 2 ceil(lg p) messages of the whole vector inside a machine, then
 * the butterfly's for M, so 2 (M - 1) / M of the vector out of and into each machine when M is a
 * power of two. Scratch: the vector. Ranks are combined in the order of the machines, so the
 * operation must commute; all processes get the same bits.
 */
#include "parts/butterfly.c"
#include "parts/tree.c"

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
		fold_begin(&s->butterfly.fold, rg_leaders(r), rg_head(RG_OUT, r->n));
		s->butterfly.fold.partial = s->tree.partial;
		rg_run(r, s, butterfly, &s->butterfly);
	}
	rg_run(r, s, tree_broadcast, &s->tree);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_smp_butterfly_allreduce = {
	.name = "smp-butterfly",
	.run = smp_butterfly,
	.frame = sizeof(struct smp_butterfly),
	.scratch = fold_scratch,
	.commutes = true,
};
