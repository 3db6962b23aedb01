/* Pairwise exchange around the ring (Thakur, Rabenseifner & Gropp 2005, section 4.4), any P: in
 * step j every process sends its block to the process j behind it in the ring, and receives one
 * from the one j before it. In the order of a depth-first ring these are shifts, which are free of
 * contention on fat trees whose routes go by destination (Zahavi 2012).
 *
 * Cost: P - 1 messages of one block. Scratch: none; with MPI_IN_PLACE the vector.
 */
#include "ringgen/parts/each.h"

struct pairwise_alltoall {
	int at, step;
};

static int pairwise_alltoall(struct rg *r, void *frame)
{
	struct pairwise_alltoall *s = frame;

	RG_BEGIN(r, s);
	each_begin(r);
	for (s->step = 1; s->step < r->P; s->step++) {
		rg_send(r, each_peer(r, s->step), each_given(r, r->pos + s->step));
		rg_recv(r, each_peer(r, -s->step), each_taken(r, r->pos - s->step));
		rg_wait(r, s);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_pairwise_alltoall = {
	.name = "pairwise",
	.run = pairwise_alltoall,
	.frame = sizeof(struct pairwise_alltoall),
	.scratch = each_scratch,
	.lanes = true,
};
