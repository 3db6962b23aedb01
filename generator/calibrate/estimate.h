/* SPDX-License-Identifier: BSD-3-Clause
 * estimate: the bandwidth and latency of each link, from what was measured between machines.
 */
#ifndef RG_ESTIMATE_H
#define RG_ESTIMATE_H

#include "fabric/route.h"
#include "import/measurements.h"

struct rg_estimate {
	bool measured;    /* a pair's route takes the link; else nothing below is set */
	double bandwidth; /* bytes per second: the most that was seen, or the nominal value if
	                     `at_least` and that is larger */
	double seen;      /* the most that was seen */
	double latency;   /* seconds */
	bool at_least;    /* nothing shows that the link carries no more than was seen: other links
	                     on the way explain it */
	bool half;        /* full duplex by the file, but both ways at once each way has half */
	bool full;        /* the reverse */
};

/* The estimates [t->links]; free them.
 *
 * Bandwidth: the largest rate of a pair whose route takes the link, or of a cut of it.
 *
 * Latency: the sum over each route is to be what was measured; the least squares of the residuals,
 * over values that are not negative. The time of the software at both ends is in the machines'
 * links, half of it in each. Links in a row without a branch between them are seen only together:
 * only their sum means something. */
struct rg_estimate *rg_estimate(const struct rg_routes *r, const struct rg_measured *m);

#endif
