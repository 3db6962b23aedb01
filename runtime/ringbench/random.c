/* SPDX-License-Identifier: BSD-3-Clause
 * Numbers by chance from a seed, the same on all ranks and machines.
 *
 * SplitMix64 (Steele, Lea & Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
 */
#include "ringbench/random.h"

uint32_t random_below(struct random *r, uint32_t n)
{
	uint64_t z = r->state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	z ^= z >> 31;
	return (uint32_t)((z >> 32) * n >> 32);
}

void random_shuffle(struct random *r, int *items, int n)
{
	for (int i = n - 1; i > 0; i--) {
		int k = (int)random_below(r, (uint32_t)i + 1), item = items[i];
		items[i] = items[k];
		items[k] = item;
	}
}
