/* SPDX-License-Identifier: BSD-3-Clause
 * What is violated most: a guideline of one source and one kind of blocks, over all sizes.
 */
#ifndef FINDINGS_H
#define FINDINGS_H

#include "ringbench/agenda.h"

/* How many times as long the left side takes; the least and the most are by both intervals. */
struct factor {
	double median, least, most;
};

struct finding {
	const struct check *worst; /* the violated one whose least factor is the greatest */
	struct factor factor;      /* its own */
	int violated, checked;     /* sizes */
};

/* Of a check that has samples on both sides. */
struct factor factor_of(const struct check *c);

/* All that are violated at any size, the worst first; for the caller to free. */
struct finding *findings_of(const struct agenda *a, int *n);

#endif
