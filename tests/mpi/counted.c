/* SPDX-License-Identifier: BSD-3-Clause
 * Blocking calls of which a suite knows how many there are: 100 broadcasts of 80 bytes, 50
 * allreduces of a double and 7 of none, 30 barriers, and 5 that no communicator of several
 * processes has.
 */
#include <mpi.h>

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
	for (int i = 0; i < 100; i++)
		MPI_Bcast(data, 10, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	many(50, 1);
	many(7, 0);
	for (int i = 0; i < 30; i++)
		MPI_Barrier(MPI_COMM_WORLD);
	for (int i = 0; i < 5; i++)
		MPI_Allreduce(data, &out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF);
	MPI_Finalize();
	return 0;
}
