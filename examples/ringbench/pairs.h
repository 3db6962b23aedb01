/* SPDX-License-Identifier: BSD-3-Clause
 * Point to point: how long a small message takes, and how much goes through, one way and both; what
 * it takes of the processors.
 */
#ifndef PAIRS_H
#define PAIRS_H

#include "survey.h"

struct speed {
	double latency;   /* seconds: half the round trip of a 1-byte message */
	double one_way;   /* bytes a second, of all pairs of the route, */
	double both_ways; /* and in each direction, while both are in use */
};

enum { IN_FLIGHT = 8 };

/* One route after another, the medians; who has no part in it sleeps. The routes and the speeds
 * [nroutes] are rank 0's. Collective over MPI_COMM_WORLD. */
void pairs_measure(const struct options *o, const struct survey *s, struct speed *speeds);

/* What a message between machines takes of the processor at each end, in seconds, on rank 0; 0: it
 * cannot be told. Collective over MPI_COMM_WORLD; hosts [ranks] are rank 0's. */
double pairs_startup(const struct options *o, const struct host *hosts);

#endif
