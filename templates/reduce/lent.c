/* Reduce on one machine, from buffer to buffer: each lends its vector, adds up a share of all
 * vectors and writes the sums to the root.
 *
 * Cost: each process reads (P - 1) / P of the vector, combines as much, and writes a P-th of it.
 * Scratch and brackets: those of allreduce/lent.c. The operation need not commute.
 */
#include "ringgen/parts/lent_sums.h"

struct lent_reduce {
	int at;
};

static int lent_reduce(struct rg *r, void *frame)
{
	struct lent_reduce *s = frame;
	struct rg_group all = rg_everyone(r);

	RG_BEGIN(r, s);
	if (r->P == 1 && !r->in_place)
		rg_copy(r, rg_head(RG_OUT, r->n), rg_head(RG_IN, r->n));
	lent_begin(r, rg_head(rg_mine(r), r->n),
	           r->rank == r->root ? rg_head(RG_OUT, r->n) : lent_nothing());
	shared_meet(r, &all);
	rg_wait(r, s);
	if (r->P > 1)
		lent_add_share(r, r->root);
	shared_meet(r, &all);
	rg_wait(r, s);
	lent_end(r);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_lent_reduce = {
	.name = "lent",
	.run = lent_reduce,
	.frame = sizeof(struct lent_reduce),
	.scratch = lent_share_scratch,
	.windows = true,
	.lends = true,
	.machine = true,
	.far = true,
};
