/* Irregular gather as MPI libraries do it: all send to the root.
 *
 * Cost: P - 1 messages into the root, none of numbers. No scratch.
 */
#include "ringgen/irregular.h"

struct sequential_gatherv {
	int at;
};

static int sequential_gatherv(struct rg *r, void *frame)
{
	struct sequential_gatherv *s = frame;

	RG_BEGIN(r, s);
	if (r->rank != r->root)
		rg_send(r, r->root, rg_own(r, RG_IN));
	for (int i = 1; i < r->P && r->rank == r->root; i++)
		rg_recv(r, r->order[rg_at(r, r->pos - i)], rg_block(r, RG_OUT, r->pos - i));
	if (r->rank == r->root && !r->in_place)
		rg_copy(r, rg_block(r, RG_OUT, r->pos), rg_own(r, RG_IN));
	rg_wait(r, s);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_sequential_gatherv = {
	.name = "sequential",
	.run = sequential_gatherv,
	.frame = sizeof(struct sequential_gatherv),
};
