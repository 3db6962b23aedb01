/* SPDX-License-Identifier: BSD-3-Clause
 * The factored exchange of the blocks of all processes: each has its own. The vector is put
 * together in scratch, such that what a process sends to another is one message; when there is but
 * one step each piece is a block, and scratch is not needed.
 */
#pragma once
#include "ringgen/parts/exchange.h"

static inline int64_t exchange_block_length(const struct rg *r, const struct exchange *x, int slot)
{
	return r->len[exchange_rank(x, slot)];
}

static inline void exchange_blocks(struct exchange *x, const struct rg *r, int by)
{
	struct ports ports;
	const int *first = ports.radix;

	ports_read(&ports, r->parameters);
	if (by < 0)
		first += ports.n - 1;
	factors_find(&x->steps, r->P, first, ports.n, by);
	x->slots = x->steps;
	x->n = r->P;
	x->group = rg_everyone(r);
	x->slot = factors_slot(&x->slots, x->group.me);
	x->origin = x->steps.exact ? 0 : x->slot;
	x->length = r->len ? exchange_block_length : NULL;
	x->quot = r->quot;
	x->apart = x->steps.steps < 2;
}

/* The own block in that vector. */
static inline struct rg_span exchange_own(const struct rg *r, const struct exchange *x)
{
	return exchange_part(r, x, rg_head(RG_TMP, r->n), (struct piece){0, x->slot, 1}, false);
}

/* Copy all blocks into the vector, from where they are in another buffer; or (back) to there. */
static inline void exchange_copy(struct rg *r, const struct exchange *x, int buf, bool back)
{
	struct rg_span copy = {RG_TMP, 0, 0};

	for (int i = 0; i < x->n; i++) {
		struct rg_span block =
			rg_block_of(r, buf, exchange_rank(x, (x->origin + i) % x->n));
		copy.len = block.len;
		rg_copy(r, back ? block : copy, back ? copy : block);
		copy.off += copy.len;
	}
}
