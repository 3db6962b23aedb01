/* Circulant allreduce (Traeff 2024), any P, over the positions of the ring: the circulant
 * reduce-scatter, then its way back. The factored one with one port has the same distances when P
 * is no power of two, but leaves the blocks where they are, so that those around the vector's end
 * are two messages; here what a process sends in a round is always one.
 *
 * Cost: 2 ceil(lg P) messages, 2 (P - 1) / P of the vector out of and into each process, the least
 * there is; one and a half vectors are copied, for that. Scratch: see circulant_scatter. The
 * operation must commute; all processes get the same bits.
 */
#include "parts/circulant.c"

struct circulant_allreduce {
	int at;
	struct circulant exchange;
};

static int circulant_allreduce(struct rg *r, void *frame)
{
	struct circulant_allreduce *s = frame;

	RG_BEGIN(r, s);
	s->exchange.whole = true;
	if (r->P == 1 && !r->in_place)
		rg_copy(r, rg_slice(r, RG_OUT, 0, r->n), rg_slice(r, RG_IN, 0, r->n));
	rg_run(r, s, circulant_scatter, &s->exchange);
	rg_run(r, s, circulant_gather, &s->exchange);
	if (r->P > 1)
		circulant_blocks(r, &s->exchange, CIRCULANT_OUT, RG_OUT, 0, r->P);
	RG_END(s);
}

static int64_t circulant_allreduce_scratch(const struct rg *r)
{
	return circulant_scratch(r, &(struct circulant){.whole = true});
}

/*static*/ const struct rg_algorithm rg_circulant_allreduce = {
	.name = "circulant",
	.run = circulant_allreduce,
	.frame = sizeof(struct circulant_allreduce),
	.scratch = circulant_allreduce_scratch,
	.commutes = true,
	.lanes = true,
};
