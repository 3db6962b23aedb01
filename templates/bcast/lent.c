/* Broadcast on one machine, from buffer to buffer: the root lends the vector, the others
 * where they want it, and all copy.
 *
 * Cost: each process copies (P - 1) / P of the vector, once. No scratch.
 */
#include "ringgen/parts/lent.h"

struct lent_bcast {
	int at;
};

static struct rg_span lent_bcast_given(const struct rg *r)
{
	return (struct rg_span){rg_given_by(r->root), 0, r->n};
}

static struct rg_span lent_bcast_taken(const struct rg *r, int rank)
{
	return (struct rg_span){rg_taken_by(rank), 0, r->n};
}

static void lent_bcast_lend(struct rg *r)
{
	bool root = r->rank == r->root;
	lent_begin(r, root ? rg_head(RG_OUT, r->n) : lent_nothing(),
	           root ? lent_nothing() : rg_head(RG_OUT, r->n));
}

static void lent_bcast_copy(struct rg *r)
{
	if (r->rank != r->root) {
		rg_copy(r, lent_by_other(r, lent_bcast_taken(r, r->rank)),
		        lent_by_other(r, lent_bcast_given(r)));
		return;
	}
	for (int rank = 0; rank < r->P; rank++)
		if (rank != r->root)
			rg_copy(r, lent_by_root(r, lent_bcast_taken(r, rank)),
			        lent_by_root(r, lent_bcast_given(r)));
}

static int lent_bcast(struct rg *r, void *frame)
{
	struct lent_bcast *s = frame;

	RG_BEGIN(r, s);
	lent_bcast_lend(r);
	lent_meet_root(r);
	rg_wait(r, s);
	lent_bcast_copy(r);
	lent_meet_root(r);
	rg_wait(r, s);
	lent_end(r);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_lent_bcast = {
	.name = "lent",
	.run = lent_bcast,
	.frame = sizeof(struct lent_bcast),
	.windows = true,
	.lends = true,
	.machine = true,
	.early = true,
	.far = true,
};
