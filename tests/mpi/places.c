/* SPDX-License-Identifier: BSD-3-Clause
 * Where do the ranks run? Prints the host name of each, a line a rank; its first argument is the
 * exit status.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { LONGEST = 256 };

int main(int argc, char **argv)
{
	char name[LONGEST] = "", *names = NULL;
	int rank, ranks;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	gethostname(name, LONGEST - 1);
	if (rank == 0)
		names = malloc((size_t)ranks * LONGEST);
	MPI_Gather(name, LONGEST, MPI_CHAR, names, LONGEST, MPI_CHAR, 0, MPI_COMM_WORLD);
	for (int i = 0; i < ranks && names; i++)
		puts(names + (size_t)i * LONGEST);
	free(names);
	MPI_Finalize();
	return argc > 1 ? atoi(argv[1]) : 0;
}
