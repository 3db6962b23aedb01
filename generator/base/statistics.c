/* SPDX-License-Identifier: BSD-3-Clause
 * statistics: samples, kept in order, and their statistics.
 *
 * The interval is that of order statistics, which asks nothing of the distribution: how many of n
 * samples are below the true median is binomial, n/2 +- 1.96 sqrt(n)/2 in 95 of 100 cases
 * (Hoefler & Belli, "Scientific benchmarking of parallel computing systems", SC 2015, 4.2).
 */
#include "base/statistics.h"

#include <math.h>
#include <string.h>

void rg_samples_add(struct rg_samples *s, double value)
{
	int at = s->n++;

	while (at > 0 && s->sorted[at - 1] > value)
		at--;
	memmove(&s->sorted[at + 1], &s->sorted[at], (size_t)(s->n - 1 - at) * sizeof value);
	s->sorted[at] = value;
}

double rg_samples_median(const struct rg_samples *s)
{
	return (s->sorted[(s->n - 1) / 2] + s->sorted[s->n / 2]) / 2;
}

double rg_samples_quantile(const struct rg_samples *s, double q)
{
	int at = (int)ceil(q * s->n) - 1;
	return s->sorted[at > 0 ? at : 0];
}

struct rg_interval rg_samples_interval(const struct rg_samples *s)
{
	if (s->n <
	    RG_SAMPLES_LEAST) /* the least of which the lowest and the highest enclose so much */
		return (struct rg_interval){s->n ? rg_samples_median(s) : 0, 0, INFINITY};
	double half = 1.96 * sqrt(s->n) / 2;
	int low = (int)floor(s->n / 2.0 - half) - 1, high = (int)ceil(s->n / 2.0 + half);

	low = low < 0 ? 0 : low;
	high = high >= s->n ? s->n - 1 : high;
	return (struct rg_interval){rg_samples_median(s), s->sorted[low], s->sorted[high]};
}

double rg_samples_spread(const struct rg_samples *s)
{
	struct rg_interval i = rg_samples_interval(s);
	return isinf(i.high) ? INFINITY : 100 * (i.high - i.low) / i.median;
}
