/* SPDX-License-Identifier: BSD-3-Clause
 * The last rank is killed while all have windows. Before that rank 0 says so.
 */
#include "routines.h"

#include <signal.h>
#include <string.h>

/* Whether this process has a part of the windows' file in its memory. */
static int has_windows(void)
{
	char line[512];
	int found = 0;
	FILE *maps = fopen("/proc/self/maps", "r");

	while (maps && fgets(line, sizeof line, maps))
		found = found || strstr(line, "memfd:ringgen");
	if (maps)
		fclose(maps);
	return found;
}

int main(int argc, char **argv)
{
	int rank, P, one = 1, sum = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	if (OURS(Allreduce)(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD) || sum != P)
		die("an allreduce is wrong");
	if (!has_windows())
		die("there are no windows");
	if (!rank) {
		puts("windows");
		fflush(stdout);
	}
	MPI_Barrier(MPI_COMM_WORLD);
	if (rank == P - 1)
		raise(SIGKILL);
	OURS(Allreduce)(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
