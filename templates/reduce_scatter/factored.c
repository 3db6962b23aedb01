/* Factored reduce-scatter (Jocksch & Piccinali 2023), any P, for equal and unequal blocks, over the
 * positions of the ring. With one port, the default: recursive halving when P is a power of two
 * (Thakur & Gropp 2003, section 4.3), and its like for any P, without a fold: the allgather of
 * Bruck et al. 1997 the other way round. With P - 1 ports all blocks are sent at once.
 *
 * Cost: see exchange_scatter; (P - 1) / P of the vector out of and into each process, which is
 * the least there is. What has more than one step is copied once. Scratch: two vectors. The
 * operation must commute.
 */
#include "ringgen/parts/exchange.h"
#include "parts/exchange.c"

struct factored_reduce_scatter {
	int at;
	struct exchange exchange;
};

/* In scratch: the vector, then what comes. */
static void factored_scattering(struct exchange *x, const struct rg *r)
{
	exchange_blocks(x, r, 1);
	x->to = rg_head(RG_TMP, r->n);
	x->landing = r->n;
}

static int factored_reduce_scatter(struct rg *r, void *frame)
{
	struct factored_reduce_scatter *s = frame;
	struct exchange *x = &s->exchange;

	RG_BEGIN(r, s);
	factored_scattering(x, r);
	x->from = rg_head(x->apart ? rg_mine(r) : RG_TMP, r->n);
	if (!x->apart)
		exchange_copy(r, x, rg_mine(r), false);
	rg_run(r, s, exchange_scatter, x);
	if (r->P == 1 && !r->in_place)
		rg_copy(r, rg_own(r, RG_OUT), rg_head(RG_IN, r->n));
	else if (r->P > 1)
		rg_copy(r, rg_own(r, RG_OUT), exchange_own(r, x));
	RG_END(s);
}

static int64_t factored_reduce_scatter_scratch(const struct rg *r)
{
	struct exchange x = {0};

	factored_scattering(&x, r);
	return x.landing + exchange_landings(r, &x);
}

/*static*/ const struct rg_algorithm rg_factored_reduce_scatter = {
	.name = "factored",
	.run = factored_reduce_scatter,
	.frame = sizeof(struct factored_reduce_scatter),
	.scratch = factored_reduce_scatter_scratch,
	.commutes = true,
	.takes = RG_PORTS,
	.tries = RG_WORDS("1", "2", "3", "7"),
};
