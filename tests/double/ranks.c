/* SPDX-License-Identifier: BSD-3-Clause
 * What each rank does on the double for MPI: collectives through windows, blocking, nonblocking and
 * persistent ones, on several communicators, one after another and at a time. Compiled with
 * -DNAME=PREFIX -DHEADER='"FILE.h"' of generated routines.
 */
#include HEADER
#include "memory.h"
#include "message.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PASTE(a, b) a##b
#define JOIN(a, b) PASTE(a, b)
#define OURS(routine) JOIN(NAME, _##routine)

typedef JOIN(NAME, _Request) request;

MPI_Comm double_world, double_self;

pid_t __wrap_getpid(void)
{
	return DOUBLE_FIRST_PID + double_world->rank;
}

enum { RANKS_MOST = 8 };

/* ---- What is sent, and what must come */

/* The buffers of a call, with room for a block of n elements of each rank. */
struct vectors {
	MPI_Comm comm;
	int n, seed;
	int *in, *out;
};

static int element(int seed, int rank, int i)
{
	return 1000 * seed + 100000 * rank + i;
}

static struct vectors make(MPI_Comm comm, int n)
{
	size_t all = (size_t)(n * comm->n);
	return (struct vectors){.comm = comm,
	                        .n = n,
	                        .in = calloc(all, sizeof(int)),
	                        .out = calloc(all, sizeof(int))};
}

static void unmake(struct vectors *v)
{
	free(v->in);
	free(v->out);
}

static void fill(struct vectors *v, int n, int seed)
{
	v->seed = seed;
	for (int i = 0; i < n; i++)
		v->in[i] = element(seed, v->comm->rank, i);
	memset(v->out, 0, (size_t)n * sizeof *v->out);
}

static void expect(int found, int wanted, const char *what, int i)
{
	if (found == wanted)
		return;
	fprintf(stderr, "%s: element %d is %d instead of %d\n", what, i, found, wanted);
	abort();
}

/* n elements that are the sums of those of all ranks, the first one's number `from`. */
static void expect_sums(const struct vectors *v, int from, const char *what)
{
	for (int i = 0; i < v->n; i++) {
		int sum = 0;
		for (int rank = 0; rank < v->comm->n; rank++)
			sum += element(v->seed, rank, from + i);
		expect(v->out[i], sum, what, i);
	}
}

/* ---- The calls */

static void allreduce(struct vectors *v, int seed)
{
	fill(v, v->n, seed);
	OURS(Allreduce)(v->in, v->out, v->n, MPI_INT, MPI_SUM, v->comm);
	expect_sums(v, 0, "allreduce");
}

static void reduce_scatter(struct vectors *v, int seed)
{
	fill(v, v->n * v->comm->n, seed);
	OURS(Reduce_scatter_block)(v->in, v->out, v->n, MPI_INT, MPI_SUM, v->comm);
	expect_sums(v, v->n * v->comm->rank, "reduce_scatter_block");
}

static void allgather(struct vectors *v, int seed)
{
	fill(v, v->n, seed);
	OURS(Allgather)(v->in, v->n, MPI_INT, v->out, v->n, MPI_INT, v->comm);
	for (int i = 0; i < v->n * v->comm->n; i++)
		expect(v->out[i], element(seed, i / v->n, i % v->n), "allgather", i);
}

/* Blocks of other lengths from each to each, some empty. */
static void exchange(struct vectors *v, int seed)
{
	int counts[RANKS_MOST], places[RANKS_MOST], me = v->comm->rank;

	fill(v, v->n * v->comm->n, seed);
	for (int i = 0; i < v->comm->n; i++) {
		counts[i] = v->n * ((me + i) % 3) / 2;
		places[i] = v->n * i;
	}
	OURS(Alltoallv)
	(v->in, counts, places, MPI_INT, v->out, counts, places, MPI_INT, v->comm);
	for (int i = 0; i < v->comm->n; i++)
		for (int k = 0; k < counts[i]; k++)
			expect(v->out[places[i] + k], element(seed, i, v->n * me + k), "alltoallv",
			       places[i] + k);
}

/* Rank 0's elements to all, by messages: rank 0 may be done while others are still in the call
 * before it. */
static void spread(struct vectors *v, int seed)
{
	int counts[RANKS_MOST] = {v->n}, places[RANKS_MOST] = {0};

	fill(v, v->n, seed);
	OURS(Allgatherv)
	(v->in, counts[v->comm->rank], MPI_INT, v->out, counts, places, MPI_INT, v->comm);
	for (int i = 0; i < v->n; i++)
		expect(v->out[i], element(seed, 0, i), "allgatherv", i);
}

static void bcast(struct vectors *v, int seed, int root)
{
	fill(v, v->n, seed);
	if (v->comm->rank == root)
		memcpy(v->out, v->in, (size_t)v->n * sizeof *v->out);
	OURS(Bcast)(v->out, v->n, MPI_INT, root, v->comm);
	for (int i = 0; i < v->n; i++)
		expect(v->out[i], element(seed, root, i), "bcast", i);
}

static void gather(struct vectors *v, int seed, int root)
{
	fill(v, v->n, seed);
	OURS(Gather)(v->in, v->n, MPI_INT, v->out, v->n, MPI_INT, root, v->comm);
	for (int i = 0; i < v->n * v->comm->n && v->comm->rank == root; i++)
		expect(v->out[i], element(seed, i / v->n, i % v->n), "gather", i);
}

/* Calls that some ranks leave early, among each other and among those that they do not. */
static void call_early(MPI_Comm comm)
{
	const int lengths[] = {1, 700, 40000};
	int last = comm->n - 1;

	for (int i = 0; i < (int)(sizeof lengths / sizeof *lengths); i++) {
		struct vectors v = make(comm, lengths[i]);
		for (int seed = 0; seed < 4; seed++)
			bcast(&v, seed, 0);
		for (int seed = 0; seed < 3; seed++)
			gather(&v, seed, last);
		allreduce(&v, 1);
		bcast(&v, 2, last);
		allreduce(&v, 3);
		gather(&v, 4, 0);
		bcast(&v, 5, 0);
		unmake(&v);
	}
}

/* One after another: short ones, and such as take several rounds of a window. */
static void call_many(MPI_Comm comm)
{
	const int lengths[] = {1, 3, 700, 1, 40000};

	for (int i = 0; i < (int)(sizeof lengths / sizeof *lengths); i++) {
		struct vectors v = make(comm, lengths[i]);
		for (int seed = 0; seed < 2; seed++) {
			allreduce(&v, seed);
			allgather(&v, seed);
			exchange(&v, seed);
			reduce_scatter(&v, seed);
			spread(&v, seed);
		}
		unmake(&v);
	}
}

/* Nonblocking ones, more than there are rooms, with one that blocks in between; waited for from the
 * last one on. */
static void begin_many(MPI_Comm comm)
{
	enum { MANY = 11, N = 300 };
	struct vectors v[MANY], between = make(comm, N);
	request q[MANY];

	for (int i = 0; i < MANY; i++) {
		v[i] = make(comm, N);
		fill(&v[i], N, i);
		OURS(Iallreduce)(v[i].in, v[i].out, N, MPI_INT, MPI_SUM, comm, &q[i]);
		if (i % 4 == 2)
			allreduce(&between, i);
	}
	for (int i = MANY - 1; i >= 0; i--) {
		OURS(Wait)(&q[i], MPI_STATUS_IGNORE);
		expect_sums(&v[i], 0, "iallreduce");
		unmake(&v[i]);
	}
	unmake(&between);
}

enum { LATE = 2000000 /* ns */ };

/* By messages, more than there are slots, so that some have the same tags. Rank 0 comes late: it
 * finds messages of all steps before it begins the next, where others begin all before they hear.
 */
static void begin_messages(MPI_Comm comm)
{
	enum { MANY = 160 };
	int counts[RANKS_MOST], places[RANKS_MOST];
	struct vectors v[MANY];
	request q[MANY];

	for (int i = 0; i < comm->n; i++) {
		counts[i] = 1;
		places[i] = i;
	}
	if (!comm->rank)
		nanosleep(&(struct timespec){.tv_nsec = MANY * (LATE / 4)}, NULL);
	for (int i = 0; i < MANY; i++) {
		v[i] = make(comm, 1);
		fill(&v[i], 1, i);
		OURS(Iallgatherv)
		(v[i].in, 1, MPI_INT, v[i].out, counts, places, MPI_INT, comm, &q[i]);
	}
	for (int i = MANY - 1; i >= 0; i--) {
		OURS(Wait)(&q[i], MPI_STATUS_IGNORE);
		for (int rank = 0; rank < comm->n; rank++)
			expect(v[i].out[rank], element(i, rank, 0), "iallgatherv", rank);
		unmake(&v[i]);
	}
}

/* Rank 0 waits for those that come late, and advances all that there is meanwhile. */
static void wait_for_late(MPI_Comm comm)
{
	enum { TIMES = 12 };
	struct vectors v = make(comm, 5);
	request q;

	allreduce(&v, 0); /* a communicator is set up by a call that blocks */
	for (int time = 0; time < TIMES; time++) {
		if (comm->rank)
			nanosleep(&(struct timespec){.tv_nsec = LATE}, NULL);
		fill(&v, v.n, time);
		OURS(Iallreduce)(v.in, v.out, v.n, MPI_INT, MPI_SUM, comm, &q);
		OURS(Wait)(&q, MPI_STATUS_IGNORE);
		expect_sums(&v, 0, "late iallreduce");
	}
	unmake(&v);
}

/* Two persistent ones, started again and again, and tested for: another thread may advance them, so
 * that they are found over without its lock. */
static void start_many(MPI_Comm comm)
{
	enum { TIMES = 50, N = 9 };
	struct vectors v[2];
	request q[2];

	for (int i = 0; i < 2; i++) {
		v[i] = make(comm, N);
		OURS(Allreduce_init)
		(v[i].in, v[i].out, N, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &q[i]);
	}
	for (int time = 0; time < TIMES; time++)
		for (int i = 0, flag; i < 4; i++) {
			if (i < 2) {
				fill(&v[i], N, time);
				OURS(Start)(&q[i]);
				continue;
			}
			while (!OURS(Test)(&q[i % 2], &flag, MPI_STATUS_IGNORE) && !flag)
				sched_yield();
			expect_sums(&v[i % 2], 0, "persistent");
		}
	for (int i = 0; i < 2; i++) {
		OURS(Request_free)(&q[i]);
		unmake(&v[i]);
	}
}

/* ---- The program */

static void work(MPI_Comm comm)
{
	call_early(comm);
	call_many(comm);
	begin_many(comm);
	begin_messages(comm);
	start_many(comm);
}

static void *work_late(void *comm)
{
	wait_for_late(comm);
	work(comm);
	return NULL;
}

/* Two threads of this rank at a time, each with a communicator of its own; then a part of the
 * ranks. */
void double_run(MPI_Comm world, MPI_Comm self)
{
	MPI_Comm other, part;
	pthread_t thread;

	double_world = world;
	double_self = self;
	PMPI_Comm_dup(world, &other);
	PMPI_Comm_split(world, world->rank > 0, 0, &part);
	if (pthread_create(&thread, NULL, work_late, other))
		double_die("no thread");
	start_many(world);
	work(world);
	pthread_join(thread, NULL);
	if (part->n > 1)
		work(part);
	PMPI_Comm_free(&part);
	PMPI_Comm_free(&other);
}
