/* SPDX-License-Identifier: BSD-3-Clause
 * shift BYTES TIMES: each rank sends so much to the next one, all at once, as in a step of a ring.
 * Prints how many microseconds the slowest rank took, a line each time; the first time, in which
 * connections are made, has none.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int rank, size, bytes = argc > 1 ? atoi(argv[1]) : 1000000;
	int times = argc > 2 ? atoi(argv[2]) : 5;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	char *out = calloc(1, (size_t)bytes), *in = calloc(1, (size_t)bytes);
	if (!out || !in)
		MPI_Abort(MPI_COMM_WORLD, 1);
	for (int i = 0; i <= times; i++) {
		double slowest;
		MPI_Barrier(MPI_COMM_WORLD);
		double began = MPI_Wtime();
		MPI_Sendrecv(out, bytes, MPI_CHAR, (rank + 1) % size, 0, in, bytes, MPI_CHAR,
		             (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		double took = MPI_Wtime() - began;
		MPI_Reduce(&took, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
		if (rank == 0 && i > 0)
			printf("%d %.0f\n", i, slowest * 1e6);
	}
	free(out);
	free(in);
	MPI_Finalize();
	return 0;
}
