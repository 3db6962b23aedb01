/* SPDX-License-Identifier: BSD-3-Clause
 * sizes: how long the blocks of an irregular collective are: the kinds of problems that J. L.
 * Traeff, "Practical, Linear-time, Fully Distributed Algorithms for Irregular Gather and Scatter",
 * 2017, Section 5, measures, and one more with blocks of nothing in it.
 */
#ifndef RG_SIZES_H
#define RG_SIZES_H

#include <stdint.h>

/* Each block b; 1 to 2 b; one of five 5 b, else 1; from 2 b down to 1; 3 b / 2 and b / 2 in turn; b
 * at the first and at the last rank alone; nothing, in every other block, and up to 4 b. */
enum rg_sizes {
	RG_SAME,
	RG_RANDOM,
	RG_SPIKES,
	RG_DECREASING,
	RG_ALTERNATING,
	RG_TWO_BLOCKS,
	RG_WITH_HOLES,
	RG_SIZES_KINDS
};

/* The name by which users call a kind. */
const char *rg_sizes_name(enum rg_sizes kind);

/* Lengths of P blocks of that kind, about b elements each, 1 <= b < 2^56, into len[P]. Chance is by
 * the seed. Returns their sum. */
int64_t rg_sizes_make(enum rg_sizes kind, int P, int64_t b, uint64_t seed, int64_t *len);

/* The most elements or bytes of a block that somebody names. */
#define RG_BLOCK_MOST ((int64_t)1 << 40)

/* Lengths as somebody writes them: the name of a kind, of blocks of about b, or P numbers with
 * commas in between. Returns NULL, or what is wrong (a phrase, to be freed). */
char *rg_sizes_parse(const char *text, int P, int64_t b, int64_t *len);

#endif
