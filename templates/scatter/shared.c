/* Scatter on one machine, through windows: the root publishes all blocks but its own, and each
 * copies its own, each round while the root writes the next. The root's own block is moved when it
 * has nothing to publish: while it waits until slots are free, and at the end.
 *
 * Cost: the root writes the blocks to its window, each of the others reads its own. A slot of the
 * window has P - 1 pieces of blocks: see shared.h. No scratch.
 */
#include "ringgen/parts/shared.h"

struct scatter_shared {
	int at;
	int64_t k;    /* the round */
	int64_t kept; /* rounds' pieces of the root's own block that are where they belong */
	struct shared_pipe pipe;
};

static void scatter_shared_begin(const struct rg *r, struct scatter_shared *s)
{
	int others = r->P > 1 ? r->P - 1 : 1;
	int64_t len = rg_longest(r), most = shared_pipe_short(r, len * others) / others;

	s->pipe.one = r->root_pos;
	s->pipe.from = true;
	s->pipe.ring = shared_ring_of(r, len, most > 0 ? most : 1, others);
}

/* What the round has of a block; of a rank's, where it is in the root's window: those behind the
 * root's come one place earlier, since that is not there. */
static struct rg_span scatter_shared_piece(const struct scatter_shared *s, struct rg_span block)
{
	int64_t most = s->pipe.ring.most;
	return shared_piece(block, s->k * most, most);
}

static struct rg_span scatter_shared_place(const struct rg *r, const struct scatter_shared *s,
                                           int rank)
{
	const struct shared_ring *ring = &s->pipe.ring;
	int number = rank < r->root ? rank : rank - 1;
	return (struct rg_span){RG_WINDOW + r->root,
	                        shared_ring_place(ring, s->k) + number * ring->most,
	                        scatter_shared_piece(s, rg_block_of(r, RG_IN, rank)).len};
}

/* At the root. */
static void scatter_shared_publish(struct rg *r, const struct scatter_shared *s)
{
	for (int rank = 0; rank < r->P; rank++)
		if (rank != r->rank)
			rg_copy(r, scatter_shared_place(r, s, rank),
			        scatter_shared_piece(s, rg_block_of(r, RG_IN, rank)));
}

/* So many pieces of the root's own block. */
static void scatter_shared_keep(struct rg *r, struct scatter_shared *s, int64_t pieces)
{
	int64_t most = s->pipe.ring.most, done = s->kept * most;

	if (r->rank != r->root || r->in_place)
		return;
	rg_copy(r, shared_piece(rg_own(r, RG_OUT), done, pieces * most),
	        shared_piece(rg_block_of(r, RG_IN, r->rank), done, pieces * most));
	s->kept += pieces;
}

static int scatter_shared(struct rg *r, void *frame)
{
	struct scatter_shared *s = frame;

	RG_BEGIN(r, s);
	scatter_shared_begin(r, s);
	for (; s->k < s->pipe.ring.rounds; s->k++) {
		if (shared_ring_again(&s->pipe.ring, s->k))
			scatter_shared_keep(r, s, 1);
		shared_pipe_before(r, &s->pipe, s->k);
		rg_wait(r, s);
		if (r->rank == r->root)
			scatter_shared_publish(r, s);
		else
			rg_copy(r, scatter_shared_piece(s, rg_own(r, RG_OUT)),
			        scatter_shared_place(r, s, r->rank));
		shared_pipe_after(r, &s->pipe, s->k);
	}
	scatter_shared_keep(r, s, s->pipe.ring.rounds - s->kept);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_scatter = {
	.name = "shared",
	.run = scatter_shared,
	.frame = sizeof(struct scatter_shared),
	.windows = true,
	.machine = true,
	.early = true,
};
