/* SPDX-License-Identifier: BSD-3-Clause
 * The lottery among the candidates for a call.
 */
#include "ringgen/lottery.h"

#include <stddef.h>

/* Times of a candidate before it may be ruled out by them: one may be an accident. What took POOR
 * times as long as the best in its first two is not tried a third time. */
enum { ENOUGH = 3, POOR = 10 };

/* What the newest time weighs in an average. One that is as far off as a time seldom is by chance,
 * in standard deviations, weighs more: where a link became slow, that is known at once. */
static const double NEWEST = 0.1, NEWEST_FAR = 0.5, FAR = 3;

/* Candidates further than this from the best, in standard deviations, hold no tickets
 * (section 6.3). */
static const double DEVIATIONS = 2;

void rg_trials_add(struct rg_trials *trials, double seconds)
{
	double difference = seconds - trials->mean;
	bool far = difference * difference > FAR * FAR * trials->variance;
	double weight = trials->n >= ENOUGH && far ? NEWEST_FAR : NEWEST;

	if (!trials->n++) {
		trials->mean = seconds;
		trials->variance = 0;
		return;
	}
	if (weight < 1.0 / (double)trials->n) /* the first ones: each weighs as much */
		weight = 1.0 / (double)trials->n;
	trials->mean += weight * difference;
	trials->variance = (1 - weight) * (trials->variance + weight * difference * difference);
}

struct rg_trials rg_trials_join(struct rg_trials a, struct rg_trials b)
{
	double n = (double)a.n + (double)b.n, difference = a.mean - b.mean;

	if (!a.n || !b.n)
		return a.n ? a : b;
	double part = (double)a.n / n, rest = (double)b.n / n;
	return (struct rg_trials){a.n + b.n, part * a.mean + rest * b.mean,
	                          part * a.variance + rest * b.variance +
	                                  part * rest * difference * difference};
}

int rg_lottery_best(const struct rg_trials *candidate, int n)
{
	int best = -1;

	for (int i = 0; i < n; i++)
		if (candidate[i].n && (best < 0 || candidate[i].mean < candidate[best].mean))
			best = i;
	return best;
}

/* The product of a candidate's times, [sizes]; 0: one was not measured, or is behind MPI's own,
 * which may have none (NULL). */
static double product_of(const double *seconds, const double *own, int sizes)
{
	double product = 1;

	for (int s = 0; s < sizes; s++)
		product *= own && own[s] > 0 && rg_is_behind(own[s], seconds[s]) ? 0 : seconds[s];
	return product;
}

static bool serves_as_well(const double *own, const double *seconds, int sizes)
{
	int s = 0;

	while (s < sizes && own[s] > 0 && rg_serves_as_well(own[s], seconds[s]))
		s++;
	return s == sizes;
}

int rg_lottery_serves(const double *seconds, int n, int sizes, int native)
{
	const double *own = native < 0 ? NULL : seconds + (size_t)native * (size_t)sizes,
		     *best = NULL;
	double least = 0;

	for (int i = 0; i < n; i++) {
		const double *of = seconds + (size_t)i * (size_t)sizes;
		double product = product_of(of, own, sizes);
		if (!(product > 0) || (best && product >= least))
			continue;
		best = of;
		least = product;
	}
	if (!best)
		return -1;
	return own && serves_as_well(own, best, sizes) ? native : (int)((best - seconds) / sizes);
}

/* ---- Policies */

/* The rest goes to the others in inverse proportion to their times, which the paper proposes, but
 * to none that is clearly slower. */
static void by_lottery(const struct rg_trials *candidate, int n, int best, double alpha,
                       double *tickets)
{
	double others = 0;

	for (int i = 0; i < n; i++) {
		double off = candidate[i].mean - candidate[best].mean,
		       variance = candidate[best].variance + candidate[i].variance;
		bool near =
			off * off <= DEVIATIONS * DEVIATIONS * variance && candidate[i].mean > 0;
		tickets[i] = i != best && near ? 1 / candidate[i].mean : 0;
		others += tickets[i];
	}
	for (int i = 0; i < n && others > 0; i++)
		tickets[i] *= (1 - alpha) / others;
	tickets[best] = others > 0 ? alpha : 1;
}

/* The rest goes to the others in equal parts (section 6.1). */
static void by_paper(const struct rg_trials *candidate, int n, int best, double alpha,
                     double *tickets)
{
	(void)candidate;
	for (int i = 0; i < n; i++)
		tickets[i] = i == best ? n > 1 ? alpha : 1 : (1 - alpha) / (n - 1);
}

static void evenly(const struct rg_trials *candidate, int n, int best, double alpha,
                   double *tickets)
{
	(void)candidate, (void)best, (void)alpha;
	for (int i = 0; i < n; i++)
		tickets[i] = 1;
}

/* Whose turn it is: the one that was tried least. */
static void in_turn(const struct rg_trials *candidate, int n, int best, double alpha,
                    double *tickets)
{
	int least = 0;

	(void)best, (void)alpha;
	for (int i = 0; i < n; i++) {
		tickets[i] = 0;
		least = candidate[i].n < candidate[least].n ? i : least;
	}
	tickets[least] = 1;
}

static void to_the_best(const struct rg_trials *candidate, int n, int best, double alpha,
                        double *tickets)
{
	(void)candidate, (void)alpha;
	for (int i = 0; i < n; i++)
		tickets[i] = i == best;
}

static rg_policy *const policies[RG_TUNINGS] = {
	[RG_BY_LOTTERY] = by_lottery, [RG_BY_PAPER] = by_paper,      [RG_UNIFORM] = evenly,
	[RG_SWEEP] = in_turn,         [RG_BEST_KNOWN] = to_the_best,
};

/* ---- Draws */

/* A number from 0 on, below 1: splitmix64 (Steele, Lea, Flood 2014). */
static double next(uint64_t *seed)
{
	uint64_t z = *seed += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return (double)((z ^ z >> 31) >> 11) / 9007199254740992.0; /* 2^53 */
}

/* Whether too little is known of a candidate to judge it. */
static bool is_untested(const struct rg_trials *candidate, const struct rg_trials *best)
{
	return candidate->n < ENOUGH - 1 ||
	       (candidate->n < ENOUGH && candidate->mean <= POOR * best->mean);
}

/* The first of those that were tried least and are to be tried again; -1: there is none. The plan's
 * choice comes first, so that nobody waits for what is worse without need. */
static int first_untested(enum rg_tuning tuning, const struct rg_trials *candidate, int n, int best)
{
	int first = -1;

	if (tuning == RG_BEST_KNOWN && best >= 0)
		return -1;
	for (int i = 0; i < n; i++)
		if (is_untested(&candidate[i], &candidate[best < 0 ? i : best]) &&
		    (first < 0 || candidate[i].n < candidate[first].n))
			first = i;
	return first;
}

int rg_lottery_draw(struct rg_lottery *l, const struct rg_trials *candidate, int n, double *share)
{
	double tickets[RG_CANDIDATES_MOST], all = 0;
	int best = rg_lottery_best(candidate, n),
	    drawn = first_untested(l->tuning, candidate, n, best);

	*share = 0;
	if (drawn >= 0)
		return drawn;
	policies[l->tuning](candidate, n, best, l->alpha, tickets);
	for (int i = 0; i < n; i++)
		all += tickets[i];
	double at = next(&l->seed) * all;
	for (drawn = 0; drawn < n - 1 && at >= tickets[drawn]; drawn++)
		at -= tickets[drawn];
	if (!(tickets[drawn] > 0)) /* rounding left it behind the last that has any */
		drawn = best;
	*share = l->tuning == RG_SWEEP ? 0 : tickets[drawn] / all;
	return drawn;
}

/* The binary logarithm of n, at least 1, bit by bit: the square of a number has twice its
 * logarithm. This library needs no other one for that alone. */
static double lg(int n)
{
	double rest = n, whole = 0, part = 0;

	for (; rest >= 2; rest /= 2)
		whole++;
	for (double bit = 0.5; bit > 1e-9; bit /= 2) {
		rest *= rest;
		if (rest < 2)
			continue;
		part += bit;
		rest /= 2;
	}
	return whole + part;
}

double rg_lottery_expected(int n, double alpha)
{
	return n ? n * lg(n) / (1 - alpha) : 0;
}
