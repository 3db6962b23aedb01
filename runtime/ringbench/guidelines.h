/* SPDX-License-Identifier: BSD-3-Clause
 * The performance guidelines: a collective should not take longer than others that do the same.
 */
#ifndef GUIDELINES_H
#define GUIDELINES_H

#include "ringbench/vector.h"

/* How long a vector on the right side is: as on the left; one element; blocks as long as the
 * longest on the left; the next longer size that is measured; a part of the size. */
enum extent { WHOLE, ONE, PADDED, NEXT, PART };

enum { TERMS_MOST = 2, ANY = COLLECTIVES /* each collective, on both sides */ };

struct term {
	int collective; /* or ANY */
	enum extent extent;
};

/* left <= right, where the right side is these calls in turn, all timed as one. */
struct guideline {
	const char *name;
	int left; /* a collective, or ANY */
	int nterms;
	struct term right[TERMS_MOST];
	int parts;      /* the right side so many times, if not 0 */
	bool local;     /* and then a sum of two vectors of each rank's own */
	bool last_root; /* the root of the left side is the last rank, where the right side ends */
	bool each_kind; /* for each kind of blocks, if those of the left side may differ */
	const char *why, *advice;
};

/* The i-th, NULL past the last. */
const struct guideline *guideline_at(int i);

#endif
