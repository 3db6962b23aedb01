/* Reduce-scatter on one machine, from buffer to buffer: each lends its vector and adds up its own
 * block of all vectors.
 *
 * Cost: each process reads P - 1 blocks, and combines as many. Scratch: lg P pieces of a block, and
 * the block with MPI_IN_PLACE, since others may still read what it overwrites. Ranks are combined
 * in the brackets of recursive doubling: the operation need not commute.
 */
#include "ringgen/parts/lent_sums.h"

struct lent_reduce_scatter {
	int at;
};

/* Where the sums go meanwhile. */
static struct rg_span lent_reduce_scatter_sums(const struct rg *r)
{
	struct rg_span own = rg_own(r, RG_OUT);
	return r->in_place ? (struct rg_span){RG_TMP, lent_kept(r), own.len} : own;
}

static void lent_reduce_scatter_add(struct rg *r)
{
	struct rg_span block = rg_block_of(r, RG_OUT, r->rank);

	for (int64_t done = 0; done < block.len; done += lent_piece_most(r))
		lent_add(r, block.off + done,
		         shared_piece(lent_reduce_scatter_sums(r), done, lent_piece_most(r)));
}

static int lent_reduce_scatter(struct rg *r, void *frame)
{
	struct lent_reduce_scatter *s = frame;
	struct rg_group all = rg_everyone(r);

	RG_BEGIN(r, s);
	if (r->P == 1 && !r->in_place)
		rg_copy(r, rg_own(r, RG_OUT), rg_own(r, RG_IN));
	lent_begin(r, rg_head(rg_mine(r), r->n), lent_nothing());
	shared_meet(r, &all);
	rg_wait(r, s);
	if (r->P > 1)
		lent_reduce_scatter_add(r);
	shared_meet(r, &all);
	rg_wait(r, s);
	lent_end(r);
	if (r->P > 1 && r->in_place)
		rg_copy(r, rg_own(r, RG_OUT), lent_reduce_scatter_sums(r));
	RG_END(s);
}

static int64_t lent_reduce_scatter_scratch(const struct rg *r)
{
	if (r->P == 1)
		return 0;
	return lent_kept(r) + (r->in_place ? rg_own(r, RG_OUT).len : 0);
}

/*static*/ const struct rg_algorithm rg_lent_reduce_scatter = {
	.name = "lent",
	.run = lent_reduce_scatter,
	.frame = sizeof(struct lent_reduce_scatter),
	.scratch = lent_reduce_scatter_scratch,
	.windows = true,
	.lends = true,
	.machine = true,
	.far = true,
};
