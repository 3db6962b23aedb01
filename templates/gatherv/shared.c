/* Irregular gather on one machine, through windows: each publishes its block in its window, in
 * rounds (see shared_hidden.h), and the root copies what is there while the others write the next
 * round.
 *
 * Cost: each process but the root writes its block, the root reads them. Nobody tells its length.
 * No scratch.
 */
#include "ringgen/parts/shared_hidden.h"

struct shared_gatherv {
	int at;
	int64_t k, rounds;        /* this one, and how many there are for this process */
	struct shared_hidden own; /* its own block, which the root keeps */
};

/* A rank's block, as the root has it or as the rank itself has it, in that rank's window. */
static struct shared_hidden shared_gatherv_block(const struct rg *r, int rank)
{
	struct rg_span block = r->rank == r->root ? rg_block_of(r, RG_OUT, rank) : rg_own(r, RG_IN);

	return shared_hidden_of(r, 1, 0, block);
}

static void shared_gatherv_begin(const struct rg *r, struct shared_gatherv *s)
{
	s->own = shared_gatherv_block(r, r->rank);
	s->rounds = r->rank == r->root ? 0 : s->own.ring.rounds;
	for (int rank = 0; rank < r->P && r->rank == r->root; rank++) {
		if (rank == r->root)
			continue;
		int64_t rounds = shared_gatherv_block(r, rank).ring.rounds;
		s->rounds = rounds > s->rounds ? rounds : s->rounds;
	}
}

/* Whether a rank's block has a round k; of any block there is a first one. */
static bool shared_gatherv_has(const struct rg *r, int rank, int64_t k)
{
	return !k || k < shared_gatherv_block(r, rank).ring.rounds;
}

/* Await what the others publish in the round; or, at these, that its slot is free. */
static void shared_gatherv_before(struct rg *r, const struct shared_gatherv *s)
{
	for (int rank = 0; rank < r->P && r->rank == r->root; rank++)
		if (rank != r->root && shared_gatherv_has(r, rank, s->k))
			rg_await(r, rank);
	if (r->rank != r->root && shared_ring_again(&s->own.ring, s->k))
		rg_await(r, r->root);
}

/* What is read in the round, and whose slots are free then. */
static void shared_gatherv_collect(struct rg *r, const struct shared_gatherv *s)
{
	for (int rank = 0; rank < r->P; rank++) {
		if (rank == r->root)
			continue;
		struct shared_hidden h = shared_gatherv_block(r, rank);
		if (s->k >= h.ring.rounds)
			continue;
		rg_copy(r, shared_hidden_piece(&h, s->k), shared_hidden_place(&h, s->k, rank));
		if (shared_ring_again(&h.ring, s->k + h.ring.slots))
			rg_notify(r, rank);
	}
}

/* At the root: what rounds `from` to `end` have of its own block. */
static void shared_gatherv_keep(struct rg *r, const struct shared_gatherv *s, int64_t from,
                                int64_t end)
{
	const struct shared_hidden *h = &s->own;
	int64_t done = from * h->ring.most, most = (end - from) * h->ring.most;

	if (r->rank == r->root && !r->in_place && from < h->ring.rounds)
		rg_copy(r, shared_piece(h->block, done, most),
		        shared_piece(rg_own(r, RG_IN), done, most));
}

/* At the others. */
static void shared_gatherv_publish(struct rg *r, const struct shared_gatherv *s)
{
	rg_copy(r, shared_hidden_place(&s->own, s->k, r->rank), shared_hidden_piece(&s->own, s->k));
	rg_notify(r, r->root);
}

static int shared_gatherv(struct rg *r, void *frame)
{
	struct shared_gatherv *s = frame;

	RG_BEGIN(r, s);
	shared_gatherv_begin(r, s);
	for (; s->k < s->rounds; s->k++) {
		shared_gatherv_keep(r, s, s->k, s->k + 1);
		shared_gatherv_before(r, s);
		rg_wait(r, s);
		if (r->rank == r->root)
			shared_gatherv_collect(r, s);
		else
			shared_gatherv_publish(r, s);
	}
	shared_gatherv_keep(r, s, s->k, s->own.ring.rounds);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_gatherv = {
	.name = "shared",
	.run = shared_gatherv,
	.frame = sizeof(struct shared_gatherv),
	.windows = true,
	.machine = true,
	.early = true,
	.far = true,
};
