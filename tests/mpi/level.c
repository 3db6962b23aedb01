/* SPDX-License-Identifier: BSD-3-Clause
 * The level of threads that a program asks for, 0 (MPI_THREAD_SINGLE) to 3 (MPI_THREAD_MULTIPLE),
 * and what it is told: "asked 1: provided 1, query 1"; without an argument by MPI_Init.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static const int levels[] = {MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED,
                             MPI_THREAD_MULTIPLE};

/* Which of them it is; -1: none. */
static int number(int level)
{
	for (int i = 0; i < 4; i++)
		if (levels[i] == level)
			return i;
	return -1;
}

int main(int argc, char **argv)
{
	int asked = argc > 1 ? atoi(argv[1]) : 0, provided = levels[asked], query = -1, rank;

	if (argc > 1)
		MPI_Init_thread(&argc, &argv, levels[asked], &provided);
	else
		MPI_Init(&argc, &argv);
	MPI_Query_thread(&query);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (!rank)
		printf("asked %d: provided %d, query %d\n", asked, number(provided), number(query));
	MPI_Finalize();
	return 0;
}
