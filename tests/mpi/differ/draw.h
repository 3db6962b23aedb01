/* SPDX-License-Identifier: BSD-3-Clause
 * Random numbers that can be had again: a stream begins with the seed, the step, and who draws.
 * Numbers that all ranks must agree on are drawn by EVERYBODY, and so are the same on all; numbers
 * that may differ are drawn by each rank for itself. No stream goes on from one step to the next:
 * numbers do not depend on what was in time, and a rank that takes no part in a step need not draw
 * for it.
 */
#ifndef RG_DIFFER_DRAW_H
#define RG_DIFFER_DRAW_H

#include <stdbool.h>
#include <stdint.h>

enum { EVERYBODY = -1 };

struct draw {
	uint64_t state;
};

/* A stream for one purpose: `what` tells several of one step apart. */
struct draw draw_from(uint64_t seed, uint64_t step, int who, int what);

uint64_t draw_bits(struct draw *d);

/* One of 0 ... below - 1; 0 if below < 1. */
int draw_below(struct draw *d, int below);

/* One of low ... high. */
int draw_between(struct draw *d, int low, int high);

/* True once in so many times. */
bool draw_once_in(struct draw *d, int times);

/* The numbers 0 ... n - 1 in a random order. */
void draw_order(struct draw *d, int *order, int n);

void draw_bytes(struct draw *d, void *bytes, uint64_t n);

#endif
