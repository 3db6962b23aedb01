/* SPDX-License-Identifier: BSD-3-Clause
 * MPICH 4.0.2 and 4.2.1: persistent gathers and scatters give wrong data. The root's own block, and
 * what a rank passes on, are copied when the request is made, not when it is started.
 */
#include <mpi.h>
#include <stdio.h>

enum { STARTS = 2, RANKS = 3 };

int main(int argc, char **argv)
{
	int wrong = 0;

	MPI_Init(&argc, &argv);
#if MPI_VERSION >= 4 || defined RG_MPI_HAS_INIT
	int own, all[RANKS], rank;
	MPI_Request gather;

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Gather_init(&own, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
	                &gather);
	for (int start = 0; start < STARTS; start++) {
		own = 10 * start + rank;
		for (int k = 0; k < RANKS; k++)
			all[k] = -1;
		MPI_Start(&gather);
		MPI_Wait(&gather, MPI_STATUS_IGNORE);
		for (int k = 0; k < RANKS && rank == 0; k++)
			wrong += all[k] != 10 * start + k;
	}
	MPI_Request_free(&gather);
	if (wrong)
		printf("%d blocks are wrong\n", wrong);
#endif
	MPI_Finalize();
	return wrong != 0;
}
