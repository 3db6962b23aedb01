/* Allgather on machines of several ranks, with windows inside them, for equal and unequal blocks:
 * put the own block in its place, let each column exchange what it has, by rg.parameters, and
 * publish it. A machine that has more processes than there are columns exchanges its own blocks
 * before.
 *
 * Cost: (M - 1) / M of the vector out of and into each of M machines, in ceil(lg M) steps with one
 * port; inside the machine its processes together write the vector to their windows, and each reads
 * it. Scratch, for k columns: one k-th of the vector.
 */
#include "ringgen/parts/columns.h"
#include "ringgen/parts/columns_exchange.h"
#include "parts/exchange.c"
#include "parts/columns.c"

struct shared_factored_allgather {
	int at;
	struct columns c;
	struct shared_columns inside;
	struct exchange exchange;
};

/* What this column has of the machine that is so many (of 0 ... machines - 1) after this one: from
 * RG_OUT to scratch, or back. */
static void shared_factored_copy(struct rg *r, const struct columns *c, int after, bool back)
{
	int m = columns_machine(c, after);
	struct rg_span there = {RG_TMP, columns_before(r, c, m), 0};

	for (int i = columns_here(r, c).me; i < columns_blocks(c, m); i += c->k) {
		struct rg_span here = columns_block(r, c, RG_OUT, m, i);
		there.len = here.len;
		rg_copy(r, back ? here : there, back ? there : here);
		there.off += there.len;
	}
}

static int shared_factored_allgather(struct rg *r, void *frame)
{
	struct shared_factored_allgather *s = frame;
	struct rg_group machine = rg_machine(r);

	RG_BEGIN(r, s);
	if (!r->in_place)
		rg_copy(r, rg_block(r, RG_OUT, r->pos), rg_own(r, RG_IN));
	s->c = columns_begin(r, false, RG_ON_MACHINE);
	s->inside.half = 0;
	if (machine.n > s->c.k) {
		s->inside.c = columns_inside(r);
		rg_run(r, s, shared_columns_gather, &s->inside);
	}
	if (machine.me < s->c.k) {
		columns_exchange(&s->exchange, r, &s->c, -1);
		shared_factored_copy(r, &s->c, 0, false);
		rg_run(r, s, exchange_gather, &s->exchange);
		for (int after = 1; after < s->c.machines; after++)
			shared_factored_copy(r, &s->c, after, true);
	}
	s->inside.c = s->c;
	rg_run(r, s, shared_columns_gather, &s->inside);
	RG_END(s);
}

static int64_t shared_factored_allgather_scratch(const struct rg *r)
{
	struct columns c = columns_begin(r, false, RG_ON_MACHINE);
	return columns_here(r, &c).me < c.k ? columns_all(r, &c) : 0;
}

/*static*/ const struct rg_algorithm rg_shared_factored_allgather = {
	.name = "shared-factored",
	.run = shared_factored_allgather,
	.frame = sizeof(struct shared_factored_allgather),
	.scratch = shared_factored_allgather_scratch,
	.lanes = true,
	.windows = true,
	.takes = RG_PORTS,
	.tries = RG_WORDS("1", "3"),
	.level = RG_ON_MACHINE,
};
