/* SPDX-License-Identifier: BSD-3-Clause
 * The topology's routes between the ranks of this job, by `ringgen survey`.
 */
#ifndef SURVEY_H
#define SURVEY_H

#include "ringbench/hosts.h"
#include "ringbench/options.h"

enum { LABEL_MOST = 512 }; /* two names of 255 */

/* A route between ranks: n pairs at once, from ends[i] to ends[n + i]. */
struct route {
	bool cut; /* across one link, named by the label; otherwise one pair, the label is its level
	           */
	char label[LABEL_MOST];
	int n;
	int *ends;
};

/* The least time of a collective, in seconds: `least`, and `first` with `each` for each byte of the
 * whole vector, whichever is more. All 0: it is not known. */
struct bound {
	double each, first, least;
};

struct survey {
	int machines;
	struct bound bound[COLLECTIVES];
	struct route *routes;
	int nroutes;
};

/* Ask o->ringgen about o->topology with a rank on each of these hosts. False: it cannot tell, and
 * that was said on stderr. On rank 0 alone. */
bool survey_read(const struct options *o, const struct host *hosts, int ranks, struct survey *s);

/* Without a topology: rank 0 with the next one, the one half way, the last one. */
void survey_default(const struct host *hosts, int ranks, struct survey *s);

void survey_free(struct survey *s);

#endif
