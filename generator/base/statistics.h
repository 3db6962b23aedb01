/* SPDX-License-Identifier: BSD-3-Clause
 * statistics: samples, kept in order, and their statistics.
 */
#ifndef RG_STATISTICS_H
#define RG_STATISTICS_H

struct rg_samples {
	double *sorted; /* room for all that will be added */
	int n;
};

void rg_samples_add(struct rg_samples *s, double value);

/* These need at least one sample. The quantile is the lowest sample that the share q does not
 * exceed. */
double rg_samples_median(const struct rg_samples *s);
double rg_samples_quantile(const struct rg_samples *s, double q);

/* The 95 % confidence interval of the median; fewer samples have none: 0 to infinity. */
enum { RG_SAMPLES_LEAST = 6 };

struct rg_interval {
	double median, low, high;
};

struct rg_interval rg_samples_interval(const struct rg_samples *s);

/* How well the median is known: the width of its 95 % confidence interval, in percent of it. */
double rg_samples_spread(const struct rg_samples *s);

#endif
