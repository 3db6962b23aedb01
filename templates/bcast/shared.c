/* Broadcast on one machine, through windows: the root publishes the vector, and all copy it, each
 * round while the root writes the next.
 *
 * Cost: the root writes the vector to its window once, the others read it there. One round for
 * short vectors, 2 and more for longer ones: see shared.h. No scratch.
 */
#include "ringgen/parts/shared.h"

struct shared_bcast {
	int at;
	int64_t k; /* the round */
	struct shared_pipe pipe;
};

/* The elements of the round: in RG_OUT, in the root's window. */
static struct rg_span shared_bcast_round(const struct rg *r, const struct shared_bcast *s)
{
	int64_t most = s->pipe.ring.most;
	return shared_piece(rg_head(RG_OUT, r->n), s->k * most, most);
}

static struct rg_span shared_bcast_place(const struct rg *r, const struct shared_bcast *s)
{
	return (struct rg_span){RG_WINDOW + r->root, shared_ring_place(&s->pipe.ring, s->k),
	                        shared_bcast_round(r, s).len};
}

static void shared_bcast_begin(const struct rg *r, struct shared_bcast *s)
{
	s->pipe.one = r->root_pos;
	s->pipe.from = true;
	s->pipe.ring = shared_ring_of(r, r->n, shared_pipe_short(r, r->n), 1);
}

static int shared_bcast(struct rg *r, void *frame)
{
	struct shared_bcast *s = frame;

	RG_BEGIN(r, s);
	shared_bcast_begin(r, s);
	for (; s->k < s->pipe.ring.rounds && r->P > 1; s->k++) {
		shared_pipe_before(r, &s->pipe, s->k);
		rg_wait(r, s);
		if (r->rank == r->root)
			rg_copy(r, shared_bcast_place(r, s), shared_bcast_round(r, s));
		else
			rg_copy(r, shared_bcast_round(r, s), shared_bcast_place(r, s));
		shared_pipe_after(r, &s->pipe, s->k);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_bcast = {
	.name = "shared",
	.run = shared_bcast,
	.frame = sizeof(struct shared_bcast),
	.windows = true,
	.machine = true,
	.early = true,
};
