/* SPDX-License-Identifier: BSD-3-Clause
 * tuned CALLS COUNT [split [twice]]: as many calls of some collectives under MPI's own names, of
 * COUNT numbers each, with results that are compared; on halves of the world if it is split; and
 * then on duplicates of these. Says "right".
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int P, rank, count;
static int *mine, *all;
static MPI_Comm comm;

static void expect(int is, int should_be, const char *what)
{
	if (is == should_be)
		return;
	printf("%s on rank %d: %d, not %d\n", what, rank, is, should_be);
	fflush(stdout);
	MPI_Abort(MPI_COMM_WORLD, 1);
}

static void fill(int call)
{
	for (int i = 0; i < count; i++)
		mine[i] = rank + i + call;
	memset(all, 0xff, sizeof *all * (size_t)count * (size_t)P);
}

static void allreduce(int call)
{
	fill(call);
	MPI_Allreduce(mine, all, count, MPI_INT, MPI_SUM, comm);
	for (int i = 0; i < count; i++)
		expect(all[i], P * (P - 1) / 2 + P * (i + call), "allreduce");
}

static void allgather(int call)
{
	fill(call);
	MPI_Allgather(mine, count, MPI_INT, all, count, MPI_INT, comm);
	for (int r = 0; r < P; r++)
		for (int i = 0; i < count; i++)
			expect(all[r * count + i], r + i + call, "allgather");
}

static void reduce(int call)
{
	fill(call);
	MPI_Reduce(mine, all, count, MPI_INT, MPI_MAX, call % P, comm);
	for (int i = 0; i < count && rank == call % P; i++)
		expect(all[i], P - 1 + i + call, "reduce");
}

static void gatherv(int call)
{
	int counts[64], displs[64];

	fill(call);
	for (int r = 0; r < P; r++) {
		counts[r] = r % 2 ? count : count / 2;
		displs[r] = r * count;
	}
	MPI_Gatherv(mine, counts[rank], MPI_INT, all, counts, displs, MPI_INT, 0, comm);
	for (int r = 0; r < P && !rank; r++)
		for (int i = 0; i < counts[r]; i++)
			expect(all[r * count + i], r + i + call, "gatherv");
}

static void call_all(int calls)
{
	for (int call = 0; call < calls; call++) {
		allreduce(call);
		allgather(call);
		reduce(call);
		gatherv(call);
		MPI_Barrier(comm);
	}
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (argc < 3 || (count = atoi(argv[2])) < 0)
		MPI_Abort(MPI_COMM_WORLD, 2);
	MPI_Comm_split(MPI_COMM_WORLD, argc > 3 ? rank % 2 : 0, rank, &comm);
	MPI_Comm_size(comm, &P);
	MPI_Comm_rank(comm, &rank);
	mine = malloc(sizeof *mine * (size_t)count + 1);
	all = malloc(sizeof *all * (size_t)count * (size_t)P + 1);
	if (!mine || !all || P > 64)
		MPI_Abort(MPI_COMM_WORLD, 2);
	call_all(atoi(argv[1]));
	if (argc > 4) {
		MPI_Comm first = comm;
		MPI_Comm_dup(first, &comm);
		call_all(atoi(argv[1]));
		MPI_Comm_free(&first);
	}
	free(mine);
	free(all);
	MPI_Comm_free(&comm);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Barrier(MPI_COMM_WORLD);
	if (!rank)
		printf("right\n");
	MPI_Finalize();
	return 0;
}
