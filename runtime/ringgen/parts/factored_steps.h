/* SPDX-License-Identifier: BSD-3-Clause
 * The steps of a factored allreduce, by rg.parameters: those of the reduce-scatter, of the
 * allreduce steps and of the allgather; and what an allreduce step gives, gets and adds up.
 */
#pragma once
#include "ringgen/parts/exchange_landings.h"
#include "ringgen/parts/fold_workers.h"

/* What a process has to do with them. The partial result of its fold is the caller's to set. */
struct factored {
	int at, step;
	struct fold fold;
	struct exchange exchange;
	struct factors gather;
	int across[EXCHANGE_STEPS + 1]; /* processes with the same block that have added it up by */
	int acrosses;                   /* now, after so many allreduce steps: across[0] = 1 */
};

/* The product of `least` and some numbers, of which only so much is taken as P processes allow. */
static inline int factored_product(const int *radix, int count, int least, int P)
{
	for (int i = 0; i < count; i++)
		least *= radix[i] < P / least ? radix[i] : P / least;
	return least;
}

/* The allreduce steps, by `count` numbers, between processes that have the same one of
 * s->exchange.n blocks. */
static inline void factored_across(struct factored *s, const int *radix, int count, int P)
{
	int blocks = s->exchange.n, n = 1;

	for (s->acrosses = 0; P / blocks / n > 1; s->acrosses++) {
		const int *next = &radix[s->acrosses < count ? s->acrosses : count - 1];
		s->across[s->acrosses] = n;
		n = factored_product(next, 1, blocks * n, P) / blocks;
	}
	s->across[s->acrosses] = n;
}

/* All steps between P processes, as the ports say. */
static inline void factored_steps(struct factored *s, const struct rg *r, int P)
{
	struct exchange *x = &s->exchange;
	struct ports p;

	ports_read(&p, r->parameters);
	int blocks = factored_product(p.radix, p.scattering, 1, P), last = p.n, back = 1;
	while (back < blocks && last > p.scattering)
		back = factored_product(&p.radix[--last], 1, back, P);
	x->n = last > p.scattering ? blocks : P;
	factored_across(s, &p.radix[p.scattering], last - p.scattering, P);
	factors_find(&x->slots, x->n, p.radix, p.scattering, 1);
	x->steps = s->gather = x->slots;
	if (p.n > last)
		factors_find(&s->gather, x->n, &p.radix[p.n - 1], p.n - last, -1);
}

/* What this process has to do with them. The vector is `all`, of RG_OUT; the partial result, which
 * is the caller's to set, takes as much of RG_TMP as there is in front of x->landing. */
static inline void factored_begin(struct factored *s, const struct rg *r, struct rg_group group,
                                  struct rg_span all)
{
	struct exchange *x = &s->exchange;

	factored_steps(s, r, group.n);
	fold_to(&s->fold, group, all, x->n * s->across[s->acrosses]);
	int worker = s->fold.worker < 0 ? 0 : s->fold.worker; /* the others have no steps */
	x->group = group;
	x->pairs = group.n - s->fold.workers;
	x->first = worker / x->n * x->n;
	x->slot = factors_slot(&x->slots, worker % x->n);
	x->quot = all.len / x->n;
	x->rest = all.len % x->n;
	x->from = x->to = all;
	x->landing = x->pairs ? all.len : 0;
}

/* The number of this process among those of an allreduce step. */
static inline int factored_digit(const struct factored *s)
{
	return s->exchange.first / s->exchange.n / s->across[s->step] %
	       (s->across[s->step + 1] / s->across[s->step]);
}

/* What process k of them has: this one, in the vector; another, in scratch. */
static inline struct rg_span factored_addend(const struct rg *r, const struct factored *s, int k)
{
	const struct exchange *x = &s->exchange;
	struct rg_span own = exchange_part(r, x, x->from, (struct piece){0, x->slot, 1}, false);
	int other = k - (k > factored_digit(s));

	if (k == factored_digit(s))
		return own;
	return (struct rg_span){RG_TMP, x->landing + other * own.len, own.len};
}

/* Give all others of them what this process has, get what they have. */
static inline void factored_swap(struct rg *r, const struct factored *s)
{
	const struct exchange *x = &s->exchange;
	int me = factored_digit(s), all = s->across[s->step + 1] / s->across[s->step];

	for (int k = 0; k < all; k++) {
		int peer = s->fold.worker + (k - me) * s->across[s->step] * x->n;
		if (k == me)
			continue;
		rg_send(r, fold_worker(&s->fold, peer), factored_addend(r, s, me));
		rg_recv(r, fold_worker(&s->fold, peer), factored_addend(r, s, k));
	}
}

/* One after the other, everywhere alike. A sum takes the place of its right operand, if it may. */
static inline void factored_add(struct rg *r, struct factored *s)
{
	struct exchange *x = &s->exchange;
	struct rg_span to = exchange_part(r, x, x->to, (struct piece){0, x->slot, 1}, false);
	struct rg_span sum = factored_addend(r, s, 0);
	int all = s->across[s->step + 1] / s->across[s->step];

	for (int k = 1; k < all; k++) {
		struct rg_span right = factored_addend(r, s, k), left = sum;
		bool direct = right.buf == RG_IN || (k == all - 1 && left.buf != to.buf);
		sum = direct ? to : right;
		rg_combine_to(r, sum, left, right);
	}
	if (sum.buf != to.buf)
		rg_copy(r, to, sum);
	x->from = x->to;
}

/* The elements of RG_TMP that it takes: after factored_begin, as that left it. */
static inline int64_t factored_scratch(const struct rg *r, struct factored *s)
{
	int64_t most = exchange_landings(r, &s->exchange);

	for (int i = 0; i < s->acrosses; i++) {
		int64_t came = (s->across[i + 1] / s->across[i] - 1) * (s->exchange.quot + 1);
		most = came > most ? came : most;
	}
	return s->exchange.landing + most;
}

/* The same for an allreduce of all processes. */
static inline int64_t factored_allreduce_scratch(const struct rg *r)
{
	struct factored s = {0};

	factored_begin(&s, r, rg_everyone(r), rg_head(RG_OUT, r->n));
	return factored_scratch(r, &s);
}
