/* SPDX-License-Identifier: BSD-3-Clause
 * The measurement: one collective at one size, all peers in turn.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include "ringbench/options.h"
#include "ringbench/peer.h"

/* The times of one peer: seconds, of the slowest rank; none if n is 0. */
struct outcome {
	bool serves, wrong;
	int n;
	double min, median, p95;
	double *times; /* all of them, as they were taken: free them */
};

/* Has it times, and do they count? */
static inline bool outcome_counts(const struct outcome *x)
{
	return x->n && !x->wrong;
}

/* A call that seemed to take no longer than the barrier that is subtracted has this time, seconds:
 * so much noise says nothing of its speed. */
#define OUTCOME_LEAST 1e-9
static inline bool outcome_has_speed(const struct outcome *x)
{
	return outcome_counts(x) && x->median > OUTCOME_LEAST;
}

/* Returns the bytes of the vector, see vector_bytes. Wrong results are told on stderr. Collective
 * over MPI_COMM_WORLD, and all ranks have the same outcomes. */
long long measure(const struct options *o, enum collective c, enum blocks blocks, long long bytes,
                  const struct peer *peers, int n, struct outcome *outcomes);

#endif
