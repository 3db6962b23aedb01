/* SPDX-License-Identifier: BSD-3-Clause
 * Samples with the round that each was taken in.
 */
#ifndef RECORD_H
#define RECORD_H

#include "base/statistics.h"

/* In the order of the rounds, at most one of each. */
struct record {
	int n;
	int *rounds;
	double *seconds;
};

void record_add(struct record *r, int round, double seconds);
void record_free(struct record *r);

/* Both medians with their intervals, over the rounds that both have a sample of: what drifts is in
 * both. Returns the number of these rounds; of none, the intervals are those of no sample. */
int record_compare(const struct record *a, const struct record *b, struct rg_interval *of_a,
                   struct rg_interval *of_b);

#endif
