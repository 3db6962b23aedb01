/* Broadcast along the ring, from the root on: each process passes the vector to the next. In lanes
 * it is a pipeline (the chain of Nishtala et al. 2003 and of Thakur & Gropp 2003, in the order of
 * the ring): while a segment is on its way to the next process, the one behind it comes in.
 *
 * Cost: the vector once into each process but the root, and once out of each but the last: no link
 * of a ring that is proved carries it twice in a direction, and it has to go over each link between
 * machines once. P - 1 steps for the first segment. No scratch.
 */
#include "ringgen/engine.h"

struct ring_bcast {
	int at;
};

static int ring_bcast(struct rg *r, void *frame)
{
	struct ring_bcast *s = frame;
	struct rg_span all = rg_slice(r, RG_OUT, 0, r->n);

	RG_BEGIN(r, s);
	if (r->rank != r->root) {
		rg_recv(r, rg_prev(r), all);
		rg_wait(r, s);
	}
	if (rg_next(r) != r->root) {
		rg_send(r, rg_next(r), all);
		rg_wait(r, s);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_ring_bcast = {
	.name = "ring",
	.run = ring_bcast,
	.frame = sizeof(struct ring_bcast),
	.ring = true,
	.lanes = true,
	.segments = true,
};
