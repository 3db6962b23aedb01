/* SPDX-License-Identifier: BSD-3-Clause
 * What the topology says of this job, by `ringgen survey`.
 */
#ifndef SURVEY_H
#define SURVEY_H

#include "hosts.h"
#include "vector.h"

struct survey {
	int machines;
	double seconds_per_byte[COLLECTIVES]; /* the bound, for a byte of the whole vector */
};

/* Ask PROGRAM about the topology FILE with a rank on each of these hosts. False: it cannot tell,
 * and that was said on stderr. On rank 0 alone. */
bool survey_read(const char *program, const char *file, const char (*hosts)[HOST_MOST], int ranks,
                 struct survey *s);

#endif
