/* SPDX-License-Identifier: BSD-3-Clause
 * Blocking calls of which a suite knows how many there are: 100 broadcasts of 80 bytes, 50
 * allreduces of a double and 7 of none, 30 barriers, and 5 that no communicator of several
 * processes has. With -DCOUNTED it asks libringgen-preload what it counted.
 */
#include <mpi.h>

#ifdef COUNTED
#include "ringgen.h"

#include <stdio.h>

/* Rank 0 tells what rg_counted says. */
static void tell(void)
{
	struct rg_counted line[16];
	int rank, n = rg_counted(line, 16);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < n && rank == 0; i++)
		printf("%s %llu %.0f %d %s\n", line[i].collective, line[i].calls, line[i].bytes,
		       line[i].seconds > 0, line[i].why ? line[i].why : line[i].by);
}
#endif

static void many(int n, int count)
{
	double in[10] = {1}, out[10];
	for (int i = 0; i < n; i++)
		MPI_Allreduce(in, out, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
	double data[10] = {0}, out;
	MPI_Init(&argc, &argv);
#ifdef COUNTED
	rg_counted(NULL, 0);
#endif
	for (int i = 0; i < 100; i++)
		MPI_Bcast(data, 10, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	many(50, 1);
	many(7, 0);
	for (int i = 0; i < 30; i++)
		MPI_Barrier(MPI_COMM_WORLD);
	for (int i = 0; i < 5; i++)
		MPI_Allreduce(data, &out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF);
#ifdef COUNTED
	tell();
#endif
	MPI_Finalize();
	return 0;
}
