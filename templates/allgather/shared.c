/* Allgather on one machine, through windows: each publishes its block, and all copy it.
 *
 * Cost: each process writes its block to its window, and reads every other block once. As many
 * rounds as the longest block has halves of a window. No scratch.
 */
#include "ringgen/parts/shared_blocks.h"

static int shared_allgather(struct rg *r, void *frame)
{
	struct shared_allgather *s = frame;
	struct rg_group all = rg_everyone(r);

	RG_BEGIN(r, s);
	s->longest = rg_longest(r);
	for (; s->done < s->longest; s->done += shared_room(r)) {
		if (r->P > 1)
			shared_publish_block(r, s);
		shared_meet(r, &all);
		if (!r->in_place)
			rg_copy(r, shared_gathered(r, RG_OUT, r->rank, s->done),
			        shared_contribution(r, s->done));
		rg_wait(r, s);
		shared_collect_blocks(r, &all, s);
		s->half = shared_next_half(r, s->half);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_allgather = {
	.name = "shared",
	.run = shared_allgather,
	.frame = sizeof(struct shared_allgather),
	.windows = true,
	.machine = true,
};
