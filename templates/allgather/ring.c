/* Ring allgather, for equal and unequal blocks: put the own block in its place, then circulate.
 */
#include "parts/ring.c"

struct ring_allgather {
	int at;
	struct ring circulate;
};

static int ring_allgather(struct rg *r, void *frame)
{
	struct ring_allgather *s = frame;

	RG_BEGIN(r, s);
	if (!r->in_place)
		rg_copy(r, rg_block(r, RG_OUT, r->pos), rg_own(r, RG_IN));
	rg_run(r, s, ring_circulate, &s->circulate);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_ring_allgather = {
	.name = "ring",
	.run = ring_allgather,
	.frame = sizeof(struct ring_allgather),
	.ring = true,
	.lanes = true,
};
