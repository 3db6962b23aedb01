/* Reduce on one machine, through windows, to the root: short vectors in one round, longer ones such
 * that a round is written while the one before is added up.
 *
 * Cost and scratch: those of its part. Ranks are combined in the brackets of recursive doubling:
 * the operation need not commute.
 */
#include "parts/shared_up.c"

struct shared_reduce {
	int at;
	struct shared_up up; /* the round */
};

/* Where each adds up a share, no round is written while another one is added up. */
static int64_t shared_reduce_most(const struct rg *r)
{
	if (shared_up_alone(r, r->n))
		return shared_pipe_short(r, r->n);
	return r->n < shared_room(r) ? r->n : shared_room(r);
}

static void shared_reduce_begin(const struct rg *r, struct shared_reduce *s)
{
	s->up.one = r->root;
	s->up.pipe.one = r->root_pos;
	s->up.pipe.ring = shared_ring_of(r, r->n, shared_reduce_most(r), 1);
}

/* The elements of the round, in a buffer of all. */
static struct rg_span shared_reduce_round(const struct rg *r, const struct shared_reduce *s,
                                          int buf)
{
	int64_t most = s->up.pipe.ring.most;
	return shared_piece(rg_head(buf, r->n), s->up.k * most, most);
}

static int shared_reduce(struct rg *r, void *frame)
{
	struct shared_reduce *s = frame;

	RG_BEGIN(r, s);
	if (r->P == 1 && !r->in_place)
		rg_copy(r, rg_head(RG_OUT, r->n), rg_head(RG_IN, r->n));
	shared_reduce_begin(r, s);
	for (; s->up.k < s->up.pipe.ring.rounds && r->P > 1; s->up.k++) {
		s->up.mine = shared_reduce_round(r, s, rg_mine(r));
		s->up.to = shared_reduce_round(r, s, RG_OUT);
		rg_run(r, s, shared_up, &s->up);
	}
	RG_END(s);
}

static int64_t shared_reduce_scratch(const struct rg *r)
{
	return shared_up_scratch(r, r->n, shared_reduce_most(r), r->rank == r->root);
}

/*static*/ const struct rg_algorithm rg_shared_reduce = {
	.name = "shared",
	.run = shared_reduce,
	.frame = sizeof(struct shared_reduce),
	.scratch = shared_reduce_scratch,
	.windows = true,
	.machine = true,
	.early = true,
};
