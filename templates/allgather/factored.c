/* Factored allgather (Jocksch & Piccinali 2023), any P, for equal and unequal blocks, over the
 * positions of the ring. With one port, the default: recursive doubling when P is a power of two,
 * else Bruck's algorithm (Thakur & Gropp 2003, section 4.1; Bruck et al. 1997), both in ceil(lg P)
 * steps. With P - 1 ports all blocks are sent at once.
 *
 * Cost: see exchange_gather; (P - 1) / P of the vector out of and into each process, which is the
 * least there is. What has more than one step is copied once, in scratch of the vector's length.
 */
#include "ringgen/parts/exchange.h"
#include "parts/exchange.c"

struct factored_allgather {
	int at;
	struct exchange exchange;
};

static int factored_allgather(struct rg *r, void *frame)
{
	struct factored_allgather *s = frame;
	struct exchange *x = &s->exchange;

	RG_BEGIN(r, s);
	exchange_blocks(x, r, -1);
	x->to = rg_head(x->apart ? RG_OUT : RG_TMP, r->n);
	if (!r->in_place)
		rg_copy(r, rg_block(r, RG_OUT, r->pos), rg_own(r, RG_IN));
	if (!x->apart)
		rg_copy(r, exchange_own(r, x), rg_block(r, RG_OUT, r->pos));
	rg_run(r, s, exchange_gather, x);
	if (!x->apart)
		exchange_copy(r, x, RG_OUT, true);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_factored_allgather = {
	.name = "factored",
	.run = factored_allgather,
	.frame = sizeof(struct factored_allgather),
	.scratch = factored_allgather_scratch,
	.takes = RG_PORTS,
	.tries = RG_WORDS("1", "2", "3", "7"),
};
