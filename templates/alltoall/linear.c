/* Linear alltoall with a window, any P: as pairwise exchange around the ring, but some messages are
 * on their way at a time, rg.parameters tell how many (MPICH calls it "scattered", Open MPI "linear
 * with sync"). Each process begins with its neighbours, so that not all send to one.
 *
 * Cost: P - 1 messages of one block, in (P - 1) / N steps of N. Scratch: none; with MPI_IN_PLACE
 * the vector.
 */
#include "ringgen/parts/each.h"

struct linear_alltoall {
	int at, step;
};

/* So many at a time, if nobody says how many; MPICH's 32 are for its eager messages. */
enum { LINEAR_WINDOW = 4 };

/* Behind the last of the messages that go with the one of this step. */
static int linear_end(const struct rg *r, const struct linear_alltoall *s)
{
	int most = r->P - s->step, window = rg_number_of(r->parameters, LINEAR_WINDOW);
	return s->step + (window < most ? window : most);
}

static void linear_post(struct rg *r, const struct linear_alltoall *s)
{
	for (int step = s->step; step < linear_end(r, s); step++)
		rg_send(r, each_peer(r, step), each_given(r, r->pos + step));
	for (int step = s->step; step < linear_end(r, s); step++)
		rg_recv(r, each_peer(r, -step), each_taken(r, r->pos - step));
}

static int linear_alltoall(struct rg *r, void *frame)
{
	struct linear_alltoall *s = frame;

	RG_BEGIN(r, s);
	each_begin(r);
	for (s->step = 1; s->step < r->P; s->step = linear_end(r, s)) {
		linear_post(r, s);
		rg_wait(r, s);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_linear_alltoall = {
	.name = "linear",
	.run = linear_alltoall,
	.frame = sizeof(struct linear_alltoall),
	.scratch = each_scratch,
	.lanes = true,
	.takes = RG_A_NUMBER,
	.tries = RG_WORDS("4", "16"),
};
