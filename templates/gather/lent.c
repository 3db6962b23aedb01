/* Gather on one machine, from buffer to buffer: the root lends where it wants the blocks, the
 * others their blocks, and all copy.
 *
 * Cost: each process copies (P - 1) / P of a block, once. No scratch.
 */
#include "ringgen/parts/lent.h"

struct lent_gather {
	int at;
};

/* A rank's block, as it gives it, and where the root has it taken. */
static struct rg_span lent_gather_given(const struct rg *r, int rank)
{
	return (struct rg_span){rg_given_by(rank), 0, rg_block_of(r, RG_IN, rank).len};
}

static struct rg_span lent_gather_taken(const struct rg *r, int rank)
{
	return rg_block_of(r, rg_taken_by(r->root), rank);
}

static void lent_gather_lend(struct rg *r)
{
	bool root = r->rank == r->root;
	lent_begin(r, root ? lent_nothing() : rg_own(r, RG_IN),
	           root ? rg_head(RG_OUT, r->n) : lent_nothing());
}

/* At the root: its own block, and a part of each other one. */
static void lent_gather_collect(struct rg *r)
{
	for (int rank = 0; rank < r->P; rank++)
		if (rank != r->rank)
			rg_copy(r, lent_by_root(r, lent_gather_taken(r, rank)),
			        lent_by_root(r, lent_gather_given(r, rank)));
		else if (!r->in_place)
			rg_copy(r, r->P > 1 ? lent_gather_taken(r, rank) : rg_own(r, RG_OUT),
			        rg_own(r, RG_IN));
}

static int lent_gather(struct rg *r, void *frame)
{
	struct lent_gather *s = frame;

	RG_BEGIN(r, s);
	lent_gather_lend(r);
	lent_meet_root(r);
	rg_wait(r, s);
	if (r->rank == r->root)
		lent_gather_collect(r);
	else
		rg_copy(r, lent_by_other(r, lent_gather_taken(r, r->rank)),
		        lent_by_other(r, lent_gather_given(r, r->rank)));
	lent_meet_root(r);
	rg_wait(r, s);
	lent_end(r);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_lent_gather = {
	.name = "lent",
	.run = lent_gather,
	.frame = sizeof(struct lent_gather),
	.windows = true,
	.lends = true,
	.machine = true,
	.early = true,
	.far = true,
};
