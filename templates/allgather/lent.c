/* Allgather on one machine, from buffer to buffer: each lends its block, and copies those of all
 * others.
 *
 * Cost: each process copies P - 1 blocks, once. No scratch.
 */
#include "ringgen/parts/lent.h"

struct lent_allgather {
	int at;
};

static struct rg_span lent_allgather_own(const struct rg *r)
{
	return r->in_place ? rg_block_of(r, RG_OUT, r->rank) : rg_own(r, RG_IN);
}

/* Each begins with the one behind it, so that not all read from one at a time. */
static void lent_allgather_collect(struct rg *r)
{
	struct rg_group all = rg_everyone(r);

	for (int i = 1; i < all.n; i++) {
		int rank = rg_member(&all, (all.me + i) % all.n);
		struct rg_span block = rg_block_of(r, RG_OUT, rank);
		rg_copy(r, block, (struct rg_span){rg_given_by(rank), 0, block.len});
	}
}

static int lent_allgather(struct rg *r, void *frame)
{
	struct lent_allgather *s = frame;
	struct rg_group all = rg_everyone(r);

	RG_BEGIN(r, s);
	lent_begin(r, lent_allgather_own(r), lent_nothing());
	shared_meet(r, &all);
	if (!r->in_place)
		rg_copy(r, rg_block_of(r, RG_OUT, r->rank), rg_own(r, RG_IN));
	rg_wait(r, s);
	lent_allgather_collect(r);
	shared_meet(r, &all);
	rg_wait(r, s);
	lent_end(r);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_lent_allgather = {
	.name = "lent",
	.run = lent_allgather,
	.frame = sizeof(struct lent_allgather),
	.windows = true,
	.lends = true,
	.machine = true,
	.far = true,
};
