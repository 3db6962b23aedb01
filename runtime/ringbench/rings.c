/* SPDX-License-Identifier: BSD-3-Clause
 * The rings, lengths and means of the effective bandwidth.
 */
#include "ringbench/rings.h"

#include <math.h>

const char *const rings_order_names[RINGS_ORDERS] = {"rank order", "random order"};

int rings_size(int pattern, int ranks)
{
	const int size[RINGS_PATTERNS] = {
		2, 4, 8, ranks / 4 > 16 ? ranks / 4 : 16, ranks / 2 > 32 ? ranks / 2 : 32, ranks};

	return size[pattern] < ranks ? size[pattern] : ranks;
}

/* Ring number i of n begins at that place. The longer rings are the last ones. */
static int begins(int i, int n, int ranks)
{
	int size = ranks / n, longer = ranks % n;

	return i * size + (i > n - longer ? i - (n - longer) : 0);
}

void rings_neighbours(int pattern, int ranks, int at, int *left, int *right)
{
	int n = ranks / rings_size(pattern, ranks), i = 0;

	while (begins(i + 1, n, ranks) <= at)
		i++;
	int first = begins(i, n, ranks), size = begins(i + 1, n, ranks) - first;
	*left = first + (at - first + size - 1) % size;
	*right = first + (at - first + 1) % size;
}

void rings_lengths(long long longest, long long length[RINGS_LENGTHS])
{
	const int powers = 13; /* 1 B to 4 KiB */
	const double factor = pow((double)longest / 4096, 1.0 / (RINGS_LENGTHS - powers));

	for (int i = 0; i < powers; i++)
		length[i] = 1LL << i;
	for (int i = powers; i < RINGS_LENGTHS; i++)
		length[i] = llround(4096 * pow(factor, i - powers + 1));
	length[RINGS_LENGTHS - 1] = longest;
}

double rings_mean(const double speed[RINGS_LENGTHS])
{
	double sum = 0;

	for (int i = 0; i < RINGS_LENGTHS; i++)
		sum += speed[i];
	return sum / RINGS_LENGTHS;
}

double rings_mean_of_order(double speeds[RINGS_PATTERNS][RINGS_LENGTHS])
{
	double sum = 0;

	for (int i = 0; i < RINGS_PATTERNS; i++)
		sum += log(rings_mean(speeds[i]));
	return exp(sum / RINGS_PATTERNS);
}

double rings_b_eff(rings_speeds speeds)
{
	return sqrt(rings_mean_of_order(speeds[BY_RANK]) * rings_mean_of_order(speeds[AT_RANDOM]));
}
