/* SPDX-License-Identifier: BSD-3-Clause
 * Numbers by chance from a seed, the same on all ranks and machines.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

struct random {
	uint64_t state; /* at first the seed */
};

/* A number below n, each as likely; of an equal state it grows with n. */
uint32_t random_below(struct random *r, uint32_t n);

/* Any order of these. */
void random_shuffle(struct random *r, int *items, int n);

#endif
