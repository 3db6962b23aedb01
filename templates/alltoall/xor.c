/* Pairwise exchange by bits (Thakur, Rabenseifner & Gropp 2005, section 4.4), any P: in step j
 * every process exchanges blocks with the one whose position in the ring is its own, exclusive or
 * j. When P is no power of two, some have no partner in some of the steps.
 *
 * Cost: P - 1 messages of one block, in up to 2 P - 3 steps; P - 1 if P is a power of two. Scratch:
 * none; with MPI_IN_PLACE a block, since both blocks of an exchange have the same place.
 */
#include "ringgen/parts/each.h"

struct xor_alltoall {
	int at, step;
};

/* The position of the partner, or -1. */
static int xor_partner(const struct rg *r, const struct xor_alltoall *s)
{
	return (r->pos ^ s->step) < r->P ? r->pos ^ s->step : -1;
}

/* The steps that there are: as many as the next power of two, but for the first. */
static int xor_end(const struct rg *r)
{
	int end = 1;
	while (end < r->P)
		end *= 2;
	return end;
}

static struct rg_span xor_landing(const struct rg *r, int partner)
{
	struct rg_span block = each_taken(r, partner);
	return r->in_place ? rg_head(RG_TMP, block.len) : block;
}

static int xor_alltoall(struct rg *r, void *frame)
{
	struct xor_alltoall *s = frame;

	RG_BEGIN(r, s);
	each_own(r);
	for (s->step = 1; s->step < xor_end(r); s->step++) {
		if (xor_partner(r, s) < 0)
			continue;
		rg_send(r, r->order[xor_partner(r, s)], rg_block(r, rg_mine(r), xor_partner(r, s)));
		rg_recv(r, r->order[xor_partner(r, s)], xor_landing(r, xor_partner(r, s)));
		rg_wait(r, s);
		if (r->in_place)
			rg_copy(r, each_taken(r, xor_partner(r, s)),
			        xor_landing(r, xor_partner(r, s)));
	}
	RG_END(s);
}

static int64_t xor_scratch(const struct rg *r)
{
	return r->in_place ? rg_longest(r) : 0;
}

/*static*/ const struct rg_algorithm rg_xor_alltoall = {
	.name = "xor",
	.run = xor_alltoall,
	.frame = sizeof(struct xor_alltoall),
	.scratch = xor_scratch,
	.lanes = true,
};
