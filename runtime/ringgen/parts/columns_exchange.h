/* SPDX-License-Identifier: BSD-3-Clause
 * A factored exchange within a column (see exchange.h), by rg.parameters: of what the column has of
 * each machine, which stands in one piece in scratch, from the own machine's on.
 */
#pragma once
#include "ringgen/parts/columns.h"
#include "ringgen/parts/exchange.h"

static inline int64_t columns_block_length(const struct rg *r, const struct exchange *x, int slot)
{
	return columns_length(r, x->of, slot);
}

/* The columns have to last as long as the exchange. */
static inline void columns_exchange(struct exchange *x, const struct rg *r, const struct columns *c,
                                    int by)
{
	struct ports ports;
	const int *first = ports.radix;

	ports_read(&ports, r->parameters);
	if (by < 0)
		first += ports.n - 1;
	factors_find(&x->steps, c->machines, first, ports.n, by);
	x->steps.exact = false; /* all pieces begin with the own machine's, and are one message */
	x->slots = x->steps;
	x->n = c->machines;
	x->group = columns_own(r, c);
	x->slot = x->origin = factors_slot(&x->slots, c->machine);
	x->length = columns_block_length;
	x->of = c;
	x->from = x->to = rg_head(RG_TMP, columns_all(r, c));
	x->landing = x->to.len;
}
