/* SPDX-License-Identifier: BSD-3-Clause
 * watched: the timeline of a call that was measured, out of the files that the processes of a
 * program with RINGGEN_TIMELINE wrote.
 */
#ifndef RG_WATCHED_H
#define RG_WATCHED_H

#include <stdint.h>

#include "base/diag.h"
#include "cost/timeline.h"
#include "ringgen/engine.h"

/* Which call, and what is known of it. */
struct rg_watched_call {
	enum rg_collective collective; /* what is asked for */
	int64_t bytes;                 /* of the vector; -1: any */
	int calls;                     /* how many of those there are; the middle one is told, by
	                                  time */
	char by[64];                   /* the algorithm */
	double apart;                  /* seconds by which clocks are seen to differ: a message came
	                                  before it was sent */
};

/* Read PATH.0 to PATH.(P - 1). NULL: d says why. Free it with rg_timeline_free. */
struct rg_timeline *rg_watched_read(const char *path, int P, struct rg_watched_call *call,
                                    struct rg_diag *d);

#endif
