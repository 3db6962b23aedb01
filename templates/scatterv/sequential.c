/* Irregular scatter as MPI libraries do it: the root sends to all.
 *
 * Cost: P - 1 messages out of the root, none of numbers. No scratch.
 */
#include "ringgen/irregular.h"

struct sequential_scatterv {
	int at;
};

static int sequential_scatterv(struct rg *r, void *frame)
{
	struct sequential_scatterv *s = frame;

	RG_BEGIN(r, s);
	for (int i = 1; i < r->P && r->rank == r->root; i++)
		rg_send(r, r->order[rg_at(r, r->pos + i)], rg_block(r, RG_IN, r->pos + i));
	if (r->rank != r->root)
		rg_recv(r, r->root, rg_own(r, RG_OUT));
	else if (!r->in_place)
		rg_copy(r, rg_own(r, RG_OUT), rg_block(r, RG_IN, r->pos));
	rg_wait(r, s);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_sequential_scatterv = {
	.name = "sequential",
	.run = sequential_scatterv,
	.frame = sizeof(struct sequential_scatterv),
};
