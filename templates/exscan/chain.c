/* Exscan along a chain of the ranks: each gets the sum of those before it, and passes it on with
 * its own contribution. In lanes it is a pipeline of segments, so it is for long vectors.
 *
 * Cost: the vector once into each process but the first, and once out of each but the last; one
 * combination each, of those in between; P - 1 steps for the first segment. Scratch: a segment.
 * Ranks are combined in their order, but one after the other: recursive doubling brackets them
 * otherwise. Operations that do not commute are to have the same bits by each algorithm, so this
 * one is for those that do.
 */
#include "ringgen/parts/chain_sums.h"

struct chain_exscan {
	int at;
};

static int chain_exscan(struct rg *r, void *frame)
{
	struct chain_exscan *s = frame;
	struct rg_span came = chain_exscan_landing(r);

	RG_BEGIN(r, s);
	if (r->rank) {
		rg_recv(r, r->rank - 1, came);
		rg_wait(r, s);
	}
	if (r->rank + 1 < r->P) {
		rg_send(r, r->rank + 1, chain_exscan_sum(r));
		rg_wait(r, s);
	}
	if (r->rank && came.buf != RG_OUT)
		rg_copy(r, rg_slice(r, RG_OUT, 0, r->n), came);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_chain_exscan = {
	.name = "chain",
	.run = chain_exscan,
	.frame = sizeof(struct chain_exscan),
	.scratch = chain_exscan_scratch,
	.commutes = true,
	.lanes = true,
	.segments = true,
};
