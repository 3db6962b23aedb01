/* Reduce-scatter on one machine, through windows: each publishes what it has of all
 * blocks but its own, and adds up its own.
 *
 * Cost: each process writes P - 1 blocks to its window, and reads its block P - 1 times in those of
 * others. A round has half a window for P - 1 pieces of blocks. Scratch: lg P times such a piece,
 * and one more with MPI_IN_PLACE; none for two processes without. Ranks are combined in the
 * brackets of recursive doubling: the operation need not commute.
 */
#include "ringgen/parts/shared_pieces.h"

static int shared_reduce_scatter(struct rg *r, void *frame)
{
	struct shared_reduce_scatter *s = frame;
	struct rg_group all = rg_everyone(r);

	RG_BEGIN(r, s);
	s->longest = rg_longest(r);
	s->most = shared_piece_most(r);
	for (; s->done < s->longest; s->done += s->most) {
		shared_publish_pieces(r, &all, s);
		shared_meet(r, &all);
		rg_wait(r, s);
		shared_add_pieces(r, &all, s);
		s->half = shared_next_half(r, s->half);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_reduce_scatter = {
	.name = "shared",
	.run = shared_reduce_scatter,
	.frame = sizeof(struct shared_reduce_scatter),
	.scratch = shared_reduce_scatter_scratch,
	.windows = true,
	.machine = true,
};
