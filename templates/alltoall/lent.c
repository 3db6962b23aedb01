/* Alltoall on one machine, from buffer to buffer: each lends its blocks, and copies those that are
 * for it.
 *
 * Cost: each process copies P - 1 blocks, once. Scratch: none; with MPI_IN_PLACE the vector, since
 * others may still read what comes would overwrite.
 */
#include "ringgen/parts/each.h"
#include "ringgen/parts/lent.h"

struct lent_alltoall {
	int at;
};

/* Each begins with the one behind it, so that not all read from one at a time. */
static void lent_alltoall_collect(struct rg *r)
{
	for (int i = 1; i < r->P; i++) {
		int pos = rg_at(r, r->pos + i);
		struct rg_span from = rg_block_of(r, rg_given_by(r->order[pos]), r->rank);
		rg_copy(r, r->in_place ? each_copy(r, pos) : each_taken(r, pos), from);
	}
}

/* In place, from scratch. */
static void lent_alltoall_take(struct rg *r)
{
	for (int i = 1; i < r->P && r->in_place; i++)
		rg_copy(r, each_taken(r, r->pos + i), each_copy(r, r->pos + i));
}

static int lent_alltoall(struct rg *r, void *frame)
{
	struct lent_alltoall *s = frame;
	struct rg_group all = rg_everyone(r);

	RG_BEGIN(r, s);
	lent_begin(r, rg_head(rg_mine(r), r->n), lent_nothing());
	shared_meet(r, &all);
	each_own(r);
	rg_wait(r, s);
	lent_alltoall_collect(r);
	shared_meet(r, &all);
	rg_wait(r, s);
	lent_end(r);
	lent_alltoall_take(r);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_lent_alltoall = {
	.name = "lent",
	.run = lent_alltoall,
	.frame = sizeof(struct lent_alltoall),
	.equal = true,
	.scratch = each_scratch,
	.windows = true,
	.lends = true,
	.machine = true,
	.far = true,
};
