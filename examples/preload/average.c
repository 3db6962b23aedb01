/* SPDX-License-Identifier: BSD-3-Clause
 * A program of MPI, which knows nothing of ringgen.
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	double sum, mine;
	int rank, ranks;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	mine = rank + 1;
	MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	if (!rank)
		printf("average of 1 to %d: %.1f\n", ranks, sum / ranks);
	MPI_Finalize();
	return 0;
}
