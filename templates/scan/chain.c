/* Scan along a chain of the ranks: each gets the sum of those before it, adds its own contribution,
 * and passes it on. In lanes it is a pipeline of segments, so it is for long vectors.
 *
 * Cost: the vector once into each process but the first, and once out of each but the last; one
 * combination each; P - 1 steps for the first segment. Scratch: a segment. Ranks are combined in
 * their order, but one after the other: recursive doubling brackets them otherwise. Operations that
 * do not commute are to have the same bits by each algorithm, so this one is for those that do.
 */
#include "ringgen/engine.h"

struct chain_scan {
	int at;
};

static int chain_scan(struct rg *r, void *frame)
{
	struct chain_scan *s = frame;
	struct rg_span mine = rg_slice(r, rg_mine(r), 0, r->n), out = rg_slice(r, RG_OUT, 0, r->n);
	struct rg_span came = rg_head(RG_TMP, out.len);

	RG_BEGIN(r, s);
	if (r->rank) {
		rg_recv(r, r->rank - 1, came);
		rg_wait(r, s);
		rg_combine_to(r, out, came, mine);
	} else if (!r->in_place) {
		rg_copy(r, out, mine);
	}
	if (r->rank + 1 < r->P) {
		rg_send(r, r->rank + 1, out);
		rg_wait(r, s);
	}
	RG_END(s);
}

static int64_t chain_scan_scratch(const struct rg *r)
{
	return r->rank ? rg_slice_most(r, r->n) : 0;
}

/*static*/ const struct rg_algorithm rg_chain_scan = {
	.name = "chain",
	.run = chain_scan,
	.frame = sizeof(struct chain_scan),
	.scratch = chain_scan_scratch,
	.commutes = true,
	.lanes = true,
	.segments = true,
};
