/* SPDX-License-Identifier: BSD-3-Clause
 * sizes: how long the blocks of an irregular collective are.
 */
#include "engine/sizes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/mix.h"
#include "base/meant.h"
#include "base/text.h"

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

#define KINDS "same, random, spikes, decreasing, alternating, two-blocks, holes"

static char *parse_numbers(const char *text, int P, int64_t *len)
{
	struct rg_text wrong = {0};
	char hint[RG_HINT];
	int n = 0;
	for (const char *s = text;; s++, n++) {
		char *end;
		errno = 0;
		long long number = strtoll(s, &end, 10);
		if (end == s || errno || number < 0 || number > RG_BLOCK_MOST ||
		    (*end && *end != ',')) {
			rg_textf(&wrong,
			         "is no list of lengths, as 3,0,5, and no kind of blocks: " KINDS
			         "%s",
			         rg_nearest_hint(hint, sizeof hint, "", text, KINDS));
			return wrong.s;
		}
		if (n < P)
			len[n] = number;
		s = end;
		if (!*s)
			break;
	}
	if (n + 1 != P)
		rg_textf(&wrong, "has %d lengths for %d ranks", n + 1, P);
	return wrong.s;
}

char *rg_sizes_parse(const char *text, int P, int64_t b, int64_t *len)
{
	for (int kind = 0; kind < RG_SIZES_KINDS; kind++)
		if (strcmp(text, rg_sizes_name((enum rg_sizes)kind)) == 0) {
			rg_sizes_make((enum rg_sizes)kind, P, b, 1, len);
			return NULL;
		}
	return parse_numbers(text, P, len);
}
