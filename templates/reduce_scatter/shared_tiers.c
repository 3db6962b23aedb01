/* Reduce-scatter on one machine, through windows, in two tiers: the runs of a level below the
 * machine, by default its NUMA nodes, and these together. Each publishes what it has of all blocks;
 * those of other runs are added up by who serves their owners; and each adds up its own block over
 * its run, and what the other runs have of it.
 *
 * Cost: each process writes the vector to its window, and reads as much in its run; of L runs each
 * reads its processes' blocks L - 1 times in others, where `shared` reads them once from each
 * process in another one. A round has half a window for P pieces of blocks. Scratch: lg P times
 * such a piece, and one more with MPI_IN_PLACE. The operation must commute.
 */
#include "ringgen/parts/shared_tiers.h"

static int shared_tiers_reduce_scatter(struct rg *r, void *frame)
{
	struct shared_tiers_reduce_scatter *s = frame;
	const struct tiers t = tiers_of(r);

	RG_BEGIN(r, s);
	s->longest = rg_longest(r);
	s->most = tiers_piece_most(r);
	for (; s->done < s->longest; s->done += s->most) {
		tiers_publish_blocks(r, &t, s);
		shared_meet(r, &t.own);
		rg_wait(r, s);
		tiers_add_served(r, &t, s);
		tiers_meet(r, &t);
		rg_wait(r, s);
		tiers_add_own(r, &t, s);
		s->half = shared_next_half(r, s->half);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_tiers_reduce_scatter = {
	.name = "shared-tiers",
	.run = shared_tiers_reduce_scatter,
	.frame = sizeof(struct shared_tiers_reduce_scatter),
	.scratch = shared_tiers_reduce_scatter_scratch,
	.commutes = true,
	.windows = true,
	.machine = true,
	.takes = RG_A_LEVEL,
	.tries = RG_WORDS("numa", "cache"),
	.level = RG_IN_NUMA,
};
