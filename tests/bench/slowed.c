/* SPDX-License-Identifier: BSD-3-Clause
 * slowed BYTES CALLS AT COMMAND: so many allreduces, and before call AT the first rank on host n3
 * runs COMMAND, which makes a link slow. Rank 0 prints a line a call: its number, and microseconds
 * of the slowest rank. Compiled with -DNAME=PREFIX -DHEADER='"FILE.h"'.
 */
#include "../mpi/routines.h"

#include <string.h>
#include <unistd.h>

static double call(const int *in, int *out, int n)
{
	double seconds, slowest;

	MPI_Barrier(MPI_COMM_WORLD);
	double begin = MPI_Wtime();
	OURS(Allreduce)(in, out, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	seconds = MPI_Wtime() - begin;
	MPI_Allreduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	return slowest;
}

int main(int argc, char **argv)
{
	char host[256] = "";
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (argc != 5)
		die("usage: slowed BYTES CALLS AT COMMAND");
	int n = atoi(argv[1]) / (int)sizeof(int), calls = atoi(argv[2]), at = atoi(argv[3]);
	int *in = get((size_t)n * sizeof *in), *out = get((size_t)n * sizeof *out);
	memset(in, 0, (size_t)n * sizeof *in);
	gethostname(host, sizeof host - 1);
	for (int i = 0; i < calls; i++) {
		if (i == at && strcmp(host, "n3") == 0 && system(argv[4]))
			die("the link is not made slow");
		double slowest = call(in, out, n);
		if (rank == 0)
			printf("%d %.1f\n", i, 1e6 * slowest);
	}
	free(in);
	free(out);
	MPI_Finalize();
	return 0;
}
