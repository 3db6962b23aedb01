/* SPDX-License-Identifier: BSD-3-Clause
 * Communicators of all sorts, made, used and freed. Arguments: which parts, all if none.
 */
#include "routines.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static int world, world_rank;

/* ---- Is a communicator all right? Its results are computed here, without MPI. */

enum { LENGTH = 11 };

static void check_allreduce(MPI_Comm comm, int P, int rank, int salt)
{
	int in[LENGTH], out[LENGTH];

	for (int i = 0; i < LENGTH; i++) {
		in[i] = salt + i * (rank + 1);
		out[i] = -1;
	}
	if (OURS(Allreduce)(in, out, LENGTH, MPI_INT, MPI_SUM, comm))
		die("an allreduce fails");
	for (int i = 0; i < LENGTH; i++)
		if (out[i] != P * salt + i * P * (P + 1) / 2)
			die("allreduce on rank %d of %d: element %d is %d, not %d", rank, P, i,
			    out[i], P * salt + i * P * (P + 1) / 2);
}

static void check_allgather(MPI_Comm comm, int P, int rank, int salt)
{
	int *out = get(2 * (size_t)P * sizeof *out), in[2] = {salt + rank, salt - rank};

	if (OURS(Allgather)(in, 2, MPI_INT, out, 2, MPI_INT, comm))
		die("an allgather fails");
	for (int i = 0; i < P; i++)
		if (out[2 * i] != salt + i || out[2 * i + 1] != salt - i)
			die("allgather on rank %d of %d: the block of rank %d is %d %d", rank, P, i,
			    out[2 * i], out[2 * i + 1]);
	free(out);
}

static void check(MPI_Comm comm, int salt)
{
	int P, rank;

	MPI_Comm_size(comm, &P);
	MPI_Comm_rank(comm, &rank);
	check_allreduce(comm, P, rank, salt);
	check_allgather(comm, P, rank, salt);
}

static void check_and_free(MPI_Comm comm, int salt)
{
	if (comm == MPI_COMM_NULL)
		return;
	check(comm, salt);
	check(comm, salt + 1);
	MPI_Comm_free(&comm);
}

/* ---- The parts */

static MPI_Comm split(int color, int key)
{
	MPI_Comm comm;
	MPI_Comm_split(MPI_COMM_WORLD, color, key, &comm);
	return comm;
}

static void splits(void)
{
	check(MPI_COMM_WORLD, 5);
	check_and_free(split(0, -world_rank), 10);
	check_and_free(split(world_rank % 2, world_rank), 20);
	check_and_free(split(world_rank % 2, -world_rank), 30);
	check_and_free(split(world_rank ? 1 : MPI_UNDEFINED, world_rank), 40);
	check_and_free(split(world_rank / 3, world_rank * 5 % 8), 50);
	for (int i = 0; i < 10; i++) {
		srand48(i);
		int key = 0, color = (int)(lrand48() % 2 ? world_rank % 3 : 0);
		for (int r = 0; r <= world_rank; r++)
			key = (int)(lrand48() % 1000);
		check_and_free(split(color, key), 60 + i);
	}
	check(MPI_COMM_WORLD, 6);
}

/* A duplicate of a communicator that is in use, and of the duplicate. */
static void duplicates(void)
{
	MPI_Comm one, two;

	check(MPI_COMM_WORLD, 1);
	MPI_Comm_dup(MPI_COMM_WORLD, &one);
	check(one, 2);
	MPI_Comm_dup(one, &two);
	check_and_free(one, 3);
	check(MPI_COMM_WORLD, 4);
	check_and_free(two, 5);
}

/* The even ranks, backwards, without the others. */
static void groups(void)
{
	MPI_Group all, some;
	MPI_Comm comm;
	int *ranks = get((size_t)world * sizeof *ranks), n = (world + 1) / 2;

	for (int i = 0; i < n; i++)
		ranks[i] = 2 * (n - 1 - i);
	MPI_Comm_group(MPI_COMM_WORLD, &all);
	MPI_Group_incl(all, n, ranks, &some);
	if (world_rank % 2 == 0) {
		MPI_Comm_create_group(MPI_COMM_WORLD, some, 3, &comm);
		check_and_free(comm, 7);
	}
	MPI_Group_free(&some);
	MPI_Group_free(&all);
	free(ranks);
}

static void self(void)
{
	MPI_Comm comm;

	check(MPI_COMM_SELF, 1);
	MPI_Comm_dup(MPI_COMM_SELF, &comm);
	check_and_free(comm, 2);
}

static long resident_kib(void)
{
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

/* More in sequence than any library has contexts at a time. */
static void churn(void)
{
	enum { FIRST = 300, ALL = 3000, GROWTH_KIB = 4096 };
	long before = 0;

	for (int i = 0; i < ALL; i++) {
		MPI_Comm comm;
		if (i % 3)
			MPI_Comm_dup(MPI_COMM_WORLD, &comm);
		else
			comm = split(0, i % 2 ? world_rank : -world_rank);
		check(comm, i);
		MPI_Comm_free(&comm);
		before = i == FIRST ? resident_kib() : before;
	}
	long growth = resident_kib() - before;
	if (growth > GROWTH_KIB)
		die("%d communicators, one after the other, cost %ld KiB", ALL - FIRST, growth);
}

/* Errors of MPI_Comm_dup come back; the library's own message is not what is tested. */
static MPI_Comm try_dup(void)
{
	MPI_Comm comm = MPI_COMM_NULL;
	int made = !MPI_Comm_dup(MPI_COMM_WORLD, &comm), all = 0;

	PMPI_Allreduce(&made, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	if (made && !all)
		MPI_Comm_free(&comm);
	return all ? comm : MPI_COMM_NULL;
}

/* As many at once as the library gives, all in use: at some point there is no context for a private
 * one. `made` tells how many the user could make. */
static void many(void)
{
	enum { MOST = 2500, LEAST = 1400 };
	MPI_Comm *comms = get(MOST * sizeof(MPI_Comm));
	int made = 0;

	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	while (made < MOST && (comms[made] = try_dup()) != MPI_COMM_NULL) {
		check(comms[made], made);
		made++;
	}
	if (made < LEAST)
		die("only %d communicators could be made: libringgen took the contexts", made);
	for (int i = 0; i < made; i += 7)
		check(comms[i], i);
	while (made)
		MPI_Comm_free(&comms[--made]);
	for (int i = 0; i < 50; i++)
		check_and_free(split(0, -world_rank), i);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
	free(comms);
}

/* The user has taken every context before the first collective of ours. */
static void exhausted(void)
{
	enum { MOST = 2500 };
	MPI_Comm *comms = get(MOST * sizeof(MPI_Comm));
	int made = 0;

	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	while (made < MOST && (comms[made] = try_dup()) != MPI_COMM_NULL)
		made++;
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
	check(MPI_COMM_WORLD, 3);
	for (int i = 0; i < made; i += 100)
		check(comms[i], i);
	while (made)
		MPI_Comm_free(&comms[--made]);
	check_and_free(split(0, -world_rank), 4);
	check(MPI_COMM_WORLD, 5);
	free(comms);
}

static void *work(void *comm)
{
	enum { TIMES = 60 };

	for (int i = 0; i < TIMES; i++)
		check(*(MPI_Comm *)comm, i);
	return NULL;
}

/* Two threads, each on a communicator of its own, both set up at the same time. */
static void threads(void)
{
	pthread_t other;
	MPI_Comm one, two;
	int level;

	MPI_Query_thread(&level);
	if (level < MPI_THREAD_MULTIPLE)
		die("this MPI library does not give MPI_THREAD_MULTIPLE");
	MPI_Comm_dup(MPI_COMM_WORLD, &one);
	two = split(0, -world_rank);
	if (pthread_create(&other, NULL, work, &two))
		die("there is no second thread");
	work(&one);
	pthread_join(other, NULL);
	MPI_Comm_free(&one);
	MPI_Comm_free(&two);
}

/* The user's messages on the same communicator: receives that match anything are posted before the
 * collectives, messages arrive unexpected, and none of ours may be taken for one. */
static void in_flight(void)
{
	enum { TIMES = 4 };
	int next = (world_rank + 1) % world, prev = (world_rank + world - 1) % world;
	int got[TIMES][LENGTH], sent[TIMES][LENGTH];
	MPI_Request request[2 * TIMES];
	MPI_Status status[2 * TIMES];

	for (int i = 0; i < TIMES; i++) {
		MPI_Irecv(got[i], LENGTH, MPI_INT, i % 2 ? prev : MPI_ANY_SOURCE, MPI_ANY_TAG,
		          MPI_COMM_WORLD, &request[i]);
		for (int k = 0; k < LENGTH; k++)
			sent[i][k] = -1000 * world_rank - 10 * i;
	}
	check(MPI_COMM_WORLD, 1);
	for (int i = 0; i < TIMES; i++) {
		MPI_Isend(sent[i], LENGTH, MPI_INT, next, i % 3, MPI_COMM_WORLD,
		          &request[TIMES + i]);
		check(MPI_COMM_WORLD, 2 + i);
	}
	MPI_Waitall(2 * TIMES, request, status);
	check(MPI_COMM_WORLD, 3);
	for (int i = 0; i < TIMES; i++)
		if (status[i].MPI_SOURCE != prev || status[i].MPI_TAG != i % 3 ||
		    got[i][0] != -1000 * prev - 10 * i)
			die("the user's message %d came from %d with tag %d and says %d", i,
			    status[i].MPI_SOURCE, status[i].MPI_TAG, got[i][0]);
}

/* ---- All of them */

static const struct {
	const char *name;
	void (*run)(void);
	bool asked; /* only if asked for: it needs a process of its own, or a long time */
} parts[] = {
	{"splits", splits, false},       {"duplicates", duplicates, false},
	{"groups", groups, false},       {"self", self, false},
	{"in_flight", in_flight, false}, {"threads", threads, false},
	{"churn", churn, true},          {"many", many, true},
	{"exhausted", exhausted, true},
};

static bool wanted(int i, int argc, char **argv)
{
	for (int a = 1; a < argc; a++)
		if (!strcmp(argv[a], parts[i].name))
			return true;
	return argc == 1 && !parts[i].asked;
}

int main(int argc, char **argv)
{
	int level, done = 0;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
	MPI_Comm_size(MPI_COMM_WORLD, &world);
	MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (wanted((int)i, argc, argv)) {
			parts[i].run();
			MPI_Barrier(MPI_COMM_WORLD);
			done++;
		}
	if (!done || (argc > 1 && done != argc - 1))
		die("a part is asked for that there is not");
	if (!world_rank)
		printf("%d parts done\n", done);
	MPI_Finalize();
	return 0;
}
