/* Reduce on one machine, through windows. Few processes, or short vectors: all publish their
 * vectors, and the root adds them up, each round while the others write the next. Else each adds up
 * a share of every round's elements and publishes the sum, and the root copies the sums.
 *
 * Cost: each process but the root writes its vector to its window, the root reads P - 1 of them; or
 * each writes and reads one, the root two, and all meet twice a round. Scratch: lg P times a
 * round's elements, or a share of them; none for two processes. Ranks are combined in the brackets
 * of recursive doubling: the operation need not commute.
 */
#include "parts/shared_pipe.c"
#include "ringgen/parts/shared_rounds.h"
#include "ringgen/parts/shared_share.h"
#include "ringgen/parts/shared_sum.h"

struct shared_reduce {
	int at;
	int64_t done, most; /* elements in earlier rounds; of one round */
	int64_t place;      /* where the round's begin in each window */
	struct shared_pipe pipe;
};

/* Does the root add up everything? It reads P - 1 vectors then, else three are read or written one
 * after the other. */
static bool shared_reduce_by_root(const struct rg *r)
{
	enum { FEW = 4, SHORT = 512 };
	return r->P <= FEW || r->n * (r->P - 2) <= (r->window < SHORT ? r->window : SHORT);
}

static int64_t shared_reduce_most(const struct rg *r)
{
	if (shared_reduce_by_root(r))
		return shared_pipe_most(r, r->n);
	return r->n < shared_room(r) ? r->n : shared_room(r);
}

/* The elements of the round: in a buffer of all, in the window of a process. */
static struct rg_span shared_reduce_round(const struct rg *r, const struct shared_reduce *s,
                                          int buf)
{
	return shared_piece(rg_head(buf, r->n), s->done, s->most);
}

static struct rg_span shared_reduce_place(const struct rg *r, const struct shared_reduce *s,
                                          int rank)
{
	return (struct rg_span){RG_WINDOW + rank, s->place, shared_reduce_round(r, s, RG_OUT).len};
}

/* The root's vector with MPI_IN_PLACE is where the sum goes. It may be the right operand of that.
 */
static bool shared_reduce_aside(const struct rg *r, const struct rg_group *g)
{
	return r->in_place && !(g->n == 2 && g->me == 1);
}

/* What others are to read: all of the round's elements, or all but the own share. Of the root's
 * what it cannot add up where it stands. */
static void shared_reduce_publish(struct rg *r, const struct rg_group *g,
                                  const struct shared_reduce *s)
{
	struct rg_span from = shared_reduce_round(r, s, rg_mine(r));
	struct rg_span to = shared_reduce_place(r, s, r->rank);
	bool root = r->rank == r->root;

	if (shared_reduce_by_root(r)) {
		if (!root || shared_reduce_aside(r, g))
			rg_copy(r, to, from);
		return;
	}
	for (int i = 0; i < g->n; i++)
		if (i != g->me)
			rg_copy(r, shared_share(to, i, g->n), shared_share(from, i, g->n));
}

/* The root adds up all to RG_OUT. */
static void shared_reduce_add(struct rg *r, const struct rg_group *g, const struct shared_reduce *s)
{
	struct rg_span own = shared_reduce_round(r, s, rg_mine(r));

	if (shared_reduce_aside(r, g))
		own = shared_reduce_place(r, s, r->rank);
	shared_add(r, (struct shared_sum){.group = g, .own = own, .off = s->place},
	           shared_reduce_round(r, s, RG_OUT));
}

/* Each adds up its share to its window. */
static void shared_reduce_add_share(struct rg *r, const struct rg_group *g,
                                    const struct shared_reduce *s)
{
	struct rg_span own = shared_share(shared_reduce_round(r, s, rg_mine(r)), g->me, g->n);
	struct rg_span to = shared_share(shared_reduce_place(r, s, r->rank), g->me, g->n);

	shared_add(r, (struct shared_sum){.group = g, .own = own, .off = to.off}, to);
}

/* All tell the root that they have. */
static void shared_reduce_tell(struct rg *r, const struct rg_group *g)
{
	for (int i = 0; i < g->n && r->rank == r->root; i++)
		if (i != g->me)
			rg_await(r, rg_member(g, i));
	if (r->rank != r->root)
		rg_notify(r, r->root);
}

/* The root copies all shares' sums. */
static void shared_reduce_collect(struct rg *r, const struct rg_group *g,
                                  const struct shared_reduce *s)
{
	for (int i = 0; i < g->n; i++)
		rg_copy(r, shared_share(shared_reduce_round(r, s, RG_OUT), i, g->n),
		        shared_share(shared_reduce_place(r, s, rg_member(g, i)), i, g->n));
}

static int shared_reduce(struct rg *r, void *frame)
{
	struct shared_reduce *s = frame;
	struct rg_group all = rg_everyone(r);

	RG_BEGIN(r, s);
	if (r->P == 1 && !r->in_place)
		rg_copy(r, rg_head(RG_OUT, r->n), rg_head(RG_IN, r->n));
	s->most = shared_reduce_most(r);
	s->pipe.one = r->root_pos;
	s->pipe.only = r->n <= s->most;
	for (; s->done < r->n && r->P > 1; s->done += s->most) {
		shared_reduce_publish(r, &all, s);
		if (shared_reduce_by_root(r)) {
			rg_run(r, s, shared_pipe, &s->pipe);
			if (r->rank == r->root)
				shared_reduce_add(r, &all, s);
		} else {
			shared_meet(r, &all);
			rg_wait(r, s);
			shared_reduce_add_share(r, &all, s);
			shared_reduce_tell(r, &all);
			rg_wait(r, s);
			if (r->rank == r->root)
				shared_reduce_collect(r, &all, s);
		}
		s->place = s->place ? 0 : s->most;
	}
	RG_END(s);
}

static int64_t shared_reduce_scratch(const struct rg *r)
{
	struct rg_group all = rg_everyone(r);
	int64_t most = shared_reduce_most(r);
	if (!shared_reduce_by_root(r))
		return shared_kept(&all) * ((most + r->P - 1) / r->P);
	return r->rank == r->root ? shared_kept(&all) * most : 0;
}

/*static*/ const struct rg_algorithm rg_shared_reduce = {
	.name = "shared",
	.run = shared_reduce,
	.frame = sizeof(struct shared_reduce),
	.scratch = shared_reduce_scratch,
	.windows = true,
	.machine = true,
};
