/* Reduce on one machine, through windows, to the root: short vectors in one round, longer ones such
 * that a round is written while the one before is added up.
 *
 * Cost and scratch: those of its part. Ranks are combined in the brackets of recursive doubling:
 * the operation need not commute.
 */
#include "parts/shared_up.c"

struct shared_reduce {
	int at;
	int64_t done, most; /* elements in earlier rounds; of one round */
	struct shared_up up;
};

/* Where each adds up a share, no round is written while another one is added up. */
static int64_t shared_reduce_most(const struct rg *r)
{
	if (shared_up_alone(r, r->n))
		return shared_pipe_most(r, r->n);
	return r->n < shared_room(r) ? r->n : shared_room(r);
}

static void shared_reduce_begin(const struct rg *r, struct shared_reduce *s)
{
	s->most = shared_reduce_most(r);
	s->up.one = r->root;
	s->up.pipe.one = r->root_pos;
	s->up.pipe.only = r->n <= s->most;
}

static int shared_reduce(struct rg *r, void *frame)
{
	struct shared_reduce *s = frame;

	RG_BEGIN(r, s);
	if (r->P == 1 && !r->in_place)
		rg_copy(r, rg_head(RG_OUT, r->n), rg_head(RG_IN, r->n));
	shared_reduce_begin(r, s);
	for (; s->done < r->n && r->P > 1; s->done += s->most) {
		s->up.mine = shared_piece(rg_head(rg_mine(r), r->n), s->done, s->most);
		s->up.to = shared_piece(rg_head(RG_OUT, r->n), s->done, s->most);
		rg_run(r, s, shared_up, &s->up);
		s->up.place = s->up.place ? 0 : s->most;
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
};
