/* Allgather on one machine, through windows, in two tiers: the runs of a level below the machine,
 * by default its NUMA nodes, and these together. Each publishes its block; those that serve it in
 * the other runs copy it to their own windows; and all copy all blocks from their run.
 *
 * Cost: each process writes its block to its window, with P / p processes in its run copies so many
 * others there, and reads every other block once, within its run: of what others have each run
 * reads each block once, where `shared` reads it once for each process. A round has half a window
 * for these pieces of blocks. No scratch.
 */
#include "ringgen/parts/shared_tiers.h"

static int shared_tiers_allgather(struct rg *r, void *frame)
{
	struct shared_tiers_allgather *s = frame;
	const struct tiers t = tiers_of(r);

	RG_BEGIN(r, s);
	s->longest = rg_longest(r);
	s->most = tiers_gathered_most(r, &t);
	if (r->P == 1)
		s->most = s->longest;
	for (; s->done < s->longest; s->done += s->most) {
		if (r->P > 1)
			rg_copy(r, tiers_kept(s, r->rank, 0, tiers_contribution(r, s).len),
			        tiers_contribution(r, s));
		tiers_meet(r, &t);
		if (!r->in_place)
			rg_copy(r, tiers_gathered(r, s, r->rank), tiers_contribution(r, s));
		rg_wait(r, s);
		tiers_fetch(r, &t, s);
		shared_meet(r, &t.own);
		rg_wait(r, s);
		tiers_collect_blocks(r, &t, s);
		s->half = shared_next_half(r, s->half);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_tiers_allgather = {
	.name = "shared-tiers",
	.run = shared_tiers_allgather,
	.frame = sizeof(struct shared_tiers_allgather),
	.windows = true,
	.machine = true,
	.takes = RG_A_LEVEL,
	.tries = RG_WORDS("numa", "cache"),
	.level = RG_IN_NUMA,
};
