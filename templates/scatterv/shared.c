/* Irregular scatter on one machine, through windows: the root publishes all blocks but its own, in
 * rounds (see shared_hidden.h), each in an area of its window, and each process copies its own
 * while the root writes the next round.
 *
 * Cost: the root writes the blocks, each of the others reads its own. Nobody is told its length. No
 * scratch.
 */
#include "ringgen/parts/shared_hidden.h"

struct shared_scatterv {
	int at;
	int64_t k, rounds; /* this one, and how many there are for this process */
};

/* Where a rank's block is: those behind the root's come one area earlier, as that is not there. */
static struct shared_hidden shared_scatterv_slots(const struct rg *r, int rank)
{
	int others = r->P > 1 ? r->P - 1 : 1;
	return shared_hidden_area(r, others, rank < r->root || !rank ? rank : rank - 1);
}

/* Whether a rank has something to do with round k: the root knows that of all. */
static bool shared_scatterv_goes(const struct rg *r, int rank, int64_t k)
{
	struct shared_hidden slots = shared_scatterv_slots(r, rank);
	return rank != r->root && k < shared_hidden_rounds(&slots, rg_block_of(r, RG_IN, rank).len);
}

static void shared_scatterv_begin(const struct rg *r, struct shared_scatterv *s)
{
	struct shared_hidden slots = shared_scatterv_slots(r, r->rank);

	s->rounds = shared_hidden_rounds(&slots, rg_own(r, RG_OUT).len);
	for (int rank = 0; rank < r->P && r->rank == r->root; rank++)
		while (shared_scatterv_goes(r, rank, s->rounds))
			s->rounds++;
}

/* At the root. */
static void shared_scatterv_publish(struct rg *r, const struct shared_scatterv *s)
{
	for (int rank = 0; rank < r->P; rank++) {
		struct shared_hidden slots = shared_scatterv_slots(r, rank);
		struct rg_span block = rg_block_of(r, RG_IN, rank);
		if (!shared_scatterv_goes(r, rank, s->k))
			continue;
		rg_copy(r, shared_hidden_place(&slots, s->k, r->root, block),
		        shared_hidden_piece(&slots, s->k, block));
		rg_notify(r, rank);
	}
}

/* At the others. */
static void shared_scatterv_collect(struct rg *r, const struct shared_scatterv *s)
{
	struct shared_hidden slots = shared_scatterv_slots(r, r->rank);

	rg_copy(r, shared_hidden_piece(&slots, s->k, rg_own(r, RG_OUT)),
	        shared_hidden_place(&slots, s->k, r->root, rg_own(r, RG_OUT)));
	if (s->k + slots.slots < s->rounds)
		rg_notify(r, r->root);
}

static int shared_scatterv(struct rg *r, void *frame)
{
	struct shared_scatterv *s = frame;

	RG_BEGIN(r, s);
	shared_scatterv_begin(r, s);
	if (r->rank == r->root && !r->in_place)
		rg_copy(r, rg_own(r, RG_OUT), rg_block_of(r, RG_IN, r->rank));
	for (; s->k < s->rounds; s->k++) {
		for (int rank = 0; rank < r->P && r->rank == r->root; rank++) {
			struct shared_hidden slots = shared_scatterv_slots(r, rank);
			if (shared_scatterv_goes(r, rank, s->k) &&
			    shared_hidden_again(&slots, s->k))
				rg_await(r, rank);
		}
		if (r->rank != r->root)
			rg_await(r, r->root);
		rg_wait(r, s);
		if (r->rank == r->root)
			shared_scatterv_publish(r, s);
		else
			shared_scatterv_collect(r, s);
	}
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
