/* SPDX-License-Identifier: BSD-3-Clause
 * tuned.h: a file of measurements, which tuning leaves for the runs to come and for the planner.
 *
 *	# ringgen tuned 1
 *	# cluster 32-machines-5f3a6c01
 *	# library MPICH 4.0.2
 *	shape,collective,purpose,windows,root,bytes,by,slice,trials,picoseconds,ppm
 *	32x1-8d0c42aa,allreduce,any,no,none,1024,ring,0,17,105200000,40210
 *	32x1-8d0c42aa,allreduce,any,no,none,1024,native,0,5,98100000,1200
 *
 * A line is a variant that served calls of a kind. The kind: where the ranks were, the collective,
 * the list of choices (enum rg_purpose), whether windows could be used, whether the root leads its
 * machine, and a power of two that the vector's bytes reach. The variant: algorithm[:parameters],
 * and the bytes of its slices. What was measured: trials, the average of their times, and the
 * variance in millionths of its square. Whole numbers, as a decimal point depends on the locale.
 */
#ifndef RG_TUNED_H
#define RG_TUNED_H

#include "ringgen/engine.h"
#include "ringgen/slots.h"

#include <stdio.h>

enum { RG_TUNED_TEXT = 128 }; /* room for the longest field, with its end */

struct rg_tuned_line {
	char shape[RG_TUNED_TEXT], collective[RG_TUNED_TEXT], purpose[RG_TUNED_TEXT],
		windows[RG_TUNED_TEXT], root[RG_TUNED_TEXT];
	int64_t bytes;
	char by[RG_TUNED_TEXT];
	int64_t slice, trials, picoseconds, ppm;
};

struct rg_tuned {
	char cluster[RG_TUNED_TEXT], library[RG_TUNED_TEXT];
	struct rg_tuned_line *line; /* [n], to be freed by rg_tuned_free */
	size_t n, room;
	struct rg_slots number; /* of a line, by its kind and variant */
};

/* What a file is. */
enum rg_tuned_verdict { RG_TUNED_READ, RG_TUNED_FOREIGN, RG_TUNED_DAMAGED, RG_TUNED_FAILED };

#pragma GCC visibility push(hidden)

/* Read a file from its beginning; RG_TUNED_FOREIGN: it is no such file; RG_TUNED_DAMAGED: *at is
 * the number of the first line that is wrong; RG_TUNED_FAILED: it cannot be read, or there is no
 * memory. t has no lines then, but the names that were read; it is to be freed in any case. */
enum rg_tuned_verdict rg_tuned_read(FILE *from, struct rg_tuned *t, int *at);

/* Write one. False: some of it could not be written. */
bool rg_tuned_write(FILE *to, const struct rg_tuned *t);

/* The line of this kind and variant, made if need be, with no trials. NULL: no memory. */
struct rg_tuned_line *rg_tuned_line(struct rg_tuned *t, const struct rg_tuned_line *key);

/* The same; NULL: there is none. */
const struct rg_tuned_line *rg_tuned_find(const struct rg_tuned *t,
                                          const struct rg_tuned_line *key);

void rg_tuned_free(struct rg_tuned *t);

/* Where ranks are, as far as it matters for how long a call takes: machines, ranks on the fullest
 * one, and a hash of how many neighbour each other on each level from that of machines on. */
void rg_tuned_shape(const struct rg_places *places, char shape[RG_TUNED_TEXT]);

/* Whether a root leads its machine, as a word; pos is its position in the ring. */
const char *rg_tuned_root(const struct rg_places *places, enum rg_collective which, int pos);

/* A variant, as a word: "native" if there is no algorithm. */
void rg_tuned_by(const struct rg_algorithm *a, const char *parameters, char by[RG_TUNED_TEXT]);

/* A list of choices, as a word. */
const char *rg_tuned_purpose(enum rg_purpose purpose);

#pragma GCC visibility pop
#endif
