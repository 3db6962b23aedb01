/* Scatter on one machine, through windows: the root publishes all blocks but its own, and each
 * copies its own, each round while the root writes the next.
 *
 * Cost: the root writes the blocks to its window, each of the others reads its own. A round has up
 * to half a window for P - 1 pieces of blocks. No scratch.
 */
#include "parts/shared_pipe.c"

struct scatter_shared {
	int at;
	int64_t done, most; /* elements of a block in earlier rounds; in one round */
	int64_t place;      /* where the round's begin in the root's window */
	struct shared_pipe pipe;
};

static int64_t scatter_shared_most(const struct rg *r)
{
	int others = r->P > 1 ? r->P - 1 : 1;
	int64_t most = shared_pipe_most(r, rg_longest(r) * others) / others;
	return most > 0 ? most : 1;
}

/* What the round has of a block; of a rank's, where it is in the root's window: those behind the
 * root's come one place earlier, since that is not there. */
static struct rg_span scatter_shared_piece(const struct scatter_shared *s, struct rg_span block)
{
	return shared_piece(block, s->done, s->most);
}

static struct rg_span scatter_shared_place(const struct rg *r, const struct scatter_shared *s,
                                           int rank)
{
	return (struct rg_span){RG_WINDOW + r->root,
	                        s->place + (rank < r->root ? rank : rank - 1) * s->most,
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

static int scatter_shared(struct rg *r, void *frame)
{
	struct scatter_shared *s = frame;

	RG_BEGIN(r, s);
	s->most = scatter_shared_most(r);
	s->pipe.one = r->root_pos;
	s->pipe.only = rg_longest(r) <= s->most;
	for (; s->done < rg_longest(r); s->done += s->most) {
		if (r->rank == r->root)
			scatter_shared_publish(r, s);
		rg_run(r, s, shared_pipe, &s->pipe);
		if (r->rank != r->root)
			rg_copy(r, scatter_shared_piece(s, rg_own(r, RG_OUT)),
			        scatter_shared_place(r, s, r->rank));
		else if (!r->in_place)
			rg_copy(r, scatter_shared_piece(s, rg_own(r, RG_OUT)),
			        scatter_shared_piece(s, rg_block_of(r, RG_IN, r->rank)));
		s->place = s->place ? 0 : (r->P - 1) * s->most;
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_scatter = {
	.name = "shared",
	.run = scatter_shared,
	.frame = sizeof(struct scatter_shared),
	.windows = true,
	.machine = true,
};
