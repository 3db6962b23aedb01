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

/* Copy all blocks into the vector, from where they are in another buffer; or (back) to there. Those
 * that follow each other there, too, go together. */
static inline void exchange_copy(struct rg *r, const struct exchange *x, int buf, bool back)
{
	struct rg_span blocks = {buf, 0, 0}, vector = {RG_TMP, 0, 0};

	for (int i = 0, slot = x->origin; i < x->n; i++, slot = slot < x->n - 1 ? slot + 1 : 0) {
		struct rg_span block = rg_block_of(r, buf, exchange_rank(x, slot));
		if (block.off != blocks.off + blocks.len) {
			rg_copy(r, back ? blocks : vector, back ? vector : blocks);
			vector = (struct rg_span){RG_TMP, vector.off + vector.len, 0};
			blocks = (struct rg_span){buf, block.off, 0};
		}
		blocks.len += block.len;
		vector.len += block.len;
	}
	rg_copy(r, back ? blocks : vector, back ? vector : blocks);
}

/* The elements of RG_TMP that an allgather takes. */
static inline int64_t factored_allgather_scratch(const struct rg *r)
{
	struct exchange x = {0};

	exchange_blocks(&x, r, -1);
	return x.apart ? 0 : r->n;
}
