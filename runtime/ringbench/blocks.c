/* SPDX-License-Identifier: BSD-3-Clause
 * How long the ranks' blocks are, where they may differ.
 *
 * The kinds are those of Traff, "Practical, linear-time, fully distributed algorithms for irregular
 * gather and scatter" (EuroMPI 2017), section 5: b is the mean.
 */
#include "ringbench/blocks.h"
#include "ringbench/random.h"

const char *const blocks_names[KINDS] = {"same",       "random",      "spikes",
                                         "decreasing", "alternating", "two"};

/* The block of one rank; the blocks of all ranks have a mean of b. */
typedef int cut_one(int b, int rank, int ranks, struct random *r);

/* 1 ... 2 b, each as likely. */
static int cut_random(int b, int rank, int ranks, struct random *r)
{
	(void)rank, (void)ranks;
	return 1 + (int)random_below(r, 2 * (unsigned)b);
}

enum { RHO = BLOCKS_LONGEST };

/* One of RHO is RHO b, the others 1. */
static int cut_spikes(int b, int rank, int ranks, struct random *r)
{
	(void)rank, (void)ranks;
	return random_below(r, RHO) ? 1 : RHO * b;
}

static int cut_decreasing(int b, int rank, int ranks, struct random *r)
{
	(void)r;
	return (int)(2LL * b * (ranks - rank) / ranks) + 1;
}

static int cut_alternating(int b, int rank, int ranks, struct random *r)
{
	(void)ranks, (void)r;
	return rank % 2 ? b - b / 2 : b + b / 2;
}

/* The first and the last one have all. */
static int cut_two(int b, int rank, int ranks, struct random *r)
{
	(void)r;
	return rank == 0 || rank == ranks - 1 ? b : 0;
}

static cut_one *const cuts[KINDS] = {[RANDOM] = cut_random,
                                     [SPIKES] = cut_spikes,
                                     [DECREASING] = cut_decreasing,
                                     [ALTERNATING] = cut_alternating,
                                     [TWO] = cut_two};

/* With few ranks chance may give nobody a spike; then one rank gets it. */
static void add_spike(int b, int ranks, struct random *r, int *counts)
{
	int longer = 0, which = (int)random_below(r, (uint32_t)ranks);

	for (int i = 0; i < ranks; i++)
		longer += counts[i] > 1;
	if (!longer)
		counts[which] = RHO * b;
}

void blocks_cut(enum blocks kind, unsigned seed, int n, int ranks, int *counts)
{
	struct random r = {seed};
	int b = n / ranks, mean = b ? b : 1;

	for (int i = 0; i < ranks; i++)
		counts[i] = kind == SAME ? b + (i < n % ranks) : cuts[kind](mean, i, ranks, &r);
	if (kind == SPIKES)
		add_spike(mean, ranks, &r, counts);
}
