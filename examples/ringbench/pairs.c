/* SPDX-License-Identifier: BSD-3-Clause
 * Point to point: how long a small message takes, and how much goes through, one way and both.
 *
 * The pairs of a route act at once, on a communicator of their own. A sample is the time of the
 * slowest of them from a barrier; bandwidth is that of IN_FLIGHT messages per pair and direction,
 * posted before the barrier and so many that start-up hides behind them. Samples are taken until
 * their median is steady, as those of collectives are. The other ranks sleep meanwhile: where
 * there are more ranks than cores, waiting in MPI would take the time of those that are measured.
 *
 * Start-up is what a message takes of the processors at its ends, when all machines are busy with
 * messages, as they are in a collective: one rank of each machine takes steps in which it has one
 * message for each of several partners. What a step takes longer for each partner more is the time
 * of one message, sent and received. Within machines it is the same, with all ranks. Memory is
 * measured by all ranks at once, in vectors of 1 MiB: the slowest counts.
 */
#include "pairs.h"
#include "output.h"
#include "statistics.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUND_TRIPS = 10, STEPS = 10, PARTNERS = 4, MEMORY_BYTES = 1 << 20 };

/* A route, to one of its ranks. */
struct crossing {
	const struct options *o;
	MPI_Comm comm;
	int partner, partners;
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

/* A step with so many partners, the nearest on one side; with one other rank it is all of them. */
static double time_step(struct crossing *x)
{
	int n, me;

	MPI_Comm_size(x->comm, &n);
	MPI_Comm_rank(x->comm, &me);
	MPI_Barrier(x->comm);
	double began = MPI_Wtime();
	for (int step = 0; step < STEPS; step++) {
		for (int i = 0; i < x->partners; i++) {
			int way = 1 + i % (n - 1);
			MPI_Irecv(x->in + i, 1, MPI_CHAR, (me + n - way) % n, i, x->comm,
			          &x->requests[2 * i]);
			MPI_Isend(x->out, 1, MPI_CHAR, (me + way) % n, i, x->comm,
			          &x->requests[2 * i + 1]);
		}
		MPI_Waitall(2 * x->partners, x->requests, x->statuses);
	}
	return (MPI_Wtime() - began) / STEPS;
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

/* ---- What messages and memory take */

/* The first rank on the own machine. */
static int first_here(const struct host *hosts)
{
	int rank, ranks, first = 0;

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	int *firsts = rank ? NULL : allocate((size_t)ranks, sizeof *firsts);
	for (int i = 0; i < ranks && firsts; i++)
		while (strcmp(hosts[firsts[i]].name, hosts[i].name) != 0)
			firsts[i]++;
	MPI_Scatter(firsts, 1, MPI_INT, &first, 1, MPI_INT, 0, MPI_COMM_WORLD);
	free(firsts);
	return first;
}

/* What a step of short messages takes longer for each partner more, by the slowest; 0: nobody else
 * is there. */
static double time_message(const struct options *o, MPI_Comm comm)
{
	char out[1] = {0}, in[PARTNERS];
	struct crossing x = {.o = o, .comm = comm, .out = out, .in = in};
	double seconds = 0;
	int n = 0;

	if (comm != MPI_COMM_NULL)
		MPI_Comm_size(comm, &n);
	if (n > 1) {
		x.samples.sorted = allocate((size_t)o->repeat_max, sizeof(double));
		x.partners = PARTNERS;
		seconds = median(&x, time_step);
		x.partners = 1;
		seconds = (seconds - median(&x, time_step)) / (PARTNERS - 1);
		free(x.samples.sorted);
	}
	sleep_until_all_are_here();
	return seconds > 0 ? seconds : 0;
}

static double time_combine(struct crossing *x)
{
	MPI_Barrier(x->comm);
	double began = MPI_Wtime();
	MPI_Reduce_local(x->in, x->out, MEMORY_BYTES / (int)sizeof(int), MPI_INT, MPI_SUM);
	return MPI_Wtime() - began;
}

static double time_copy(struct crossing *x)
{
	MPI_Barrier(x->comm);
	double began = MPI_Wtime();
	memcpy(x->out, x->in, MEMORY_BYTES);
	return MPI_Wtime() - began;
}

/* Bytes a second. */
static double memory_rate(struct crossing *x, double (*sample)(struct crossing *))
{
	double seconds = median(x, sample);
	return seconds > 0 ? MEMORY_BYTES / seconds : 0;
}

struct toll pairs_toll(const struct options *o, const struct host *hosts)
{
	int rank, first = first_here(hosts);
	struct toll t;
	MPI_Comm leaders, machine;

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_split(MPI_COMM_WORLD, rank == first ? 0 : MPI_UNDEFINED, rank, &leaders);
	MPI_Comm_split(MPI_COMM_WORLD, first, rank, &machine);
	t.startup = time_message(o, leaders) / 2;
	double within = time_message(o, machine);
	MPI_Reduce(&within, &t.within, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	struct crossing x = {.o = o, .comm = MPI_COMM_WORLD};
	x.out = allocate(MEMORY_BYTES, 1);
	x.in = allocate(MEMORY_BYTES, 1);
	x.samples.sorted = allocate((size_t)o->repeat_max, sizeof(double));
	t.combine = memory_rate(&x, time_combine);
	t.copy = memory_rate(&x, time_copy);
	free(x.samples.sorted);
	free(x.out);
	free(x.in);
	if (leaders != MPI_COMM_NULL)
		MPI_Comm_free(&leaders);
	MPI_Comm_free(&machine);
	return t;
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
