/* Scatter on one machine, from buffer to buffer: the root lends the blocks, the others where they
 * want theirs, and all copy.
 *
 * Cost: each process copies (P - 1) / P of a block, once. No scratch.
 */
#include "ringgen/parts/lent.h"

struct lent_scatter {
	int at;
};

/* A rank's block, as the root gives it, and where that rank has it taken. */
static struct rg_span lent_scatter_given(const struct rg *r, int rank)
{
	return rg_block_of(r, rg_given_by(r->root), rank);
}

static struct rg_span lent_scatter_taken(const struct rg *r, int rank)
{
	return (struct rg_span){rg_taken_by(rank), 0, rg_block_of(r, RG_OUT, rank).len};
}

static void lent_scatter_lend(struct rg *r)
{
	bool root = r->rank == r->root;
	lent_begin(r, root ? rg_head(RG_IN, r->n) : lent_nothing(),
	           root ? lent_nothing() : rg_own(r, RG_OUT));
}

/* At the root: its own block, and a part of each other one. */
static void lent_scatter_hand_out(struct rg *r)
{
	for (int rank = 0; rank < r->P; rank++)
		if (rank != r->rank)
			rg_copy(r, lent_by_root(r, lent_scatter_taken(r, rank)),
			        lent_by_root(r, lent_scatter_given(r, rank)));
		else if (!r->in_place)
			rg_copy(r, rg_own(r, RG_OUT), rg_block_of(r, RG_IN, rank));
}

static int lent_scatter(struct rg *r, void *frame)
{
	struct lent_scatter *s = frame;

	RG_BEGIN(r, s);
	lent_scatter_lend(r);
	lent_meet_root(r);
	rg_wait(r, s);
	if (r->rank == r->root)
		lent_scatter_hand_out(r);
	else
		rg_copy(r, lent_by_other(r, lent_scatter_taken(r, r->rank)),
		        lent_by_other(r, lent_scatter_given(r, r->rank)));
	lent_meet_root(r);
	rg_wait(r, s);
	lent_end(r);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_lent_scatter = {
	.name = "lent",
	.run = lent_scatter,
	.frame = sizeof(struct lent_scatter),
	.windows = true,
	.lends = true,
	.machine = true,
	.early = true,
	.far = true,
};
