/* Broadcast on one machine, through windows: the root publishes the vector, and all copy it, each
 * round while the root writes the next.
 *
 * Cost: the root writes the vector to its window once, the others read it there. One round for
 * short vectors, 8 and more for longer ones. No scratch.
 */
#include "parts/shared_pipe.c"

struct shared_bcast {
	int at;
	int64_t done, most; /* elements in earlier rounds; of one round */
	int64_t place;      /* where the round's begin in the window */
	struct shared_pipe pipe;
};

/* The elements of the round: in RG_OUT, in the root's window. */
static struct rg_span shared_bcast_round(const struct rg *r, const struct shared_bcast *s)
{
	return shared_piece(rg_head(RG_OUT, r->n), s->done, s->most);
}

static struct rg_span shared_bcast_place(const struct rg *r, const struct shared_bcast *s)
{
	return (struct rg_span){RG_WINDOW + r->root, s->place, shared_bcast_round(r, s).len};
}

static int shared_bcast(struct rg *r, void *frame)
{
	struct shared_bcast *s = frame;

	RG_BEGIN(r, s);
	s->most = shared_pipe_most(r, r->n);
	s->pipe.one = r->root_pos;
	s->pipe.only = r->n <= s->most;
	for (; s->done < r->n && r->P > 1; s->done += s->most) {
		if (r->rank == r->root)
			rg_copy(r, shared_bcast_place(r, s), shared_bcast_round(r, s));
		rg_run(r, s, shared_pipe, &s->pipe);
		if (r->rank != r->root)
			rg_copy(r, shared_bcast_round(r, s), shared_bcast_place(r, s));
		s->place = s->place ? 0 : s->most;
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_bcast = {
	.name = "shared",
	.run = shared_bcast,
	.frame = sizeof(struct shared_bcast),
	.windows = true,
	.machine = true,
};
