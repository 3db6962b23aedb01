/* SPDX-License-Identifier: BSD-3-Clause
 * How long the ranks' blocks are, where they may differ.
 */
#ifndef BLOCKS_H
#define BLOCKS_H

enum blocks { SAME, RANDOM, SPIKES, DECREASING, ALTERNATING, TWO, KINDS };

extern const char *const blocks_names[KINDS];

/* No kind makes a vector longer than so many times the size that was asked for, and one element a
 * rank. */
enum { BLOCKS_LONGEST = 5 };

/* The elements of each rank's block. Where blocks are as equal as can be, they are n in all; else n
 * / ranks, but at least 1, is the mean that the kind is made from, and the sum is another one. By
 * the same seed no block is shorter for a larger n. */
void blocks_cut(enum blocks kind, unsigned seed, int n, int ranks, int *counts);

#endif
