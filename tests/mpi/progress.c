/* SPDX-License-Identifier: BSD-3-Clause
 * Collectives in progress while a process is in another call of MPI: rank 0 calls one that ends
 * only after the others' waits are over, which need rank 0. For a preloaded library.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { N = 50000 };

static int rank, P;
static double *in, *out;

static void die(const char *what)
{
	fprintf(stderr, "rank %d: %s\n", rank, what);
	MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The traffic of the test: rank 0 takes its part before its wait, the others after theirs. */
static void message(MPI_Comm comm)
{
	int token = 0;
	if (!rank)
		MPI_Recv(&token, 1, MPI_INT, 1, 3, comm, MPI_STATUS_IGNORE);
	else if (rank == 1)
		MPI_Send(&token, 1, MPI_INT, 0, 3, comm);
}

static void synchronous_message(MPI_Comm comm)
{
	int token = 0;
	if (!rank)
		MPI_Ssend(&token, 1, MPI_INT, 1, 3, comm);
	else if (rank == 1)
		MPI_Recv(&token, 1, MPI_INT, 0, 3, comm, MPI_STATUS_IGNORE);
}

static void probe(MPI_Comm comm)
{
	if (!rank)
		MPI_Probe(1, 3, comm, MPI_STATUS_IGNORE);
	message(comm);
}

static void request(MPI_Comm comm)
{
	MPI_Request r;
	int token = 0;
	if (!rank) {
		MPI_Irecv(&token, 1, MPI_INT, 1, 3, comm, &r);
		MPI_Wait(&r, MPI_STATUS_IGNORE);
	} else if (rank == 1) {
		MPI_Send(&token, 1, MPI_INT, 0, 3, comm);
	}
}

static void requests(MPI_Comm comm)
{
	MPI_Request r[2];
	MPI_Status statuses[2];
	int token[2] = {0, 0};
	if (rank > 1)
		return;
	MPI_Irecv(&token[0], 1, MPI_INT, !rank, 3, comm, &r[0]);
	MPI_Isend(&token[1], 1, MPI_INT, !rank, 3, comm, &r[1]);
	MPI_Waitall(2, r, statuses);
}

static void barrier(MPI_Comm comm)
{
	MPI_Barrier(comm);
}

static void broadcast(MPI_Comm comm)
{
	int token = 0;
	MPI_Bcast(&token, 1, MPI_INT, P - 1, comm);
}

static void reduction(MPI_Comm comm)
{
	int mine = 1, sum = 0;
	MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm);
	if (sum != P)
		die("a blocking sum is wrong");
}

static void duplicate(MPI_Comm comm)
{
	MPI_Comm copy;
	MPI_Comm_dup(comm, &copy);
	MPI_Comm_free(&copy);
}

static void fence(MPI_Comm comm)
{
	int memory = 0;
	MPI_Win win;
	MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, comm, &win);
	MPI_Win_fence(0, win);
	MPI_Win_free(&win);
}

/* Longer than the others' waits may take. */
static void nap(MPI_Comm comm)
{
	(void)comm;
	if (!rank)
		usleep(300000);
}

static const struct {
	const char *name;
	void (*call)(MPI_Comm comm);
} calls[] = {
	{"a message", message},     {"a synchronous message", synchronous_message},
	{"a probe", probe},         {"a request", request},
	{"requests", requests},     {"a barrier", barrier},
	{"a broadcast", broadcast}, {"a blocking collective", reduction},
	{"a duplicate", duplicate}, {"a fence", fence},
	{"no call of MPI", nap},
};

static void start(int form, MPI_Comm comm, MPI_Request *r)
{
	if (form == 0)
		MPI_Iallreduce(in, out, N, MPI_DOUBLE, MPI_SUM, comm, r);
	else
		MPI_Start(r);
}

static void run(int form, MPI_Comm comm, MPI_Comm other)
{
	MPI_Request r;

#if MPI_VERSION >= 4
	if (form == 1)
		MPI_Allreduce_init(in, out, N, MPI_DOUBLE, MPI_SUM, comm, MPI_INFO_NULL, &r);
#endif
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		for (int n = 0; n < N; n++)
			out[n] = -1;
		start(form, comm, &r);
		if (!rank)
			calls[i].call(other);
		MPI_Wait(&r, MPI_STATUS_IGNORE);
		if (rank)
			calls[i].call(other);
		for (int n = 0; n < N; n++)
			if (out[n] != P)
				die(calls[i].name);
		if (!rank && getenv("PROGRESS_TELL"))
			printf("%s\n", calls[i].name);
	}
	if (form == 1)
		MPI_Request_free(&r);
}

/* A tool's wait, which does not come by ours: somebody else ends the collective meanwhile. */
static void wait_beneath(MPI_Comm comm)
{
	enum { TIMES = 300 };
	MPI_Request r;

	for (int i = 0; i < TIMES; i++) {
		int n = i % 2 ? N : 1;
		for (int k = 0; k < n; k++)
			out[k] = -1;
		if (rank == i % P)
			usleep(200);
		MPI_Iallreduce(in, out, n, MPI_DOUBLE, MPI_SUM, comm, &r);
		PMPI_Wait(&r, MPI_STATUS_IGNORE);
		for (int k = 0; k < n; k++)
			if (out[k] != P)
				die("a tool's wait");
	}
}

/* Waits with nothing to wait for end, although the others begin the collective only afterwards. */
static void wait_for_none(MPI_Comm comm)
{
	MPI_Request none[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL}, r;
	MPI_Status statuses[2];
	int index, found, which[2], token = 0;

	if (!rank) {
		MPI_Iallreduce(in, out, N, MPI_DOUBLE, MPI_SUM, comm, &r);
		MPI_Waitany(2, none, &index, MPI_STATUS_IGNORE);
		MPI_Waitsome(2, none, &found, which, statuses);
		MPI_Waitall(2, none, statuses);
		MPI_Wait(none, MPI_STATUS_IGNORE);
		if (index != MPI_UNDEFINED || found != MPI_UNDEFINED)
			die("no request is over");
		for (int i = 1; i < P; i++)
			MPI_Send(&token, 1, MPI_INT, i, 4, comm);
	} else {
		MPI_Recv(&token, 1, MPI_INT, 0, 4, comm, MPI_STATUS_IGNORE);
		MPI_Iallreduce(in, out, N, MPI_DOUBLE, MPI_SUM, comm, &r);
	}
	MPI_Wait(&r, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
	MPI_Comm other;
	int zero = 0, sum;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	MPI_Comm_dup(MPI_COMM_WORLD, &other);
	MPI_Allreduce(&zero, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	in = malloc(N * sizeof *in);
	out = malloc(N * sizeof *out);
	for (int n = 0; n < N; n++)
		in[n] = 1;
	for (int form = 0; form < (MPI_VERSION >= 4 ? 2 : 1); form++) {
		run(form, MPI_COMM_WORLD, MPI_COMM_WORLD);
		run(form, MPI_COMM_WORLD, other);
	}
	wait_beneath(MPI_COMM_WORLD);
	wait_for_none(MPI_COMM_WORLD);
	free(in);
	free(out);
	MPI_Comm_free(&other);
	if (!rank)
		printf("progress: ok\n");
	MPI_Finalize();
	return 0;
}
