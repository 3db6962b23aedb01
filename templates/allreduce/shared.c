/* Allreduce on one machine, through windows. Two processes, or short vectors: each
 * publishes its vector and adds up all of them. Else each adds up a share of every round's elements
 * and publishes the sum, and all copy the sums.
 *
 * Cost: each process writes its vector once to its window, and reads it P - 1 times in those of
 * others; or writes and reads it twice, whatever P, and meets the others twice a round. Scratch:
 * lg P times a round's elements, none for two processes. Ranks are combined in the brackets of
 * recursive doubling, everywhere the same: the operation need not commute, and all processes get
 * the same bits.
 */
#include "ringgen/parts/shared_rounds.h"
#include "ringgen/parts/shared_share.h"
#include "ringgen/parts/shared_sum.h"

struct shared_allreduce {
	int at;
	int64_t done; /* elements in earlier rounds */
	int64_t half; /* where the round's half of each window begins */
};

/* Is it faster to add up everything than to meet twice? */
static bool shared_adds_all(const struct rg *r)
{
	enum { SHORT = 512 };
	return r->n * (r->P - 2) <= (r->window < SHORT ? r->window : SHORT);
}

/* The elements of the round in a buffer of all. */
static struct rg_span shared_round(const struct rg *r, int buf, int64_t done)
{
	return shared_piece(rg_head(buf, r->n), done, shared_room(r));
}

/* The same elements in the window of a process. */
static struct rg_span shared_half(const struct rg *r, const struct shared_allreduce *s, int rank)
{
	return (struct rg_span){RG_WINDOW + rank, s->half, shared_round(r, RG_OUT, s->done).len};
}

/* All of the round's elements, or all but the own share, which nobody else reads. */
static void shared_publish_vector(struct rg *r, const struct rg_group *g,
                                  const struct shared_allreduce *s)
{
	struct rg_span from = shared_round(r, rg_mine(r), s->done);
	struct rg_span to = shared_half(r, s, r->rank);

	if (shared_adds_all(r)) {
		rg_copy(r, to, from);
		return;
	}
	for (int i = 0; i < g->n; i++)
		if (i != g->me)
			rg_copy(r, shared_share(to, i, g->n), shared_share(from, i, g->n));
}

/* Add up all of the round's elements to RG_OUT, or the own share to the own window. */
static void shared_add_vectors(struct rg *r, const struct rg_group *g,
                               const struct shared_allreduce *s)
{
	struct rg_span half = shared_half(r, s, r->rank), to = shared_round(r, RG_OUT, s->done);
	struct rg_span own = r->in_place ? half : shared_round(r, RG_IN, s->done);

	if (!shared_adds_all(r)) {
		own = shared_share(shared_round(r, rg_mine(r), s->done), g->me, g->n);
		half = to = shared_share(half, g->me, g->n);
	}
	shared_add(r, (struct shared_sum){.group = g, .own = own, .off = half.off}, to);
}

/* Copy all shares' sums. */
static void shared_collect_sums(struct rg *r, const struct rg_group *g,
                                const struct shared_allreduce *s)
{
	for (int i = 0; i < g->n; i++)
		rg_copy(r, shared_share(shared_round(r, RG_OUT, s->done), i, g->n),
		        shared_share(shared_half(r, s, rg_member(g, i)), i, g->n));
}

static int shared_allreduce(struct rg *r, void *frame)
{
	struct shared_allreduce *s = frame;
	struct rg_group all = rg_everyone(r);

	RG_BEGIN(r, s);
	if (r->P == 1 && !r->in_place)
		rg_copy(r, rg_head(RG_OUT, r->n), rg_head(RG_IN, r->n));
	for (; s->done < r->n && r->P > 1; s->done += shared_room(r)) {
		shared_publish_vector(r, &all, s);
		shared_meet(r, &all);
		rg_wait(r, s);
		shared_add_vectors(r, &all, s);
		if (!shared_adds_all(r)) {
			shared_meet(r, &all);
			rg_wait(r, s);
			shared_collect_sums(r, &all, s);
		}
		s->half = shared_next_half(r, s->half);
	}
	RG_END(s);
}

static int64_t shared_allreduce_scratch(const struct rg *r)
{
	struct rg_group all = rg_everyone(r);
	struct rg_span round = shared_round(r, RG_OUT, 0);
	return shared_kept(&all) * (shared_adds_all(r) ? round.len : (round.len + r->P - 1) / r->P);
}

/*static*/ const struct rg_algorithm rg_shared_allreduce = {
	.name = "shared",
	.run = shared_allreduce,
	.frame = sizeof(struct shared_allreduce),
	.scratch = shared_allreduce_scratch,
	.windows = true,
	.machine = true,
};
