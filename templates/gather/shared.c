/* Gather on one machine, through windows: each publishes its block, and the root copies all, each
 * round while the others write the next.
 *
 * Cost: each process but the root writes its block to its window, the root reads them. One round
 * for short blocks, 2 and more for longer ones: see shared.h. No scratch.
 */
#include "ringgen/parts/shared.h"

struct shared_gather {
	int at;
	int64_t k; /* the round */
	struct shared_pipe pipe;
};

/* What the round has of a rank's block: in RG_OUT, in its window; of the own one. */
static struct rg_span shared_gather_piece(const struct rg *r, const struct shared_gather *s,
                                          int rank)
{
	int64_t most = s->pipe.ring.most;
	return shared_piece(rg_block_of(r, RG_OUT, rank), s->k * most, most);
}

static struct rg_span shared_gather_place(const struct rg *r, const struct shared_gather *s,
                                          int rank)
{
	return (struct rg_span){RG_WINDOW + rank, shared_ring_place(&s->pipe.ring, s->k),
	                        shared_gather_piece(r, s, rank).len};
}

static struct rg_span shared_gather_own(const struct rg *r, const struct shared_gather *s)
{
	int64_t most = s->pipe.ring.most;
	return shared_piece(rg_own(r, RG_IN), s->k * most, most);
}

static void shared_gather_begin(const struct rg *r, struct shared_gather *s)
{
	int64_t len = rg_longest(r);

	s->pipe.one = r->root_pos;
	s->pipe.ring = shared_ring_of(r, len, shared_pipe_short(r, len), 1);
}

/* At the root: copy what the others have published. */
static void shared_gather_collect(struct rg *r, const struct shared_gather *s)
{
	for (int rank = 0; rank < r->P; rank++)
		if (rank != r->rank)
			rg_copy(r, shared_gather_piece(r, s, rank),
			        shared_gather_place(r, s, rank));
}

static int shared_gather(struct rg *r, void *frame)
{
	struct shared_gather *s = frame;

	RG_BEGIN(r, s);
	shared_gather_begin(r, s);
	for (; s->k < s->pipe.ring.rounds; s->k++) {
		if (r->rank == r->root && !r->in_place)
			rg_copy(r, shared_gather_piece(r, s, r->rank), shared_gather_own(r, s));
		shared_pipe_before(r, &s->pipe, s->k);
		rg_wait(r, s);
		if (r->rank == r->root)
			shared_gather_collect(r, s);
		else
			rg_copy(r, shared_gather_place(r, s, r->rank), shared_gather_own(r, s));
		shared_pipe_after(r, &s->pipe, s->k);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_gather = {
	.name = "shared",
	.run = shared_gather,
	.frame = sizeof(struct shared_gather),
	.windows = true,
	.machine = true,
	.early = true,
};
