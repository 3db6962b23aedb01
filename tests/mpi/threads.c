/* SPDX-License-Identifier: BSD-3-Clause
 * Threads, each with a communicator of its own, all in collectives at a time: blocking, nonblocking
 * and persistent ones.
 */
#include "routines.h"

#include <pthread.h>

enum { THREADS = 4, ROUNDS = 200, N = 3000 };

typedef RG_JOIN(NAME, _Request) request;

static int P;

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
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < N; i++)
			in[i] = round + w->number;
		int wanted = P * (round + w->number);
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
