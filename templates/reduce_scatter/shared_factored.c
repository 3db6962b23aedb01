/* Reduce-scatter on machines of several ranks, with windows inside them, for equal and unequal
 * blocks: each column adds up what its machine has of its blocks, and exchanges the sums by
 * rg.parameters.
 *
 * Cost: (M - 1) / M of the vector out of and into each of M machines, in ceil(lg M) steps with one
 * port; inside the machine each process writes the vector to its window, and all together read it.
 * Scratch, for k columns: one k-th of the vector, and what comes in one step. The operation must
 * commute.
 */
#include "parts/columns.c"
#include "ringgen/parts/columns_exchange.h"
#include "parts/exchange.c"

struct shared_factored_reduce_scatter {
	int at;
	struct shared_columns inside;
	struct exchange exchange;
	struct columns_deliver deliver;
};

static int shared_factored_reduce_scatter(struct rg *r, void *frame)
{
	struct shared_factored_reduce_scatter *s = frame;

	RG_BEGIN(r, s);
	s->inside.c = s->deliver.c = columns_begin(r, false, RG_ON_MACHINE);
	s->inside.half = 0;
	rg_run(r, s, shared_columns_scatter, &s->inside);
	if (rg_machine(r).me < s->inside.c.k) {
		columns_exchange(&s->exchange, r, &s->inside.c, 1);
		rg_run(r, s, exchange_scatter, &s->exchange);
	}
	s->deliver.result = 0;
	s->deliver.own = true;
	rg_run(r, s, columns_deliver, &s->deliver);
	RG_END(s);
}

static int64_t shared_factored_reduce_scatter_scratch(const struct rg *r)
{
	struct columns c = columns_begin(r, false, RG_ON_MACHINE);
	struct exchange x = {0};
	int64_t others = r->in_place ? rg_own(r, RG_TMP).len : 0;

	if (columns_here(r, &c).me < c.k) {
		columns_exchange(&x, r, &c, 1);
		others = x.landing + exchange_landings(r, &x);
	}
	return shared_columns_scratch(r, c, others);
}

/*static*/ const struct rg_algorithm rg_shared_factored_reduce_scatter = {
	.name = "shared-factored",
	.run = shared_factored_reduce_scatter,
	.frame = sizeof(struct shared_factored_reduce_scatter),
	.scratch = shared_factored_reduce_scatter_scratch,
	.commutes = true,
	.lanes = true,
	.windows = true,
	.takes = RG_PORTS,
	.tries = RG_WORDS("1", "3"),
	.level = RG_ON_MACHINE,
};
