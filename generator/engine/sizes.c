/* SPDX-License-Identifier: BSD-3-Clause
 * sizes: how long the blocks of an irregular collective are.
 */
#include "engine/sizes.h"

#include "base/mix.h"

/* The paper's rho: spikes are so many times as long as the mean, and so rare. */
enum { RHO = 5 };

const char *rg_sizes_name(enum rg_sizes kind)
{
	static const char *const name[RG_SIZES_KINDS] = {
		"same", "random", "spikes", "decreasing", "alternating", "two-blocks", "holes"};
	return name[kind];
}

/* 0 ... below - 1. */
static int64_t draw(uint64_t seed, int i, int64_t below)
{
	return (int64_t)(rg_mix(seed, (uint64_t)i) % (uint64_t)below);
}

/* 2 b (P - i) / P, without a product that is too large. */
static int64_t share(int64_t b, int P, int i)
{
	return 2 * b / P * (P - i) + 2 * b % P * (P - i) / P;
}

static int64_t length(enum rg_sizes kind, int P, int64_t b, uint64_t seed, int i)
{
	switch (kind) {
	case RG_RANDOM:
		return 1 + draw(seed, i, 2 * b);
	case RG_SPIKES:
		return draw(seed, i, RHO) ? 1 : RHO * b;
	case RG_DECREASING:
		return share(b, P, i) + 1;
	case RG_ALTERNATING:
		return i % 2 ? b - b / 2 : b + b / 2;
	case RG_TWO_BLOCKS:
		return i == 0 || i == P - 1 ? b : 0;
	case RG_WITH_HOLES:
		return draw(seed, i, 2) ? draw(seed, P + i, 4 * b + 1) : 0;
	default:
		return b;
	}
}

int64_t rg_sizes_make(enum rg_sizes kind, int P, int64_t b, uint64_t seed, int64_t *len)
{
	int64_t sum = 0;
	for (int i = 0; i < P; i++)
		sum += len[i] = length(kind, P, b, seed, i);
	return sum;
}
