/* The factored allreduce of a vector over a group of processes (Jocksch & Piccinali 2023, Table 1):
 * a reduce-scatter of some steps, then allreduce steps, then an allgather. In an allreduce step of
 * p ports p + 1 processes give each other all that they have, and all add it up in the same way.
 *
 * rg.parameters: negative numbers are reduce-scatter steps. The last numbers, as many as it takes
 * to bring back what they scattered, are allgather steps ("-7 1 7": 8 blocks, an exchange with one
 * other process that has the same block, 8 blocks again); numbers in between are allreduce steps,
 * the last of which is taken again while there are processes for it. Without any ("-1") each of n
 * blocks, for n processes, is added up by one of them: halving and doubling for any n, without a
 * fold. None: the same.
 *
 * Cost: see exchange_scatter and exchange_gather; without allreduce steps 2 (n - 1) / n of the
 * vector out of and into each process, the least there is. When there are some, with s blocks, a
 * step of p ports takes p messages of 1 / s of the vector, and processes beyond the product of all
 * numbers are folded. Scratch: what comes in one step; the vector too when there is a fold. The
 * operation must commute; all processes get the same bits.
 */
#pragma once
#include "parts/exchange_gather.c"
#include "parts/exchange_scatter.c"
#include "parts/fold.c"

struct factored {
	int at, step;
	struct fold fold;
	struct exchange exchange;
	struct factors gather;
	int across[EXCHANGE_STEPS + 1]; /* processes with the same block that have added it up by */
	int acrosses;                   /* now, after so many allreduce steps: across[0] = 1 */
};

/* The product of `least` and some numbers, of which only so much is taken as P processes allow. */
static int factored_product(const int *radix, int count, int least, int P)
{
	for (int i = 0; i < count; i++)
		least *= radix[i] < P / least ? radix[i] : P / least;
	return least;
}

/* The allreduce steps, by `count` numbers, between processes that have the same one of
 * s->exchange.n blocks. */
static void factored_across(struct factored *s, const int *radix, int count, int P)
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
static void factored_steps(struct factored *s, const struct rg *r, int P)
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
static void factored_begin(struct factored *s, const struct rg *r, struct rg_group group,
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
static int factored_digit(const struct factored *s)
{
	return s->exchange.first / s->exchange.n / s->across[s->step] %
	       (s->across[s->step + 1] / s->across[s->step]);
}

/* What process k of them has: this one, in the vector; another, in scratch. */
static struct rg_span factored_addend(const struct rg *r, const struct factored *s, int k)
{
	const struct exchange *x = &s->exchange;
	struct rg_span own = exchange_part(r, x, x->from, (struct piece){0, x->slot, 1}, false);
	int other = k - (k > factored_digit(s));

	if (k == factored_digit(s))
		return own;
	return (struct rg_span){RG_TMP, x->landing + other * own.len, own.len};
}

static void factored_swap(struct rg *r, const struct factored *s)
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
static void factored_add(struct rg *r, struct factored *s)
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

static int factored(struct rg *r, void *frame)
{
	struct factored *s = frame;
	struct exchange *x = &s->exchange;

	RG_BEGIN(r, s);
	rg_run(r, s, fold_before, &s->fold);
	if (s->fold.worker >= 0) {
		x->from = partial_in(&s->fold.partial, s->fold.partial.in, x->to);
		rg_run(r, s, exchange_scatter, x);
		for (s->step = 0; s->step < s->acrosses; s->step++) {
			factored_swap(r, s);
			rg_wait(r, s);
			factored_add(r, s);
		}
		if (s->fold.group.n == 1)
			partial_end(r, &s->fold.partial, x->to);
		x->steps = s->gather;
		rg_run(r, s, exchange_gather, x);
	}
	rg_run(r, s, fold_after, &s->fold);
	RG_END(s);
}

/* After factored_begin; it is as that left it. */
static int64_t factored_scratch(const struct rg *r, struct factored *s)
{
	int64_t most = exchange_landings(r, &s->exchange);

	for (int i = 0; i < s->acrosses; i++) {
		int64_t came = (s->across[i + 1] / s->across[i] - 1) * (s->exchange.quot + 1);
		most = came > most ? came : most;
	}
	return s->exchange.landing + most;
}
