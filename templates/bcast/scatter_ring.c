/* Van de Geijn's broadcast of long vectors (Thakur & Gropp 2003, section 4.2): scatter along a
 * binomial tree, then an allgather along the ring, in which blocks that the tree has brought
 * already are left out.
 *
 * Cost: ceil(lg P) + P - 1 steps, and less than two vectors out of each process, less than one into
 * it. No scratch.
 */
#include "parts/bcast_scatter.c"

struct scatter_ring {
	int at, step;
	struct bcast_scatter scatter;
};

/* The block that the process at a place gets in a step; none if it has that. */
static struct rg_span scatter_ring_block(const struct rg *r, int place, int step)
{
	int block = rg_at(r, place - step);
	bool there = place <= block && block < bcast_scattered(r, place);
	return bcast_blocks(r, block, there ? block : block + 1);
}

static int scatter_ring(struct rg *r, void *frame)
{
	struct scatter_ring *s = frame;
	int place = rg_at(r, r->pos - r->root_pos);

	RG_BEGIN(r, s);
	rg_run(r, s, bcast_scatter, &s->scatter);
	for (s->step = 1; s->step < r->P; s->step++) {
		rg_send(r, rg_next(r), scatter_ring_block(r, rg_at(r, place + 1), s->step));
		rg_recv(r, rg_prev(r), scatter_ring_block(r, place, s->step));
		rg_wait(r, s);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_scatter_ring_bcast = {
	.name = "scatter-ring",
	.run = scatter_ring,
	.frame = sizeof(struct scatter_ring),
	.lanes = true,
	.segments = true,
};
