/* SPDX-License-Identifier: BSD-3-Clause
 * Point to point: how long a small message takes, and how much goes through, one way and both.
 *
 * The pairs of a route act at once, on a communicator of their own. A sample is the time of the
 * slowest of them from a barrier; bandwidth is that of IN_FLIGHT messages per pair and direction,
 * posted before the barrier and so many that start-up hides behind them. Samples are taken until
 * their median is steady, as those of collectives are. The other ranks sleep meanwhile: where
 * there are more ranks than cores, waiting in MPI would take the time of those that are measured.
 * But where start-ups and notifications are measured, ranks on the same machines only offer their
 * core to others, again and again, as they do in a collective when they wait for each other: where
 * ranks share cores, whoever has something to do gets its turn after them.
 *
 * Start-up is the time that a message takes of the processors at its ends, when all machines are
 * busy with messages, as they are in a collective: one rank of each machine takes steps in which it
 * has one message for each of several partners. The extra time of a step for each further partner
 * is the time of one message, sent and received. Within machines it is the same, with all ranks.
 * Memory is measured by all ranks at once, in vectors of 1 MiB: the slowest counts. So are long
 * messages within machines, of neighbours in pairs, and notifications, by the first two ranks of
 * each machine. A message that is sent while its receiver sleeps is eager if the sender is back
 * before.
 */
#include "ringbench/pairs.h"
#include "ringbench/burst.h"
#include "ringbench/terminal.h"
#include "ringbench/output.h"
#include "base/statistics.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUND_TRIPS = 10, STEPS = 10, PARTNERS = 4, MEMORY_BYTES = 1 << 20 };

/* The round trips of notifications in a try. They are short, unless ranks wait for a core: then
 * they are tried again only for NOTIFIED_LONG. A word is looked at LOOKS times before another
 * process gets the core. */
enum { NOTIFICATIONS = 100, LOOKS = 1000 };
#define NOTIFIED_LONG 0.2 /* seconds */

/* A receiver sleeps for so long, much longer than an eager message takes of its sender; messages up
 * to 1 MiB are tried. */
enum { SLEEP_MS = 20, EAGER_LEAST = 64, EAGER_MOST = 1 << 20 };

/* A route, to one of its ranks. */
struct crossing {
	const struct options *o;
	MPI_Comm comm;
	int partner, partners;
	bool first; /* of the pair, the one that sends one way */
	char *out, *in;
	MPI_Datatype type; /* of elements that are combined, */
	MPI_Op op;         /* and by what */
	MPI_Request requests[2 * IN_FLIGHT];
	MPI_Status statuses[2 * IN_FLIGHT]; /* MPI_STATUSES_IGNORE makes gcc warn under MPICH */
	struct rg_samples samples;
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
		rg_samples_add(&x->samples, most[0]);
	} while (x->samples.n < o->repeat_min ||
	         (x->samples.n < o->repeat_max && most[1] < o->seconds &&
	          rg_samples_spread(&x->samples) > o->steady_percent));
	return rg_samples_median(&x->samples);
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

/* A barrier that leaves the core to others; `awake`: that has it back as soon as they had their
 * turns. */
static void wait_until_all_are_here(bool awake)
{
	struct timespec pause = {.tv_nsec = 100000};
	MPI_Request here;
	int done = 0;

	MPI_Ibarrier(MPI_COMM_WORLD, &here);
	MPI_Test(&here, &done, MPI_STATUS_IGNORE);
	while (!done) {
		double began = MPI_Wtime();
		while (awake && MPI_Wtime() - began < 1e-9 * (double)pause.tv_nsec)
			sched_yield();
		if (!awake)
			nanosleep(&pause, NULL);
		if (pause.tv_nsec < 10000000)
			pause.tv_nsec *= 2;
		MPI_Test(&here, &done, MPI_STATUS_IGNORE);
	}
}

static void sleep_until_all_are_here(void)
{
	wait_until_all_are_here(false);
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

/* ---- The cost of messages and memory */

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

/* The extra time of a step of short messages for each further partner, on the slowest rank; 0:
 * nobody else is there. Who has no part in it waits, `awake` or not. */
static double time_message(const struct options *o, MPI_Comm comm, bool awake)
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
	wait_until_all_are_here(awake && comm == MPI_COMM_NULL);
	return seconds > 0 ? seconds : 0;
}

static double time_combine(struct crossing *x)
{
	int size;

	MPI_Type_size(x->type, &size);
	MPI_Barrier(x->comm);
	double began = MPI_Wtime();
	MPI_Reduce_local(x->in, x->out, MEMORY_BYTES / size, x->type, x->op);
	return MPI_Wtime() - began;
}

/* Bytes a second. */
static double memory_rate(struct crossing *x, double (*sample)(struct crossing *))
{
	double seconds = median(x, sample);
	return seconds > 0 ? MEMORY_BYTES / seconds : 0;
}

const char *const combined_kinds[COMBINED_KINDS] = {"int:max",    "long:sum",   "long:max",
                                                    "float:sum",  "float:max",  "double:sum",
                                                    "double:max", "double:prod"};

/* The rates of all these kinds. */
static void time_kinds(struct crossing *x, double *rate)
{
	const struct {
		MPI_Datatype type;
		MPI_Op op;
	} kinds[COMBINED_KINDS] = {{MPI_INT, MPI_MAX},    {MPI_LONG, MPI_SUM},
	                           {MPI_LONG, MPI_MAX},   {MPI_FLOAT, MPI_SUM},
	                           {MPI_FLOAT, MPI_MAX},  {MPI_DOUBLE, MPI_SUM},
	                           {MPI_DOUBLE, MPI_MAX}, {MPI_DOUBLE, MPI_PROD}};

	for (int i = 0; i < COMBINED_KINDS; i++) {
		x->type = kinds[i].type;
		x->op = kinds[i].op;
		rate[i] = memory_rate(x, time_combine);
	}
}

static double time_copy(struct crossing *x)
{
	MPI_Barrier(x->comm);
	double began = MPI_Wtime();
	memcpy(x->out, x->in, MEMORY_BYTES);
	return MPI_Wtime() - began;
}

/* Neighbours in pairs; an odd one out only waits. */
static double time_stream(struct crossing *x)
{
	int n, me;

	MPI_Comm_size(x->comm, &n);
	MPI_Comm_rank(x->comm, &me);
	MPI_Barrier(x->comm);
	double began = MPI_Wtime();
	if (me % 2)
		MPI_Recv(x->in, MEMORY_BYTES, MPI_CHAR, me - 1, 0, x->comm, MPI_STATUS_IGNORE);
	else if (me + 1 < n)
		MPI_Send(x->out, MEMORY_BYTES, MPI_CHAR, me + 1, 0, x->comm);
	return MPI_Wtime() - began;
}

/* ---- Notifications through shared memory */

/* Two ranks write a word for each other in turn: half of a round trip, seconds. */
static double take_turns(_Atomic int *words, int me)
{
	double began = MPI_Wtime();

	for (int turn = 1; turn <= NOTIFICATIONS; turn++) {
		if (me == 0)
			atomic_store_explicit(&words[0], turn, memory_order_release);
		_Atomic int *other = &words[me == 0 ? 64 : 0]; /* in another line of the cache */
		for (int i = 1; atomic_load_explicit(other, memory_order_acquire) < turn; i++)
			if (i % LOOKS == 0)
				sched_yield();
		if (me == 1)
			atomic_store_explicit(&words[64], turn, memory_order_release);
	}
	return (MPI_Wtime() - began) / (2.0 * NOTIFICATIONS);
}

/* Wait for a word of memory, as the others of a machine do meanwhile. */
static void watch(const _Atomic int *word, int wanted)
{
	for (int i = 1; atomic_load_explicit(word, memory_order_acquire) != wanted; i++)
		if (i % LOOKS == 0)
			sched_yield();
}

/* By the first two ranks of a machine, while its others wait; 0: it cannot be told. The best of
 * some: what else goes on does not count. */
static double time_notification(MPI_Comm machine)
{
	int me, n;
	double best = 0;
	MPI_Comm shared;
	MPI_Win window;
	_Atomic int *words;
	MPI_Aint size;
	int unit;

	MPI_Comm_split_type(machine, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &shared);
	MPI_Comm_rank(shared, &me);
	MPI_Comm_size(shared, &n);
	MPI_Win_allocate_shared(me ? 0 : 192 * sizeof *words, sizeof *words, MPI_INFO_NULL, shared,
	                        &words, &window);
	MPI_Win_shared_query(window, 0, &size, &unit, &words);
	_Atomic int *through = &words[128]; /* in a third line */
	if (me == 0)
		*through = 0;
	double began = MPI_Wtime();
	for (int again = n > 1, round = 1; again; round++) {
		if (me == 0)
			words[0] = words[64] = 0;
		MPI_Barrier(shared);
		double took = me < 2 ? take_turns(words, me) : 0;
		best = round > 1 && best < took ? best : took;
		if (me == 0)
			*through = round;
		watch(through, round);
		again = MPI_Wtime() - began < NOTIFIED_LONG;
		MPI_Bcast(&again, 1, MPI_INT, 0, shared);
	}
	MPI_Win_free(&window);
	MPI_Comm_free(&shared);
	return best;
}

/* ---- Messages that wait for their receivers */

/* Seconds of a send to a rank that sleeps; on the sender. */
static double time_early(MPI_Comm comm, int me, char *buffer, int bytes)
{
	double took = 0;

	MPI_Barrier(comm);
	if (me == 0) {
		double began = MPI_Wtime();
		MPI_Send(buffer, bytes, MPI_CHAR, 1, 0, comm);
		took = MPI_Wtime() - began;
	} else {
		nanosleep(&(struct timespec){.tv_nsec = SLEEP_MS * 1000000L}, NULL);
		MPI_Recv(buffer, bytes, MPI_CHAR, 0, 0, comm, MPI_STATUS_IGNORE);
	}
	return took;
}

/* A communicator of the first two leaders, for them to free. */
static MPI_Comm first_two(MPI_Comm leaders)
{
	int me;
	MPI_Comm two = MPI_COMM_NULL;

	if (leaders == MPI_COMM_NULL)
		return two;
	MPI_Comm_rank(leaders, &me);
	MPI_Comm_split(leaders, me < 2 ? 0 : MPI_UNDEFINED, me, &two);
	return two;
}

/* The first two leaders; 0: there are none, or the shortest message waits. */
static int find_eager(MPI_Comm leaders)
{
	int me, n, eager = 0, early = 1;
	MPI_Comm two = first_two(leaders);

	if (two == MPI_COMM_NULL)
		return 0;
	MPI_Comm_rank(two, &me);
	MPI_Comm_size(two, &n);
	char *buffer = allocate(EAGER_MOST, 1);
	for (int bytes = EAGER_LEAST; n > 1 && bytes <= EAGER_MOST && early; bytes *= 2) {
		early = time_early(two, me, buffer, bytes) < SLEEP_MS / 2 * 1e-3;
		MPI_Bcast(&early, 1, MPI_INT, 0, two);
		eager = early ? bytes : eager;
	}
	free(buffer);
	MPI_Comm_free(&two);
	return eager;
}

static bool has_several(MPI_Comm comm)
{
	int n;

	MPI_Comm_size(comm, &n);
	return n > 1;
}

/* The first two leaders; 0: there are none, or no link carries anything at once. */
static int find_burst(MPI_Comm leaders)
{
	MPI_Comm two = first_two(leaders);
	int burst = 0;

	if (two == MPI_COMM_NULL)
		return burst;
	if (has_several(two))
		burst = burst_between(two);
	MPI_Comm_free(&two);
	return burst;
}

/* ---- All of it */

/* A start-up when the first two leaders are busy; 0: there are no others, and it says nothing. */
static double time_alone(const struct options *o, MPI_Comm leaders, MPI_Comm machine)
{
	int n = 0;
	MPI_Comm two = first_two(leaders);
	int busy = two != MPI_COMM_NULL;

	MPI_Bcast(&busy, 1, MPI_INT, 0, machine); /* a machine's first rank leads */
	if (leaders != MPI_COMM_NULL)
		MPI_Comm_size(leaders, &n);
	double seconds = time_message(o, two, busy) / 2;
	if (two != MPI_COMM_NULL)
		MPI_Comm_free(&two);
	return n > 2 ? seconds : 0;
}

struct toll pairs_toll(const struct options *o, const struct host *hosts)
{
	int rank, first = first_here(hosts);
	struct toll t;
	MPI_Comm leaders, machine;

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_split(MPI_COMM_WORLD, rank == first ? 0 : MPI_UNDEFINED, rank, &leaders);
	MPI_Comm_split(MPI_COMM_WORLD, first, rank, &machine);
	t.startup = time_message(o, leaders, true) / 2;
	t.alone = time_alone(o, leaders, machine);
	double within[] = {time_message(o, machine, false), time_notification(machine)},
	       most[2] = {0};
	MPI_Reduce(within, most, 2, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	t.within = most[0];
	t.notify = most[1];
	t.eager = find_eager(leaders);
	t.burst = find_burst(leaders);
	sleep_until_all_are_here();
	struct crossing x = {.o = o, .comm = MPI_COMM_WORLD};
	x.out = allocate(MEMORY_BYTES, 1);
	x.in = allocate(MEMORY_BYTES, 1);
	x.samples.sorted = allocate((size_t)o->repeat_max, sizeof(double));
	x.type = MPI_INT;
	x.op = MPI_SUM;
	t.combine = memory_rate(&x, time_combine);
	time_kinds(&x, t.kinds);
	t.copy = memory_rate(&x, time_copy);
	x.comm = machine;
	double stream = has_several(machine) ? median(&x, time_stream) : 0, longest = 0;
	sleep_until_all_are_here();
	MPI_Reduce(&stream, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	t.stream = longest > 0 ? MEMORY_BYTES / longest : 0;
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
			terminal_progress("%d of %d: %s", i + 1, n, s->routes[i].label);
		struct speed measured = measure_route(o, pairs, ends);
		if (rank == 0)
			speeds[i] = measured;
		else
			free(ends);
	}
	if (rank == 0)
		terminal_progress_end();
}
