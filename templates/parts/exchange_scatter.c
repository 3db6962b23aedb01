/* The reduce-scatter of a factored exchange: from the own contribution in `from` to the own block
 * of the sum in `to`, which may be the same. The operation must commute.
 *
 * Cost: a step of p ports takes p messages, out of and into each process; all steps together (n -
 * 1) / n of the vector. A piece that goes beyond the vector's end takes two messages. Scratch: from
 * `landing` on, less than the vector.
 */
#pragma once
#include "ringgen/parts/exchange.h"

/* Where part of a piece lands, if so much of the scratch is taken by those before it. */
static struct rg_span exchange_landing(const struct exchange *x, int64_t taken, struct rg_span part)
{
	return (struct rg_span){RG_TMP, x->landing + taken, part.len};
}

/* The most that comes in a step. */
static int64_t exchange_landings(const struct rg *r, struct exchange *x)
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

static void exchange_give(struct rg *r, const struct exchange *x)
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
static struct piece exchange_rest(const struct exchange *x)
{
	struct piece ours = exchange_ours(x, 1);
	int kept = x->steps.have[x->step + 1];

	return (struct piece){x->slot, (ours.first + ours.count) % x->n, kept - ours.count};
}

/* Add what came. The first piece is the longest; with it the sum leaves `from`. */
static void exchange_add(struct rg *r, struct exchange *x)
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

static int exchange_scatter(struct rg *r, void *frame)
{
	struct exchange *s = frame;

	RG_BEGIN(r, s);
	for (s->step = 0; s->step < s->steps.steps; s->step++) {
		exchange_give(r, s);
		rg_wait(r, s);
		exchange_add(r, s);
	}
	RG_END(s);
}
