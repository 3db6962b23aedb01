/* SPDX-License-Identifier: BSD-3-Clause
 * The lottery among the candidates for a call (R. Nishtala, N. Patel, K. Sanghavi, K. Chakrabarti:
 * Automatic Tuning of Collective Communication Operations in MPI, 2003, section 6): each candidate
 * holds tickets, the more the faster it was, and one ticket is drawn. How tickets are given is a
 * policy, one function each. Pure: the same on all ranks that know the same.
 */
#ifndef RG_LOTTERY_H
#define RG_LOTTERY_H

#include <stdbool.h>
#include <stdint.h>

/* What is known of a candidate: how often it was tried, the exponential average of its times in
 * seconds, and that of the squares of what they differ from it by. */
struct rg_trials {
	int64_t n;
	double mean, variance;
};

/* RINGGEN_TUNE: off; the paper's lottery with what it proposes as an improvement; the paper's own;
 * each as many tickets; each in turn; always the best known. */
enum rg_tuning {
	RG_UNTUNED,
	RG_BY_LOTTERY,
	RG_BY_PAPER,
	RG_UNIFORM,
	RG_SWEEP,
	RG_BEST_KNOWN,
	RG_TUNINGS
};

struct rg_lottery {
	enum rg_tuning tuning;
	double alpha;  /* the share of the tickets that the best candidate has, below 1 */
	uint64_t seed; /* the state of the draws */
};

/* The paper's alpha. */
#define RG_LOTTERY_ALPHA 0.8

/* Whether MPI's own routine, which takes so many seconds, serves although another one takes less:
 * by a twentieth two runs of one program differ, and a tenth of a microsecond is what a call of
 * ours takes longer when the program's work has driven its code and windows out of the caches,
 * which a loop of calls does not show. (Two ranks, 8 B, a broadcast: 0.25 us in such a loop, 0.45
 * where data are written and verified between.) */
static inline bool rg_serves_as_well(double native, double other)
{
	return native <= 1.05 * other + 0.1e-6;
}

/* Whether one that takes so many seconds is slower than MPI's own by more than two runs differ. */
static inline bool rg_is_behind(double native, double other)
{
	return other > 1.05 * native;
}

/* Tickets of candidates that were all tried, [n], in any unit; `best` is the one with the least
 * mean. */
typedef void rg_policy(const struct rg_trials *candidate, int n, int best, double alpha,
                       double *tickets);

/* The most candidates in a lottery: those of a plan are eight at most, those of a wide one more. */
enum { RG_CANDIDATES_MOST = 56 };

#pragma GCC visibility push(hidden)

/* One more time of a candidate, in seconds. */
void rg_trials_add(struct rg_trials *trials, double seconds);

/* What two observers of the same candidate know together; each counts as much as it tried. */
struct rg_trials rg_trials_join(struct rg_trials a, struct rg_trials b);

/* The candidate with the least mean of those that were tried; -1: none was. */
int rg_lottery_best(const struct rg_trials *candidate, int n);

/* Which of n candidates is to serve calls of all of some sizes, by their seconds [i * sizes + s], 0
 * where they were not measured: of those that were measured at all sizes, and are nowhere behind
 * MPI's own routine, the one with the least geometric mean; that routine itself where it does as
 * well at all sizes. `native` is that routine's number, or -1: it is no candidate. Returns a
 * candidate's number, or -1: there is none. */
int rg_lottery_serves(const double *seconds, int n, int sizes, int native);

/* Draw one of n candidates, 1 <= n <= RG_CANDIDATES_MOST: those that were tried too seldom to be
 * judged come first, in their order, then the tickets decide.
 * `share` is told the part of the tickets that the candidate drawn has, for it to serve the longer;
 * 0: as short as may be. */
int rg_lottery_draw(struct rg_lottery *lottery, const struct rg_trials *candidate, int n,
                    double *share);

/* The expected number of draws until each of n candidates, 0 to RG_CANDIDATES_MOST, was drawn anew,
 * so that the best is found wherever it is: the paper's E[I] = n lg n / (1 - alpha), section 6.2,
 * from the coupon collector's problem. 0: there is nothing to find. */
double rg_lottery_expected(int n, double alpha);

#pragma GCC visibility pop
#endif
