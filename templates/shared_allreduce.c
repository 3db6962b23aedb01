/* Allreduce on one machine, through windows (see above). Two processes, or short vectors: each
 * publishes all of its vector, and adds up all of them. More processes: each adds up its part of
 * every round's elements and publishes the sum, and all copy the sums.
 *
 * Cost: each process writes its vector once to its window and reads the vector P - 1 times; or
 * twice, whatever P, and hears twice from all others in each round. Scratch: up to lg P times half
 * a window. All add up in the same brackets, those of recursive doubling: the operation need not
 * commute.
 */
#include "shared.c"

struct shared_allreduce {
	int at;
	bool odd; /* which half of the windows has this round */
	int64_t done;
};

/* Is it faster to add up everything than to meet twice? */
static bool shared_adds_all(const struct rg *r)
{
	return r->n * (r->P - 2) <= r->window / 64;
}

/* Member i's part of a round's elements. */
static struct rg_span shared_share(const struct rg_group *g, struct rg_span round, int i)
{
	int64_t begin = round.len * i / g->n, end = round.len * (i + 1) / g->n;
	return (struct rg_span){round.buf, round.off + begin, end - begin};
}

/* Publish the round's elements; if they are shared out, all but the own share. */
static void shared_publish(struct rg *r, const struct rg_group *g, struct rg_span window,
                           struct rg_span round)
{
	struct rg_span skip = shared_share(g, round, g->me);

	if (shared_adds_all(r)) {
		rg_copy(r, window, round);
		return;
	}
	int64_t before = skip.off - round.off, after = before + skip.len;
	rg_copy(r, shared_piece(window, 0, before), shared_piece(round, 0, before));
	rg_copy(r, shared_piece(window, after, window.len), shared_piece(round, after, round.len));
}

static int shared_allreduce(struct rg *r, void *frame)
{
	struct shared_allreduce *s = frame;
	struct rg_group all = rg_everyone(r);
	int64_t off = s->odd ? shared_room(r) : 0;
	struct rg_span round = shared_piece(rg_head(rg_mine(r), r->n), s->done, shared_room(r));
	struct rg_span window = {RG_WINDOW + r->rank, off, round.len}, result = round, share;

	RG_BEGIN(r, s);
	...
	RG_END(s);
}
