/* Irregular scatter on one machine, through windows: the root publishes all blocks but its own, in
 * rounds (see shared_hidden.h), each in an area of its window, and each process copies its own
 * while the root writes the next round. The root's own block is moved when it has nothing to
 * publish: while it waits until slots are free, and at the end.
 *
 * Cost: the root writes the blocks, each of the others reads its own. Nobody is told its length. No
 * scratch.
 */
#include "ringgen/parts/shared_hidden.h"

struct shared_scatterv {
	int at;
	int64_t k, rounds;          /* this one, and how many there are for this process */
	struct shared_hidden block; /* its own */
	int64_t kept;               /* rounds of the root's own block that are where they belong */
};

/* A rank's block, as the root has it or as the rank itself has it: those behind the root's come one
 * area earlier, as that is not in the window. */
static struct shared_hidden shared_scatterv_block(const struct rg *r, int rank)
{
	int others = r->P > 1 ? r->P - 1 : 1;
	struct rg_span block = r->rank == r->root ? rg_block_of(r, RG_IN, rank) : rg_own(r, RG_OUT);

	return shared_hidden_of(r, others, rank < r->root || !rank ? rank : rank - 1, block);
}

static void shared_scatterv_begin(const struct rg *r, struct shared_scatterv *s)
{
	s->block = shared_scatterv_block(r, r->rank);
	s->rounds = r->rank == r->root ? 0 : s->block.ring.rounds;
	for (int rank = 0; rank < r->P && r->rank == r->root; rank++) {
		if (rank == r->root)
			continue;
		int64_t rounds = shared_scatterv_block(r, rank).ring.rounds;
		s->rounds = rounds > s->rounds ? rounds : s->rounds;
	}
}

/* At the root: await that the slots of round k are free. Whether there are such; in the first round
 * all are. */
static bool shared_scatterv_before(struct rg *r, const struct shared_scatterv *s)
{
	bool again = false;

	for (int rank = 0; rank < r->P && s->k; rank++) {
		if (rank == r->root)
			continue;
		struct shared_hidden h = shared_scatterv_block(r, rank);
		if (!shared_ring_again(&h.ring, s->k))
			continue;
		rg_await(r, rank);
		again = true;
	}
	return again;
}

/* At the root. */
static void shared_scatterv_publish(struct rg *r, const struct shared_scatterv *s)
{
	for (int rank = 0; rank < r->P; rank++) {
		if (rank == r->root)
			continue;
		struct shared_hidden h = shared_scatterv_block(r, rank);
		if (s->k >= h.ring.rounds)
			continue;
		rg_copy(r, shared_hidden_place(&h, s->k, r->root), shared_hidden_piece(&h, s->k));
		rg_notify(r, rank);
	}
}

/* At the root: so many rounds of its own block. */
static void shared_scatterv_keep(struct rg *r, struct shared_scatterv *s, int64_t rounds)
{
	int64_t most = s->block.ring.most, done = s->kept * most;

	if (r->in_place || !rounds)
		return;
	rg_copy(r, shared_piece(rg_own(r, RG_OUT), done, rounds * most),
	        shared_piece(s->block.block, done, rounds * most));
	s->kept += rounds;
}

/* At the others. */
static void shared_scatterv_collect(struct rg *r, const struct shared_scatterv *s)
{
	rg_copy(r, shared_hidden_piece(&s->block, s->k),
	        shared_hidden_place(&s->block, s->k, r->root));
	if (shared_ring_again(&s->block.ring, s->k + s->block.ring.slots))
		rg_notify(r, r->root);
}

static int shared_scatterv(struct rg *r, void *frame)
{
	struct shared_scatterv *s = frame;

	RG_BEGIN(r, s);
	shared_scatterv_begin(r, s);
	for (; s->k < s->rounds; s->k++) {
		if (r->rank != r->root)
			rg_await(r, r->root);
		else if (shared_scatterv_before(r, s))
			shared_scatterv_keep(r, s, s->kept < s->block.ring.rounds);
		rg_wait(r, s);
		if (r->rank == r->root)
			shared_scatterv_publish(r, s);
		else
			shared_scatterv_collect(r, s);
	}
	if (r->rank == r->root)
		shared_scatterv_keep(r, s, s->block.ring.rounds - s->kept);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_scatterv = {
	.name = "shared",
	.run = shared_scatterv,
	.frame = sizeof(struct shared_scatterv),
	.windows = true,
	.machine = true,
	.early = true,
	.far = true,
};
