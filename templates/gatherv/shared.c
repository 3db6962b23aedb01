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
	int64_t k, rounds; /* this one, and how many there are for this process */
	struct shared_hidden slots;
};

static void shared_gatherv_begin(const struct rg *r, struct shared_gatherv *s)
{
	s->slots = shared_hidden_area(r, 1, 0);
	s->rounds = shared_hidden_rounds(&s->slots, rg_own(r, RG_IN).len);
	for (int rank = 0; rank < r->P && r->rank == r->root; rank++) {
		int64_t own = shared_hidden_rounds(&s->slots, rg_block_of(r, RG_OUT, rank).len);
		s->rounds = own > s->rounds ? own : s->rounds;
	}
}

/* At the root: whether a rank has something to do with round k. */
static bool shared_gatherv_comes(const struct rg *r, const struct shared_gatherv *s, int rank,
                                 int64_t k)
{
	return rank != r->rank &&
	       k < shared_hidden_rounds(&s->slots, rg_block_of(r, RG_OUT, rank).len);
}

/* What is read in the round, and whose slots are free then. */
static void shared_gatherv_collect(struct rg *r, const struct shared_gatherv *s)
{
	for (int rank = 0; rank < r->P; rank++) {
		struct rg_span block = rg_block_of(r, RG_OUT, rank);
		if (!shared_gatherv_comes(r, s, rank, s->k))
			continue;
		rg_copy(r, shared_hidden_piece(&s->slots, s->k, block),
		        shared_hidden_place(&s->slots, s->k, rank, block));
		if (shared_gatherv_comes(r, s, rank, s->k + s->slots.slots))
			rg_notify(r, rank);
	}
}

static int shared_gatherv(struct rg *r, void *frame)
{
	struct shared_gatherv *s = frame;

	RG_BEGIN(r, s);
	shared_gatherv_begin(r, s);
	if (r->rank == r->root && !r->in_place)
		rg_copy(r, rg_block_of(r, RG_OUT, r->rank), rg_own(r, RG_IN));
	for (; s->k < s->rounds; s->k++) {
		for (int rank = 0; rank < r->P && r->rank == r->root; rank++)
			if (shared_gatherv_comes(r, s, rank, s->k))
				rg_await(r, rank);
		if (r->rank != r->root && shared_hidden_again(&s->slots, s->k))
			rg_await(r, r->root);
		rg_wait(r, s);
		if (r->rank == r->root) {
			shared_gatherv_collect(r, s);
		} else {
			rg_copy(r, shared_hidden_place(&s->slots, s->k, r->rank, rg_own(r, RG_IN)),
			        shared_hidden_piece(&s->slots, s->k, rg_own(r, RG_IN)));
			rg_notify(r, r->root);
		}
	}
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
