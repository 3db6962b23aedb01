/* SPDX-License-Identifier: BSD-3-Clause
 * Random numbers that can be had again.
 */
#include "draw.h"

#include <string.h>

/* splitmix64 */
static uint64_t scramble(uint64_t x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

uint64_t draw_bits(struct draw *d)
{
	d->state += 0x9e3779b97f4a7c15u;
	return scramble(d->state);
}

struct draw draw_from(uint64_t seed, uint64_t step, int who, int what)
{
	struct draw d = {seed};

	d.state = draw_bits(&d) ^ step;
	d.state = draw_bits(&d) ^ (uint64_t)(who + 1);
	d.state = draw_bits(&d) ^ (uint64_t)what;
	d.state = draw_bits(&d);
	return d;
}

int draw_below(struct draw *d, int below)
{
	uint64_t bits = draw_bits(d) >> 16;

	return below < 1 ? 0 : (int)(bits % (uint64_t)below);
}

int draw_between(struct draw *d, int low, int high)
{
	return low + draw_below(d, high - low + 1);
}

bool draw_once_in(struct draw *d, int times)
{
	return draw_below(d, times) == 0;
}

void draw_order(struct draw *d, int *order, int n)
{
	for (int i = 0; i < n; i++) {
		int j = draw_below(d, i + 1);
		order[i] = order[j];
		order[j] = i;
	}
}

void draw_bytes(struct draw *d, void *bytes, uint64_t n)
{
	unsigned char *to = bytes;

	for (uint64_t i = 0; i < n; i += sizeof(uint64_t)) {
		uint64_t bits = draw_bits(d);
		memcpy(to + i, &bits, n - i < sizeof bits ? n - i : sizeof bits);
	}
}
