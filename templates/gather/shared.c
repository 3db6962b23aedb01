/* Gather on one machine, through windows: each publishes its block, and the root copies all, each
 * round while the others write the next.
 *
 * Cost: each process but the root writes its block to its window, the root reads them. One round
 * for short blocks, 8 and more for longer ones. No scratch.
 */
#include "parts/shared_pipe.c"

struct shared_gather {
	int at;
	int64_t done, most; /* elements of a block in earlier rounds; in one round */
	int64_t place;      /* where the round's begin in each window */
	struct shared_pipe pipe;
};

/* What the round has of a rank's block: in RG_OUT, in its window; of the own one. */
static struct rg_span shared_gather_piece(const struct rg *r, const struct shared_gather *s,
                                          int rank)
{
	return shared_piece(rg_block_of(r, RG_OUT, rank), s->done, s->most);
}

static struct rg_span shared_gather_place(const struct rg *r, const struct shared_gather *s,
                                          int rank)
{
	return (struct rg_span){RG_WINDOW + rank, s->place, shared_gather_piece(r, s, rank).len};
}

static struct rg_span shared_gather_own(const struct rg *r, const struct shared_gather *s)
{
	return shared_piece(rg_own(r, RG_IN), s->done, s->most);
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
	s->most = shared_pipe_most(r, rg_longest(r));
	s->pipe.one = r->root_pos;
	s->pipe.only = rg_longest(r) <= s->most;
	for (; s->done < rg_longest(r); s->done += s->most) {
		if (r->rank != r->root)
			rg_copy(r, shared_gather_place(r, s, r->rank), shared_gather_own(r, s));
		else if (!r->in_place)
			rg_copy(r, shared_gather_piece(r, s, r->rank), shared_gather_own(r, s));
		rg_run(r, s, shared_pipe, &s->pipe);
		if (r->rank == r->root)
			shared_gather_collect(r, s);
		s->place = s->place ? 0 : s->most;
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_gather = {
	.name = "shared",
	.run = shared_gather,
	.frame = sizeof(struct shared_gather),
	.windows = true,
	.machine = true,
};
