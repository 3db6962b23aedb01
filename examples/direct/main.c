/* SPDX-License-Identifier: BSD-3-Clause
 * The average of a number that each rank has, by cluster_Allreduce instead of MPI_Allreduce.
 */
#include <mpi.h>
#include <stdio.h>

#include "cluster.h"

int main(int argc, char **argv)
{
	int ranks, rank;
	double mine, sum;

	MPI_Init(&argc, &argv);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	mine = rank + 1;
	cluster_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	if (rank == 0)
		printf("average of 1 to %d: %g\n", ranks, sum / ranks);
	MPI_Finalize();
	return 0;
}
