/* SPDX-License-Identifier: BSD-3-Clause
 * How many bytes a link carries at once when it has rested.
 */
#include "ringbench/burst.h"
#include "ringbench/vector.h"
#include "base/statistics.h"

#include <stdlib.h>
#include <time.h>

/* Both ranks sleep for so long before a message: on slow links the bytes of the one before are
 * through, and a bucket of tokens is full. */
enum { REST_MS = 20 };

/* Bursts are looked for by messages from so many bytes on, up to so many, until
 * one takes so long, seconds: some times as long as a burst of the emulated cluster's links, 3 ms.
 */
enum { BURST_LEAST = 1 << 15, BURST_MOST = 1 << 22 };
#define BURST_TIME 0.02

/* Of some messages of so many bytes to a rank that answers, each after a rest, the median time;
 * what the answer takes is in it. On both ranks; both sleep before, so that the link rests. */
static double time_rested(MPI_Comm comm, int me, char *buffer, int bytes)
{
	enum { TIMES = 5 };
	double took[TIMES];
	struct rg_samples s = {took, 0};
	const struct timespec rest = {.tv_nsec = REST_MS * 1000000L};

	for (int i = 0; i < TIMES; i++) {
		MPI_Barrier(comm);
		nanosleep(&rest, NULL);
		MPI_Barrier(comm);
		double began = MPI_Wtime();
		if (me == 0) {
			MPI_Send(buffer, bytes, MPI_CHAR, 1, 0, comm);
			MPI_Recv(buffer, 1, MPI_CHAR, 1, 0, comm, MPI_STATUS_IGNORE);
		} else {
			MPI_Recv(buffer, bytes, MPI_CHAR, 0, 0, comm, MPI_STATUS_IGNORE);
			MPI_Send(buffer, 1, MPI_CHAR, 0, 0, comm);
		}
		rg_samples_add(&s, MPI_Wtime() - began);
	}
	double median = rg_samples_median(&s);
	MPI_Bcast(&median, 1, MPI_DOUBLE, 0, comm);
	return median;
}

/* Whether half a burst goes at once: it takes little longer than a message of no length, `none`
 * seconds, and not what the link's rate would take. Where long messages are a little faster than
 * their lengths say, for whatever reason, it does not. */
static bool goes_at_once(MPI_Comm comm, int me, char *buffer, int burst, double none, double rate)
{
	int half = burst / 2;

	return half > 0 && time_rested(comm, me, buffer, half) < none + half / rate / 4;
}

/* Of what two messages take of which the second is twice as long, so many bytes: see burst.h. */
static int burst_by(MPI_Comm comm, int me, char *buffer, double none, double half, double whole,
                    int bytes)
{
	double rate = bytes / (whole - half), burst = bytes - rate * (half - none);

	if (whole <= half || burst < 1 || burst > bytes / 2.0)
		return 0;
	return goes_at_once(comm, me, buffer, (int)burst, none, rate) ? (int)burst : 0;
}

int burst_between(MPI_Comm comm)
{
	int me, bytes = BURST_LEAST;
	char *buffer = allocate(BURST_MOST, 1);

	MPI_Comm_rank(comm, &me);
	double none = time_rested(comm, me, buffer, 1);
	double half = time_rested(comm, me, buffer, bytes / 2);
	double whole = time_rested(comm, me, buffer, bytes);
	while (whole < BURST_TIME && bytes < BURST_MOST) {
		bytes *= 2;
		half = whole;
		whole = time_rested(comm, me, buffer, bytes);
	}
	int burst = burst_by(comm, me, buffer, none, half, whole, bytes / 2);
	free(buffer);
	return burst;
}
