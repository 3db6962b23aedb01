/* SPDX-License-Identifier: BSD-3-Clause
 * The level of threads that a program asks for, and what it is told: "asked 1: provided 1, query
 * 1"; without an argument by MPI_Init.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int asked = argc > 1 ? atoi(argv[1]) : MPI_THREAD_SINGLE, provided = asked, query = -1,
	    rank;

	if (argc > 1)
		MPI_Init_thread(&argc, &argv, asked, &provided);
	else
		MPI_Init(&argc, &argv);
	MPI_Query_thread(&query);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (!rank)
		printf("asked %d: provided %d, query %d\n", asked, provided, query);
	MPI_Finalize();
	return 0;
}
