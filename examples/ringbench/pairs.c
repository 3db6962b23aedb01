/* SPDX-License-Identifier: BSD-3-Clause
 * Point to point: how long a small message takes, and how much goes through, one way and both.
 *
 * The pairs of a route act at once, on a communicator of their own. A sample is the time of the
 * slowest of them from a barrier; bandwidth is that of IN_FLIGHT messages per pair and direction,
 * posted before the barrier and so many that start-up hides behind them. Samples are taken until
 * their median is steady, as those of collectives are. The other ranks sleep meanwhile: where
 * there are more ranks than cores, waiting in MPI would take the time of those that are measured.
 */
#include "pairs.h"
#include "output.h"
#include "statistics.h"

#include <stdlib.h>
#include <time.h>

enum { ROUND_TRIPS = 10 };

/* A route, to one of its ranks. */
struct crossing {
	const struct options *o;
	MPI_Comm comm;
	int partner;
	bool first; /* of the pair, the one that sends one way */
	char *out, *in;
	MPI_Request requests[2 * IN_FLIGHT];
	MPI_Status statuses[2 * IN_FLIGHT]; /* MPI_STATUSES_IGNORE makes gcc warn under MPICH */
	struct samples samples;
};

/* ---- One sample, on one rank: seconds */

/* The time of a 1-byte message, half the round trip. */
static double time_latency(struct crossing *x)
{
	double began = 0;

	for (int i = 0; i <= ROUND_TRIPS; i++) {
		if (i == 1) /* both are here */
			began = MPI_Wtime();
		if (x->first)
			MPI_Send(x->out, 1, MPI_CHAR, x->partner, 0, x->comm);
		MPI_Recv(x->in, 1, MPI_CHAR, x->partner, 0, x->comm, MPI_STATUS_IGNORE);
		if (!x->first)
			MPI_Send(x->out, 1, MPI_CHAR, x->partner, 0, x->comm);
	}
	return (MPI_Wtime() - began) / (2 * ROUND_TRIPS);
}

static double time_messages(struct crossing *x, bool sends, bool receives)
{
	int bytes = (int)x->o->pair_bytes, n = 0;

	for (int i = 0; receives && i < IN_FLIGHT; i++)
		MPI_Irecv(x->in + (size_t)i * (size_t)bytes, bytes, MPI_CHAR, x->partner, 1,
		          x->comm, &x->requests[n++]);
	MPI_Barrier(x->comm);
	double began = MPI_Wtime();
	for (int i = 0; sends && i < IN_FLIGHT; i++)
		MPI_Isend(x->out, bytes, MPI_CHAR, x->partner, 1, x->comm, &x->requests[n++]);
	MPI_Waitall(n, x->requests, x->statuses);
	return MPI_Wtime() - began;
}

static double time_one_way(struct crossing *x)
{
	return time_messages(x, x->first, !x->first);
}

static double time_both_ways(struct crossing *x)
{
	return time_messages(x, true, true);
}

/* ---- The median of the slowest, on all ranks of the route */

static double median(struct crossing *x, double (*sample)(struct crossing *))
{
	const struct options *o = x->o;
	double began = MPI_Wtime(), mine[2], most[2];

	for (int i = 0; i < o->warm_up; i++)
		sample(x);
	x->samples.n = 0;
	do {
		mine[0] = sample(x);
		mine[1] = MPI_Wtime() - began;
		MPI_Allreduce(mine, most, 2, MPI_DOUBLE, MPI_MAX, x->comm);
		samples_add(&x->samples, most[0]);
	} while (x->samples.n < o->repeat_min ||
	         (x->samples.n < o->repeat_max && most[1] < o->seconds &&
	          samples_spread(&x->samples) > o->steady_percent));
	return samples_median(&x->samples);
}

static struct speed cross(const struct options *o, int n, int position, MPI_Comm comm)
{
	size_t bytes = (size_t)o->pair_bytes;
	double total = (double)bytes * IN_FLIGHT * n;
	struct crossing x = {.o = o, .comm = comm, .first = position < n};
	struct speed s;

	x.partner = x.first ? position + n : position - n;
	x.out = allocate(bytes, 1);
	x.in = allocate(bytes, IN_FLIGHT);
	x.samples.sorted = allocate((size_t)o->repeat_max, sizeof(double));
	s.latency = median(&x, time_latency);
	s.one_way = total / median(&x, time_one_way);
	s.both_ways = total / median(&x, time_both_ways);
	free(x.out);
	free(x.in);
	free(x.samples.sorted);
	return s;
}

/* ---- All ranks */

/* A barrier that leaves the core to others. */
static void sleep_until_all_are_here(void)
{
	struct timespec pause = {.tv_nsec = 100000};
	MPI_Request here;
	int done = 0;

	MPI_Ibarrier(MPI_COMM_WORLD, &here);
	MPI_Test(&here, &done, MPI_STATUS_IGNORE);
	while (!done) {
		nanosleep(&pause, NULL);
		if (pause.tv_nsec < 10000000)
			pause.tv_nsec *= 2;
		MPI_Test(&here, &done, MPI_STATUS_IGNORE);
	}
}

/* ends [2 n]: the ranks of the route. */
static struct speed measure_route(const struct options *o, int n, const int *ends)
{
	struct speed s = {0};
	int rank, position = MPI_UNDEFINED;
	MPI_Comm comm;

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < 2 * n; i++)
		if (ends[i] == rank)
			position = i;
	MPI_Comm_split(MPI_COMM_WORLD, position == MPI_UNDEFINED ? MPI_UNDEFINED : 0, position,
	               &comm);
	if (comm != MPI_COMM_NULL) {
		s = cross(o, n, position, comm);
		MPI_Comm_free(&comm);
	}
	sleep_until_all_are_here();
	MPI_Bcast(&s, sizeof s, MPI_BYTE, ends[0], MPI_COMM_WORLD);
	return s;
}

void pairs_measure(const struct options *o, const struct survey *s, struct speed *speeds)
{
	int rank, n = s->nroutes;

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
	for (int i = 0; i < n; i++) {
		int pairs = rank ? 0 : s->routes[i].n;
		MPI_Bcast(&pairs, 1, MPI_INT, 0, MPI_COMM_WORLD);
		int *ends = rank ? allocate(2 * (size_t)pairs, sizeof *ends) : s->routes[i].ends;
		MPI_Bcast(ends, 2 * pairs, MPI_INT, 0, MPI_COMM_WORLD);
		if (rank == 0)
			output_progress("%d of %d: %s", i + 1, n, s->routes[i].label);
		struct speed measured = measure_route(o, pairs, ends);
		if (rank == 0)
			speeds[i] = measured;
		else
			free(ends);
	}
	if (rank == 0)
		output_progress_end();
}
