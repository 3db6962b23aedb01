/* Circulant reduce-scatter (Traeff 2024), any P, for equal and unequal blocks, over the positions
 * of the ring. When P is no power of two its messages are those of the factored one with one port,
 * which puts the whole vector in order first. When P is a power of two that one has partners who
 * exchange; here a process sends to one and receives from another.
 *
 * Cost: ceil(lg P) messages, (P - 1) / P of the vector out of and into each process, which is the
 * least there is of both; half of the vector is copied. Scratch: see circulant_scatter. The
 * operation must commute.
 */
#include "parts/circulant.c"

struct circulant_reduce_scatter {
	int at;
	struct circulant exchange;
};

static int circulant_reduce_scatter(struct rg *r, void *frame)
{
	struct circulant_reduce_scatter *s = frame;

	RG_BEGIN(r, s);
	if (r->P == 1 && !r->in_place)
		rg_copy(r, rg_own(r, RG_OUT), rg_block(r, RG_IN, 0));
	rg_run(r, s, circulant_scatter, &s->exchange);
	if (r->P > 1 && r->in_place && rg_in_lanes(r)) {
		/* The result takes the place of a contribution, which another lane may still need.
		 */
		rg_join(r);
		rg_wait(r, s);
	}
	if (r->P > 1)
		rg_copy(r, rg_own(r, RG_OUT), circulant_part(r, &s->exchange, 0, 1));
	RG_END(s);
}

static int64_t circulant_reduce_scatter_scratch(const struct rg *r)
{
	return circulant_scratch(r, &(struct circulant){.whole = false});
}

/*static*/ const struct rg_algorithm rg_circulant_reduce_scatter = {
	.name = "circulant",
	.run = circulant_reduce_scatter,
	.frame = sizeof(struct circulant_reduce_scatter),
	.scratch = circulant_reduce_scatter_scratch,
	.commutes = true,
	.lanes = true,
};
