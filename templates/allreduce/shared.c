/* Allreduce on one machine, through windows. Two processes, or short vectors: each
 * publishes its vector and adds up all of them. Else each adds up a share of every round's elements
 * and publishes the sum, and all copy the sums.
 *
 * Cost: each process writes its vector once to its window, and reads it P - 1 times in those of
 * others; or writes and reads it twice, whatever P, and meets the others twice a round. Scratch:
 * lg P times a round's elements, none for two processes. Ranks are combined in the brackets of
 * recursive doubling, everywhere the same: the operation need not commute, and all processes get
 * the same bits.
 */
#include "ringgen/parts/shared_vectors.h"

static int shared_allreduce(struct rg *r, void *frame)
{
	struct shared_allreduce *s = frame;
	struct rg_group all = rg_everyone(r);

	RG_BEGIN(r, s);
	if (r->P == 1 && !r->in_place)
		rg_copy(r, rg_head(RG_OUT, r->n), rg_head(RG_IN, r->n));
	for (; s->done < r->n && r->P > 1; s->done += shared_room(r)) {
		shared_publish_vector(r, &all, s);
		shared_meet(r, &all);
		rg_wait(r, s);
		shared_add_vectors(r, &all, s);
		if (!shared_adds_all(r)) {
			shared_meet(r, &all);
			rg_wait(r, s);
			shared_collect_sums(r, &all, s);
		}
		s->half = shared_next_half(r, s->half);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_allreduce = {
	.name = "shared",
	.run = shared_allreduce,
	.frame = sizeof(struct shared_allreduce),
	.scratch = shared_allreduce_scratch,
	.windows = true,
	.machine = true,
};
