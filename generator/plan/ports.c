/* SPDX-License-Identifier: BSD-3-Clause
 * ports: the lists of ports that are the best of a factored exchange.
 */
#include "plan/ports.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Processes that no step has a place for give what they have to others, before, and get the result,
 * after. Of the numbers of others only so many are tried, the greatest that have no factor above 7:
 * each takes the same two messages more, and what counts then is that there are few steps. Chosen.
 */
enum { FOLDED_MOST = 12 };

/* What is looked for. */
struct search {
	enum rg_steps_of what;
	const struct rg_step_costs *costs;
	double bytes; /* of the vector */
	int n;
	struct rg_ports best; /* so far; its seconds are INFINITY at first */
};

/* ---- What a step costs */

/* The part of the messages that leaves the machine, if the partners of a process are w, 2 w ... p w
 * places away. With `aligned` p + 1 runs of w are partners, from a multiple of all that on. */
static double outside(const struct rg_step_costs *c, int w, int p, bool aligned)
{
	double sum = 0;
	if (w >= c->each)
		return 1;
	if (aligned && c->each % (w * (p + 1)) == 0)
		return 0;
	for (int k = 1; k <= p; k++)
		sum += fmin(1, (double)k * w / c->each);
	return sum / p;
}

/* A process sends p messages of so many bytes, and gets as many. */
static double exchanged(const struct rg_step_costs *c, int w, int p, double bytes, bool aligned)
{
	double out = outside(c, w, p, aligned) * p, in = p - out, seconds = 0;
	if (out > 0) {
		double wire = out * c->each * (bytes + c->header) / c->rate;
		double first = c->begins ? wire / out / c->each : 0;
		double asked = c->eager > 0 && bytes > c->eager ? 2 * (c->latency + c->startup) : 0;
		seconds = out * c->startup + c->latency + asked + first +
		          fmax(wire - first, out * c->startup);
	}
	return seconds + in * (c->within + bytes / c->stream);
}

/* And adds up what it got. */
static double combined(const struct rg_step_costs *c, int w, int p, double bytes, bool aligned)
{
	return exchanged(c, w, p, bytes, aligned) + p * bytes / c->combine;
}

static double fold(const struct search *s)
{
	return 2 * exchanged(s->costs, 1, 1, s->bytes, false) + s->bytes / s->costs->combine;
}

/* The steps of one kind. */
struct steps {
	const struct search *s;
	enum {
		ALIGNED, /* all blocks are brought together, or apart; each number divides the one
		            before */
		CYCLIC,  /* the same, whatever the numbers are */
		APART,   /* blocks before allreduce steps, and after them */
		ACROSS   /* allreduce steps */
	} kind;
	int blocks; /* of the vector */
};

/* The step from `have` to `had`, which are blocks; or processes that have still to meet. */
static double step_takes(const struct steps *t, int have, int had, int radix)
{
	const struct search *s = t->s;
	const struct rg_step_costs *c = s->costs;
	bool aligned = t->kind != CYCLIC, scatters = s->what != RG_AN_ALLGATHER;
	double block = s->bytes / t->blocks, seconds = 0;
	int p = radix - 1;
	if (t->kind == ACROSS)
		return combined(c, t->blocks * had, p, block, true);
	int w = aligned ? t->blocks / have : had;
	double bytes = block * (have - had) / p;
	if (scatters)
		seconds += combined(c, w, p, bytes, aligned);
	if (s->what != RG_A_REDUCE_SCATTER)
		seconds += exchanged(c, w, p, bytes, aligned);
	return seconds;
}

/* ---- The best factors of a number */

/* What may be left of a number: the seconds that are left, too, at the least, and the factor that
 * is taken next. */
struct left {
	int n, radix;
	double seconds;
};

/* A number below 2^17 has no more quotients, and far fewer divisors. */
enum { LEFTS_MOST = 1024 };

/* In descending order. */
struct factors_left {
	int n;
	struct left left[LEFTS_MOST];
};

/* All that may be left of it: its divisors, or its quotients, rounded up. */
static void find_lefts(struct factors_left *f, int of, bool divisors)
{
	f->n = 0;
	for (int q = 1, left = of; f->n < LEFTS_MOST; left = of / q + (of % q != 0)) {
		if (!divisors || of % q == 0)
			f->left[f->n++] = (struct left){.n = left};
		if (left == 1)
			return;
		/* The next divisor is found one by one, the next quotient at once. */
		q = divisors ? q + 1 : (of + left - 2) / (left - 1);
	}
}

/* Find the best factors for all that is left, the least first. */
static void find_factors(struct factors_left *f, const struct steps *t)
{
	for (int i = f->n - 2; i >= 0; i--) {
		struct left *at = &f->left[i];
		at->seconds = INFINITY;
		for (int j = i + 1; j < f->n; j++) {
			int next = f->left[j].n, radix = at->n / next + (at->n % next != 0);
			int really = at->n / radix + (at->n % radix != 0);
			if (really != next || (t->kind != CYCLIC && at->n % next))
				continue;
			double seconds = step_takes(t, at->n, next, radix) + f->left[j].seconds;
			if (seconds < at->seconds) {
				at->seconds = seconds;
				at->radix = radix;
			}
		}
	}
}

/* Append their numbers to a list. */
static void note_factors(const struct factors_left *f, struct rg_ports *list, int sign)
{
	int left = f->left[0].n;
	for (int i = 0; i < f->n && left > 1 && list->n < RG_PORTS_STEPS; i++) {
		if (f->left[i].n != left)
			continue;
		int radix = f->left[i].radix;
		list->number[list->n++] = sign * (radix - 1);
		left = left / radix + (left % radix != 0);
	}
}

/* ---- The best list */

static void keep_better(struct search *s, const struct rg_ports *list)
{
	if (list->seconds < s->best.seconds)
		s->best = *list;
}

/* Does each of `count` numbers divide what the one before has left of n? */
static bool is_exact(int n, const int *number, int count)
{
	for (int i = 0; i < count && n > 1; i++) {
		int radix = abs(number[i]) + 1;
		if (n % radix)
			return false;
		n /= radix;
	}
	return true;
}

/* All n blocks are brought together, or apart; or an allreduce does the one and then the other. The
 * step with the longest messages has the last number of an allgather, else the first. */
static void try_spread(struct search *s, bool aligned)
{
	const struct steps t = {s, aligned ? ALIGNED : CYCLIC, s->n};
	struct factors_left f;
	find_lefts(&f, s->n, aligned);
	find_factors(&f, &t);
	struct rg_ports list = {.seconds = f.left[0].seconds};
	note_factors(&f, &list, s->what == RG_AN_ALLREDUCE ? -1 : 1);
	/* Numbers that divide each other are aligned, whatever was thought of them. */
	if (!aligned && is_exact(s->n, list.number, list.n))
		return;
	for (int i = 0, k = list.n - 1; s->what == RG_AN_ALLGATHER && i < k; i++, k--) {
		int number = list.number[i];
		list.number[i] = list.number[k];
		list.number[k] = number;
	}
	keep_better(s, &list);
}

/* So many blocks, which are brought apart and together by `apart`, and so many processes that have
 * the same one. `before`: what it takes without the allreduce steps. */
static void try_across(struct search *s, const struct factors_left *apart, int processes,
                       double before)
{
	const struct steps t = {s, ACROSS, apart->left[0].n};
	struct factors_left f;
	find_lefts(&f, processes, true);
	find_factors(&f, &t);
	struct rg_ports list = {.seconds = before + f.left[0].seconds};
	note_factors(apart, &list, -1);
	int scattering = list.n;
	note_factors(&f, &list, 1);
	for (int i = scattering - 1; i >= 0 && list.n < RG_PORTS_STEPS; i--)
		list.number[list.n++] = -list.number[i];
	keep_better(s, &list);
}

/* So many processes take part in an allreduce, more than half of them. A branch that takes longer
 * before its allreduce steps than the best list in all is not followed. */
static void try_workers(struct search *s, int workers)
{
	double before = workers < s->n ? fold(s) : 0;
	for (int blocks = 1; 2 * blocks <= workers; blocks++) {
		const struct steps t = {s, APART, blocks};
		struct factors_left f;
		if (workers % blocks || before >= s->best.seconds)
			continue;
		find_lefts(&f, blocks, true);
		find_factors(&f, &t);
		if (before + f.left[0].seconds < s->best.seconds)
			try_across(s, &f, workers / blocks, before + f.left[0].seconds);
	}
}

static bool is_smooth(int n)
{
	for (int p = 2; p <= 7; p++)
		while (n % p == 0)
			n /= p;
	return n == 1;
}

struct rg_ports rg_ports_best(int n, enum rg_steps_of what, const struct rg_step_costs *costs,
                              double bytes)
{
	struct search s = {what, costs, bytes, n, {.seconds = INFINITY}};
	try_spread(&s, true);
	try_spread(&s, false);
	if (what != RG_AN_ALLREDUCE)
		return s.best;
	try_workers(&s, n);
	for (int workers = n - 1, folded = 0; 2 * workers > n && folded < FOLDED_MOST; workers--)
		if (is_smooth(workers)) {
			try_workers(&s, workers);
			folded++;
		}
	return s.best;
}

/* ---- A list's time */

/* The seconds of `count` steps by these numbers, every by-th. */
static double follow(const struct steps *t, int from, const int *number, int count, int by)
{
	double seconds = 0;
	for (int i = 0; i < count && from > 1; i++) {
		int radix = abs(number[i * by]) + 1, to = from / radix + (from % radix != 0);
		seconds += step_takes(t, from, to, radix);
		from = to;
	}
	return seconds;
}

double rg_ports_time(const struct rg_ports *list, int n, enum rg_steps_of what,
                     const struct rg_step_costs *costs, double bytes)
{
	const struct search s = {.what = what, .costs = costs, .bytes = bytes, .n = n};
	const int *number = list->number;
	int scattering = 0, blocks = 1, processes = 1;
	while (scattering < list->n && number[scattering] < 0)
		blocks *= 1 - number[scattering++];
	int acrosses = list->n - 2 * scattering;
	if (what != RG_AN_ALLREDUCE || scattering == list->n) {
		const struct steps t = {&s, is_exact(n, number, list->n) ? ALIGNED : CYCLIC, n};
		bool last = what == RG_AN_ALLGATHER;
		return follow(&t, n, last ? number + list->n - 1 : number, list->n, last ? -1 : 1);
	}
	for (int i = 0; i < acrosses; i++)
		processes *= 1 + number[scattering + i];
	const struct steps apart = {&s, APART, blocks}, across = {&s, ACROSS, blocks};
	return (blocks * processes < n ? fold(&s) : 0) +
	       follow(&apart, blocks, number, scattering, 1) +
	       follow(&across, processes, number + scattering, acrosses, 1);
}

char *rg_ports_write(const struct rg_ports *list, char text[RG_PORTS_TEXT])
{
	size_t at = 0;
	for (int i = 0; i < list->n; i++)
		at += (size_t)snprintf(text + at, RG_PORTS_TEXT - at, "%s%d", i ? " " : "",
		                       list->number[i]);
	return text;
}
