/* Factored allreduce (Jocksch & Piccinali 2023, Table 1), any P, over the positions of the ring: a
 * reduce-scatter of some steps, then allreduce steps, then an allgather. In an allreduce step of p
 * ports p + 1 processes give each other all that they have, and all add it up in the same way.
 *
 * rg.ports: negative numbers are reduce-scatter steps. The last numbers, as many as it takes to
 * bring back what they scattered, are allgather steps ("-7 1 7": 8 blocks, an exchange with one
 * other process that has the same block, 8 blocks again); numbers in between are allreduce steps,
 * the last of which is taken again while there are processes for it. Without any ("-1") each of P
 * blocks is added up by one process: halving and doubling for any P, without a fold. None: the
 * same.
 *
 * Cost: see exchange_scatter.c and exchange_gather.c; without allreduce steps 2 (P - 1) / P of the
 * vector out of and into each process, the least there is. When there are some, with s blocks, a
 * step of p ports takes p messages of 1 / s of the vector, and processes beyond the product of all
 * numbers are folded. Scratch: what comes in one step; the vector too when there is a fold. The
 * operation must commute; all processes get the same bits.
 */
#include "exchange_gather.c"
#include "exchange_scatter.c"
#include "fold.c"

struct factored_allreduce {
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
static void factored_across(struct factored_allreduce *s, const int *radix, int count, int P)
{
	int blocks = s->exchange.n, n = 1;

	for (s->acrosses = 0; P / blocks / n > 1; s->acrosses++) {
		const int *next = &radix[s->acrosses < count ? s->acrosses : count - 1];
		s->across[s->acrosses] = n;
		n = factored_product(next, 1, blocks * n, P) / blocks;
	}
	s->across[s->acrosses] = n;
}

/* All steps, as the ports say. */
static void factored_steps(struct factored_allreduce *s, const struct rg *r)
{
	struct exchange *x = &s->exchange;
	struct ports p;

	ports_read(&p, r->ports);
	int blocks = factored_product(p.radix, p.scattering, 1, r->P), last = p.n, back = 1;
	while (back < blocks && last > p.scattering)
		back = factored_product(&p.radix[--last], 1, back, r->P);
	x->n = last > p.scattering ? blocks : r->P;
	factored_across(s, &p.radix[p.scattering], last - p.scattering, r->P);
	factors_find(&x->slots, x->n, p.radix, p.scattering, 1);
	x->steps = s->gather = x->slots;
	if (p.n > last)
		factors_find(&s->gather, x->n, &p.radix[p.n - 1], p.n - last, -1);
}

/* What this process has to do with them. */
static void factored_allreduce_begin(struct factored_allreduce *s, const struct rg *r)
{
	struct exchange *x = &s->exchange;

	factored_steps(s, r);
	fold_to(&s->fold, rg_everyone(r), x->n * s->across[s->acrosses]);
	s->fold.partial = partial_begin(r, fold_paired(&s->fold));
	int worker = s->fold.worker < 0 ? 0 : s->fold.worker; /* the others have no steps */
	x->group = s->fold.group;
	x->pairs = x->group.n - s->fold.workers;
	x->first = worker / x->n * x->n;
	x->slot = factors_slot(&x->slots, worker % x->n);
	x->quot = r->n / x->n;
	x->rest = r->n % x->n;
	x->from = x->to = rg_head(RG_OUT, r->n);
	x->landing = x->pairs ? r->n : 0;
}

/* The number of this process among those of an allreduce step. */
static int factored_digit(const struct factored_allreduce *s)
{
	return s->exchange.first / s->exchange.n / s->across[s->step] %
	       (s->across[s->step + 1] / s->across[s->step]);
}

/* What process k of them has: this one, in the vector; another, in scratch. */
static struct rg_span factored_addend(const struct rg *r, const struct factored_allreduce *s, int k)
{
	const struct exchange *x = &s->exchange;
	struct rg_span own = exchange_part(r, x, x->from, (struct piece){0, x->slot, 1}, false);
	int other = k - (k > factored_digit(s));

	if (k == factored_digit(s))
		return own;
	return (struct rg_span){RG_TMP, x->landing + other * own.len, own.len};
}

static void factored_swap(struct rg *r, const struct factored_allreduce *s)
{
	const struct exchange *x = &s->exchange;
	int me = factored_digit(s), all = s->across[s->step + 1] / s->across[s->step];

	for (int k = 0; k < all; k++) {
		int peer = s->fold.worker + (k - me) * s->across[s->step] * x->n;
		if (k == me)
			continue;
		rg_recv(r, fold_worker(&s->fold, peer), factored_addend(r, s, k));
		rg_send(r, fold_worker(&s->fold, peer), factored_addend(r, s, me));
	}
}

/* One after the other, everywhere alike. A sum takes the place of its right operand, if it may. */
static void factored_add(struct rg *r, struct factored_allreduce *s)
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

static int factored_allreduce(struct rg *r, void *frame)
{
	struct factored_allreduce *s = frame;
	struct exchange *x = &s->exchange;

	RG_BEGIN(r, s);
	factored_allreduce_begin(s, r);
	rg_run(r, s, fold_before, &s->fold);
	if (s->fold.worker >= 0) {
		x->from = rg_head(s->fold.partial.in, r->n);
		rg_run(r, s, exchange_scatter, x);
		for (s->step = 0; s->step < s->acrosses; s->step++) {
			factored_swap(r, s);
			rg_wait(r, s);
			factored_add(r, s);
		}
		if (r->P == 1)
			partial_end(r, &s->fold.partial, x->to);
		x->steps = s->gather;
		rg_run(r, s, exchange_gather, x);
	}
	rg_run(r, s, fold_after, &s->fold);
	RG_END(s);
}

static int64_t factored_allreduce_scratch(const struct rg *r)
{
	struct factored_allreduce s = {0};
	int64_t most;

	factored_allreduce_begin(&s, r);
	most = exchange_landings(r, &s.exchange);
	for (int i = 0; i < s.acrosses; i++) {
		int64_t came = (s.across[i + 1] / s.across[i] - 1) * (s.exchange.quot + 1);
		most = came > most ? came : most;
	}
	return s.exchange.landing + most;
}

/*static*/ const struct rg_algorithm rg_factored_allreduce = {
	.name = "factored",
	.run = factored_allreduce,
	.frame = sizeof(struct factored_allreduce),
	.scratch = factored_allreduce_scratch,
	.commutes = true,
	.ports = true,
};
