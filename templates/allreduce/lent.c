/* Allreduce on one machine, from buffer to buffer: each lends its vector, adds up a share of all
 * vectors and writes the sums to all.
 *
 * Cost: each process reads (P - 1) / P of the vector, combines as much, and writes as much.
 * Scratch: lg P pieces of a vector, see lent_sums.h. Ranks are combined in the brackets of
 * recursive doubling, everywhere the same: the operation need not commute, and all processes get
 * the same bits.
 */
#include "ringgen/parts/lent_sums.h"

struct lent_allreduce {
	int at;
};

static int lent_allreduce(struct rg *r, void *frame)
{
	struct lent_allreduce *s = frame;
	struct rg_group all = rg_everyone(r);

	RG_BEGIN(r, s);
	if (r->P == 1 && !r->in_place)
		rg_copy(r, rg_head(RG_OUT, r->n), rg_head(RG_IN, r->n));
	lent_begin(r, rg_head(rg_mine(r), r->n), rg_head(RG_OUT, r->n));
	shared_meet(r, &all);
	rg_wait(r, s);
	if (r->P > 1)
		lent_add_share(r, -1);
	shared_meet(r, &all);
	rg_wait(r, s);
	lent_end(r);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_lent_allreduce = {
	.name = "lent",
	.run = lent_allreduce,
	.frame = sizeof(struct lent_allreduce),
	.scratch = lent_share_scratch,
	.windows = true,
	.lends = true,
	.machine = true,
	.far = true,
};
