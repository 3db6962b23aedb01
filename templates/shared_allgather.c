/* Allgather on one machine, through windows (see above): each publishes its block, and all copy it.
 *
 * Cost: each process writes its block to its window, and reads every other block once. As many
 * rounds as the longest block has halves of a window. No scratch.
 */
#include "shared_rounds.c"

struct shared_allgather {
	int at;
	int64_t done, longest; /* elements of a block in earlier rounds; of the longest block */
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

static struct rg_span shared_published(const struct rg *r, int rank, int64_t done)
{
	return (struct rg_span){RG_WINDOW + rank, shared_turn(r, done / shared_room(r)),
	                        shared_gathered(r, RG_OUT, rank, done).len};
}

static void shared_collect_blocks(struct rg *r, const struct rg_group *g, int64_t done)
{
	for (int i = 0; i < g->n; i++) {
		int rank = rg_member(g, i);
		if (i != g->me)
			rg_copy(r, shared_gathered(r, RG_OUT, rank, done),
			        shared_published(r, rank, done));
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
			rg_copy(r, shared_published(r, r->rank, s->done),
			        shared_contribution(r, s->done));
		shared_meet(r, &all);
		if (!r->in_place)
			rg_copy(r, shared_gathered(r, RG_OUT, r->rank, s->done),
			        shared_contribution(r, s->done));
		rg_wait(r, s);
		shared_collect_blocks(r, &all, s->done);
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
