/* SPDX-License-Identifier: BSD-3-Clause
 * Threads, each with a communicator of its own, all in collectives at a time: blocking, nonblocking
 * and persistent ones.
 *
 *   threads [mismatch]     `mismatch`: two calls on one of the communicators do not match, which
 *                          RINGGEN_CHECK finds; ROUNDS says how many rounds of calls (200)
 */
#include "routines.h"

#include <pthread.h>
#include <stdbool.h>

enum { THREADS = 4, N = 3000 };

typedef RG_JOIN(NAME, _Request) request;

static int P, rounds = 200;
static bool mismatch;

struct work {
	MPI_Comm comm;
	int number;
};

static void expect(const int *out, int wanted, const char *what)
{
	for (int i = 0; i < N; i++)
		if (out[i] != wanted)
			die("%s: %d instead of %d", what, out[i], wanted);
}

static void expect_count(int err, const char *what)
{
	int class;

	MPI_Error_class(err, &class);
	if (class != MPI_ERR_COUNT)
		die("%s: error class %d", what, class);
}

/* Calls that do not match, while other threads are in theirs. */
static void call_wrongly(MPI_Comm comm, int rank, const int *in, int *out)
{
	int count = rank == 1 ? N / 2 : N;
	request r;

	MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
	OURS(Iallreduce)(in, out, count, MPI_INT, MPI_SUM, comm, &r);
	expect_count(OURS(Wait)(&r, MPI_STATUS_IGNORE), "nonblocking, wrong");
	expect_count(OURS(Allreduce)(in, out, count, MPI_INT, MPI_SUM, comm), "wrong");
}

static void *work(void *argument)
{
	const struct work *w = argument;
	int in[N], once[N], twice[N], out[N], rank;
	request r, q;

	MPI_Comm_rank(w->comm, &rank);
	OURS(Allreduce)(in, out, 0, MPI_INT, MPI_SUM, w->comm);
	OURS(Allreduce)(&rank, out, 1, MPI_INT, MPI_SUM, w->comm);
#if defined HEADER || MPI_VERSION >= 4
	OURS(Allreduce_init)(in, twice, N, MPI_INT, MPI_SUM, w->comm, MPI_INFO_NULL, &q);
#endif
	(void)q, (void)twice; /* MPI 3 has no persistent ones */
	for (int round = 0; round < rounds; round++) {
		for (int i = 0; i < N; i++)
			in[i] = round + w->number;
		int wanted = P * (round + w->number);
		if (mismatch && w->number == 1 && round == rounds / 2)
			call_wrongly(w->comm, rank, in, out);
		OURS(Iallreduce)(in, once, N, MPI_INT, MPI_SUM, w->comm, &r);
#if defined HEADER || MPI_VERSION >= 4
		OURS(Start)(&q);
		OURS(Allreduce)(in, out, N, MPI_INT, MPI_SUM, w->comm);
		OURS(Wait)(&q, MPI_STATUS_IGNORE);
		expect(twice, wanted, "persistent");
#else
		OURS(Allreduce)(in, out, N, MPI_INT, MPI_SUM, w->comm);
#endif
		OURS(Wait)(&r, MPI_STATUS_IGNORE);
		expect(once, wanted, "nonblocking");
		expect(out, wanted, "blocking");
	}
#if defined HEADER || MPI_VERSION >= 4
	OURS(Request_free)(&q);
#endif
	return NULL;
}

int main(int argc, char **argv)
{
	struct work all[THREADS];
	pthread_t threads[THREADS];
	int level, rank;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
	if (level < MPI_THREAD_MULTIPLE)
		die("threads are not supported");
	mismatch = argc > 1;
	if (getenv("ROUNDS"))
		rounds = atoi(getenv("ROUNDS"));
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < THREADS; i++) {
		all[i].number = i;
		MPI_Comm_dup(MPI_COMM_WORLD, &all[i].comm);
	}
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, work, &all[i]))
			die("no thread");
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < THREADS; i++)
		MPI_Comm_free(&all[i].comm);
	if (!rank)
		printf("threads: ok\n");
	MPI_Finalize();
	return 0;
}
