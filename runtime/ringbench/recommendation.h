/* SPDX-License-Identifier: BSD-3-Clause
 * Which collectives to take from ringgen, and from which size on: the setting RINGGEN_COLLECTIVES
 * that the measurement suggests.
 */
#ifndef RECOMMENDATION_H
#define RECOMMENDATION_H

#include "ringbench/output.h"

struct recommendation {
	bool measured[COLLECTIVES];  /* both the planned routine and the MPI library's */
	bool taken[COLLECTIVES];     /* the planned routine is recommended, */
	long long from[COLLECTIVES]; /* of so many bytes on */
};

/* Find and tell it for one collective's n sizes, as summary_print has them. On rank 0. */
void recommendation_find(struct recommendation *w, const struct run *r, enum collective c, int n,
                         const long long *bytes, const struct outcome *outcomes);

/* The setting, for all that were measured; nothing if none was. */
void recommendation_print(const struct recommendation *w);

#endif
