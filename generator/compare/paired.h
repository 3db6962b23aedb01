/* SPDX-License-Identifier: BSD-3-Clause
 * paired: how many times as long one thing takes as another, from times that were measured in
 * pairs, and how sure that is.
 *
 * The logarithms of the ratios are looked at: the estimate is the median of their Walsh averages
 * (of all means of two of them, each one with itself included), and the 95 % confidence interval is
 * that of Wilcoxon's signed ranks, exact for the number of pairs (Hodges & Lehmann, "Estimates of
 * location based on rank tests", Ann. Math. Statist. 34, 1963; Hollander, Wolfe & Chicken,
 * "Nonparametric statistical methods", 3rd ed. 2014, 3.2 and 3.3).
 *
 * Why that one: it asks for no distribution, only that a pair's ratio errs as often upwards as
 * downwards, and it does, since both runs of a pair meet the same noise, and take turns in being
 * the first. Student's t asks for a normal distribution, and one disturbed run makes its interval
 * useless. The interval of the median (base/statistics.h) does not even ask for symmetry, but of
 * eight pairs it is all from the least to the highest.
 */
#ifndef RG_PAIRED_H
#define RG_PAIRED_H

/* Fewer pairs have no such interval: of five, all that they span holds in 94 of 100 cases. */
enum { RG_PAIRS_LEAST = 6, RG_PAIRS_MOST = 100 };

struct rg_paired {
	double ratio, low, high; /* NAN: there is none, since a time is 0 */
	double level;            /* in how many of 1 the interval holds, at least 0.95 */
};

/* a[i] / b[i], for n pairs, RG_PAIRS_LEAST to RG_PAIRS_MOST. */
struct rg_paired rg_paired_ratio(const double *a, const double *b, int n);

#endif
