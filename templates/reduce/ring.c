/* Reduce along the ring, up to the root: the process behind it begins, each adds its contribution
 * to what comes from the one before it, and passes it on. In lanes it is a pipeline, the chain
 * broadcast turned round.
 *
 * Cost: the vector once out of each process but the root, and once into each but the first: no link
 * of a ring that is proved carries it twice in a direction. P - 1 steps for the first segment.
 * Scratch: the segment, but at the root only with MPI_IN_PLACE. Contributions are combined along
 * the ring: the operation must commute.
 */
#include "ringgen/engine.h"

struct ring_reduce {
	int at;
};

/* Where the partial result of the processes before lands. */
static struct rg_span ring_reduce_landing(const struct rg *r)
{
	struct rg_span all = rg_slice(r, RG_OUT, 0, r->n);
	return r->rank == r->root && !r->in_place ? all : rg_head(RG_TMP, all.len);
}

static int ring_reduce(struct rg *r, void *frame)
{
	struct ring_reduce *s = frame;
	struct rg_span mine = rg_slice(r, rg_mine(r), 0, r->n), came = ring_reduce_landing(r);

	RG_BEGIN(r, s);
	if (r->P == 1 && !r->in_place)
		rg_copy(r, came, mine);
	if (r->P > 1 && rg_prev(r) == r->root) {
		rg_send(r, rg_next(r), mine);
		rg_wait(r, s);
	} else if (r->P > 1) {
		rg_recv(r, rg_prev(r), came);
		rg_wait(r, s);
		if (r->in_place) {
			rg_combine(r, came, mine);
		} else {
			rg_combine(r, mine, came);
			if (r->rank != r->root)
				rg_send(r, rg_next(r), came);
		}
		rg_wait(r, s);
	}
	RG_END(s);
}

static int64_t ring_reduce_scratch(const struct rg *r)
{
	return r->rank == r->root && !r->in_place ? 0 : rg_slice_most(r, r->n);
}

/*static*/ const struct rg_algorithm rg_ring_reduce = {
	.name = "ring",
	.run = ring_reduce,
	.frame = sizeof(struct ring_reduce),
	.scratch = ring_reduce_scratch,
	.commutes = true,
	.ring = true,
	.lanes = true,
	.segments = true,
};
