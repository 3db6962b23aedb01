/* SPDX-License-Identifier: BSD-3-Clause
 * Samples, kept in order, and their statistics.
 */
#ifndef STATISTICS_H
#define STATISTICS_H

struct samples {
	double *sorted; /* room for all that will be added */
	int n;
};

void samples_add(struct samples *s, double value);

/* These need at least one sample. The quantile is the lowest sample that the share q does not
 * exceed. */
double samples_median(const struct samples *s);
double samples_quantile(const struct samples *s, double q);

/* The 95 % confidence interval of the median; fewer samples have none: 0 to infinity. */
enum { SAMPLES_LEAST = 6 };

struct interval {
	double median, low, high;
};

struct interval samples_interval(const struct samples *s);

/* How well the median is known: the width of its 95 % confidence interval, in percent of it. */
double samples_spread(const struct samples *s);

#endif
