/* Reduce-scatter on one machine, through windows (see above): each publishes what it has of all
 * blocks but its own, and adds up its own.
 *
 * Cost: each process writes P - 1 blocks to its window, and reads its block P - 1 times in those of
 * others. A round has half a window for P - 1 pieces of blocks. Scratch: lg P times such a piece,
 * and one more with MPI_IN_PLACE; none for two processes without. Ranks are combined in the
 * brackets of recursive doubling: the operation need not commute.
 */
#include "shared_rounds.c"
#include "shared_sum.c"

struct shared_reduce_scatter {
	int at;
	int64_t done, longest; /* elements of a block in earlier rounds; of the longest block */
};

/* The most that a round has of a block. */
static int64_t shared_piece_most(const struct rg *r)
{
	return r->P > 1 ? shared_room(r) / (r->P - 1) : r->n;
}

static struct rg_span shared_piece_of(const struct rg *r, int rank, int64_t done)
{
	return shared_piece(rg_block_of(r, rg_mine(r), rank), done, shared_piece_most(r));
}

/* Where the window of member i has what is for member k: it has nothing for i. */
static int64_t shared_piece_place(const struct rg *r, int i, int k, int64_t done)
{
	return shared_turn(r, done / shared_piece_most(r)) +
	       (k < i ? k : k - 1) * shared_piece_most(r);
}

static void shared_publish_pieces(struct rg *r, const struct rg_group *g, int64_t done)
{
	for (int k = 0; k < g->n; k++) {
		struct rg_span piece = shared_piece_of(r, rg_member(g, k), done);
		if (k != g->me)
			rg_copy(r,
			        (struct rg_span){RG_WINDOW + r->rank,
			                         shared_piece_place(r, g->me, k, done), piece.len},
			        piece);
	}
}

/* With MPI_IN_PLACE the result goes where other blocks begin. Those elements were published in this
 * round or before, since a block begins no earlier than the result; but the own block's may be
 * near. */
static void shared_add_pieces(struct rg *r, const struct rg_group *g, int64_t done)
{
	struct rg_span own = shared_piece_of(r, r->rank, done);
	struct rg_span result = {RG_OUT, done, own.len};
	struct rg_span landing = {RG_TMP, shared_kept(g) * own.len, own.len};

	/* Those in front number us by one less than those behind: they left out themselves. */
	shared_add(r,
	           (struct shared_sum){.group = g,
	                               .own = own,
	                               .off = shared_piece_place(r, g->n, g->me, done),
	                               .skip = shared_piece_most(r)},
	           r->in_place ? landing : result);
	if (r->in_place)
		rg_copy(r, result, landing);
}

static int shared_reduce_scatter(struct rg *r, void *frame)
{
	struct shared_reduce_scatter *s = frame;
	struct rg_group all = rg_everyone(r);

	RG_BEGIN(r, s);
	s->longest = rg_longest(r);
	for (; s->done < s->longest; s->done += shared_piece_most(r)) {
		shared_publish_pieces(r, &all, s->done);
		shared_meet(r, &all);
		rg_wait(r, s);
		shared_add_pieces(r, &all, s->done);
	}
	RG_END(s);
}

static int64_t shared_reduce_scatter_scratch(const struct rg *r)
{
	struct rg_group all = rg_everyone(r);
	int64_t longest = rg_longest(r), most = shared_piece_most(r);
	return (shared_kept(&all) + r->in_place) * (longest < most ? longest : most);
}

/*static*/ const struct rg_algorithm rg_shared_reduce_scatter = {
	.name = "shared",
	.run = shared_reduce_scatter,
	.frame = sizeof(struct shared_reduce_scatter),
	.scratch = shared_reduce_scatter_scratch,
	.windows = true,
	.machine = true,
};
