/* SPDX-License-Identifier: BSD-3-Clause
 * The memory of a process does not grow while it does the same again and again.
 *
 *   grow KIND TIMES
 *
 * KIND is one of kinds below. Prints by how many KiB the resident memory has grown from the tenth
 * part of the times on; MPI itself may grow, too, so the suite says how much is too much.
 */
#include "routines.h"

#include <string.h>
#include <unistd.h>

enum { N = 256, AT_A_TIME = 4 };

typedef RG_JOIN(NAME, _Request) request;

static int P, in[AT_A_TIME][2 * N], out[AT_A_TIME][2 * N];

static void expect(int i, int last, int wanted)
{
	if (out[i][0] != wanted || out[i][last] != wanted)
		die("%d and %d instead of %d", out[i][0], out[i][last], wanted);
}

static void wait_for_all(request *r)
{
	for (int i = 0; i < AT_A_TIME; i++)
		OURS(Wait)(&r[i], MPI_STATUS_IGNORE);
}

static void do_nonblocking(int turn, MPI_Comm comm)
{
	request r[AT_A_TIME];

	for (int i = 0; i < AT_A_TIME; i++) {
		in[i][0] = in[i][N - 1] = turn + i;
		OURS(Iallreduce)(in[i], out[i], N, MPI_INT, MPI_SUM, comm, &r[i]);
	}
	wait_for_all(r);
	for (int i = 0; i < AT_A_TIME; i++)
		expect(i, N - 1, P * (turn + i));
}

static void nonblocking(int turn)
{
	do_nonblocking(turn, MPI_COMM_WORLD);
}

/* Every other integer, of a type that is freed while it is in use. */
static void types(int turn)
{
	MPI_Datatype one, wide;
	request r[AT_A_TIME];
	int n = N / P;

	MPI_Type_contiguous(1, MPI_INT, &one);
	MPI_Type_create_resized(one, 0, 2 * sizeof(int), &wide);
	MPI_Type_commit(&wide);
	for (int i = 0; i < AT_A_TIME; i++) {
		in[i][0] = in[i][2 * (n - 1)] = turn + i;
		OURS(Iallgather)(in[i], n, wide, out[i], n, wide, MPI_COMM_WORLD, &r[i]);
	}
	MPI_Type_free(&wide);
	MPI_Type_free(&one);
	wait_for_all(r);
	for (int i = 0; i < AT_A_TIME; i++)
		expect(i, 2 * (P * n - 1), turn + i);
}

#if defined HEADER || MPI_VERSION >= 4
static void persistent(int turn)
{
	static request r;
	static int made;

	if (!made++)
		OURS(Allreduce_init)
	(in[0], out[0], N, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
	in[0][0] = in[0][N - 1] = turn;
	OURS(Start)(&r);
	OURS(Wait)(&r, MPI_STATUS_IGNORE);
	expect(0, N - 1, P * turn);
}
#endif

static void communicators(int turn)
{
	MPI_Comm comm;

	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	OURS(Allreduce)(in[0], out[0], N, MPI_INT, MPI_SUM, comm); /* sets it up */
	do_nonblocking(turn, comm);
	MPI_Comm_free(&comm);
}

static const struct {
	const char *name;
	void (*once)(int turn);
} kinds[] = {{"nonblocking", nonblocking},
             {"types", types},
#if defined HEADER || MPI_VERSION >= 4
             {"persistent", persistent},
#endif
             {"communicators", communicators}};

static long kibibytes(void)
{
	FILE *f = fopen("/proc/self/statm", "r");
	long all, resident;

	if (!f || fscanf(f, "%ld %ld", &all, &resident) != 2)
		die("nobody tells how much memory there is");
	fclose(f);
	return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

int main(int argc, char **argv)
{
	int rank, times = argc > 2 ? atoi(argv[2]) : 0;
	long before = 0, grown, most;
	size_t kind = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	while (kind < sizeof kinds / sizeof *kinds && argc > 1 && strcmp(argv[1], kinds[kind].name))
		kind++;
	if (argc < 3 || kind == sizeof kinds / sizeof *kinds)
		die("grow KIND TIMES");
	/* A communicator is set up by what blocks. */
	OURS(Allreduce)(in[0], out[0], N, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	for (int turn = 0; turn < times; turn++) {
		if (turn == times / 10)
			before = kibibytes();
		kinds[kind].once(turn % 1000);
	}
	grown = kibibytes() - before;
	MPI_Reduce(&grown, &most, 1, MPI_LONG, MPI_MAX, 0, MPI_COMM_WORLD);
	if (!rank)
		printf("%ld KiB\n", most);
	MPI_Finalize();
	return 0;
}
