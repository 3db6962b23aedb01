/* Allgather on one machine, through windows: each publishes its block, and all copy it.
 *
 * Cost: each process writes its block to its window, and reads every other block once. As many
 * rounds as the longest block has halves of a window. No scratch.
 */
#include "ringgen/parts/shared_rounds.h"

struct shared_allgather {
	int at;
	int64_t done, longest; /* elements of a block in earlier rounds; of the longest block */
	int64_t half;          /* where the round's half of each window begins */
};

/* What the round has of a rank's block, in a buffer of all. */
static struct rg_span shared_gathered(const struct rg *r, int buf, int rank, int64_t done)
{
	return shared_piece(rg_block_of(r, buf, rank), done, shared_room(r));
}

/* The same of the own block, wherever that is. */
static struct rg_span shared_contribution(const struct rg *r, int64_t done)
{
	if (r->in_place)
		return shared_gathered(r, RG_OUT, r->rank, done);
	return shared_piece(rg_own(r, RG_IN), done, shared_room(r));
}

static void shared_publish_block(struct rg *r, const struct shared_allgather *s)
{
	struct rg_span piece = shared_contribution(r, s->done);
	rg_copy(r, (struct rg_span){RG_WINDOW + r->rank, s->half, piece.len}, piece);
}

static void shared_collect_blocks(struct rg *r, const struct rg_group *g,
                                  const struct shared_allgather *s)
{
	for (int i = 0; i < g->n; i++) {
		int rank = rg_member(g, i);
		struct rg_span piece = shared_gathered(r, RG_OUT, rank, s->done);
		if (i != g->me)
			rg_copy(r, piece, (struct rg_span){RG_WINDOW + rank, s->half, piece.len});
	}
}

static int shared_allgather(struct rg *r, void *frame)
{
	struct shared_allgather *s = frame;
	struct rg_group all = rg_everyone(r);

	RG_BEGIN(r, s);
	s->longest = rg_longest(r);
	for (; s->done < s->longest; s->done += shared_room(r)) {
		if (r->P > 1)
			shared_publish_block(r, s);
		shared_meet(r, &all);
		if (!r->in_place)
			rg_copy(r, shared_gathered(r, RG_OUT, r->rank, s->done),
			        shared_contribution(r, s->done));
		rg_wait(r, s);
		shared_collect_blocks(r, &all, s);
		s->half = shared_next_half(r, s->half);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_allgather = {
	.name = "shared",
	.run = shared_allgather,
	.frame = sizeof(struct shared_allgather),
	.windows = true,
	.machine = true,
};
