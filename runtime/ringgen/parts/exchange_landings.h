/* SPDX-License-Identifier: BSD-3-Clause
 * The reduce-scatter of a factored exchange (see exchange.h), a step of it: what is given, where
 * what comes lands, and how it is added up.
 */
#pragma once
#include "ringgen/parts/exchange.h"

/* Where part of a piece lands, if so much of the scratch is taken by those before it. */
static inline struct rg_span exchange_landing(const struct exchange *x, int64_t taken,
                                              struct rg_span part)
{
	return (struct rg_span){RG_TMP, x->landing + taken, part.len};
}

/* The most that comes in a step. */
static inline int64_t exchange_landings(const struct rg *r, struct exchange *x)
{
	int64_t most = 0;

	for (x->step = 0; x->step < x->steps.steps; x->step++) {
		int64_t taken = 0;
		for (int k = 1; k <= exchange_ports(x); k++)
			for (int second = 0; second < 2; second++)
				taken +=
					exchange_part(r, x, x->to, exchange_ours(x, k), second).len;
		most = taken > most ? taken : most;
	}
	return most;
}

/* Give each partner of this step what it adds up, get what is added up here. */
static inline void exchange_give(struct rg *r, const struct exchange *x)
{
	int64_t taken = 0;

	for (int k = 1; k <= exchange_ports(x); k++)
		for (int second = 0; second < 2; second++) {
			struct piece theirs = exchange_theirs(x, k), ours = exchange_ours(x, k);
			struct rg_span part = exchange_part(r, x, x->to, ours, second);
			rg_send(r, theirs.peer, exchange_part(r, x, x->from, theirs, second));
			rg_recv(r, ours.peer, exchange_landing(x, taken, part));
			taken += part.len;
		}
}

/* The part of what is kept that the first partner had nothing for. */
static inline struct piece exchange_rest(const struct exchange *x)
{
	struct piece ours = exchange_ours(x, 1);
	int kept = x->steps.have[x->step + 1];

	return (struct piece){x->slot, (ours.first + ours.count) % x->n, kept - ours.count};
}

/* Add what came. The first piece is the longest; with it the sum leaves `from`. */
static inline void exchange_add(struct rg *r, struct exchange *x)
{
	int64_t taken = 0;

	for (int k = 1; k <= exchange_ports(x); k++)
		for (int second = 0; second < 2; second++) {
			struct piece ours = exchange_ours(x, k);
			struct rg_span part = exchange_part(r, x, x->to, ours, second);
			rg_combine_to(r, part, exchange_landing(x, taken, part),
			              k == 1 ? exchange_part(r, x, x->from, ours, second) : part);
			taken += part.len;
		}
	for (int second = 0; second < 2 && x->from.buf != x->to.buf; second++)
		rg_copy(r, exchange_part(r, x, x->to, exchange_rest(x), second),
		        exchange_part(r, x, x->from, exchange_rest(x), second));
	x->from = x->to;
}
