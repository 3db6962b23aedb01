/* SPDX-License-Identifier: BSD-3-Clause
 * long BYTES COLLECTIVE: the simulated time of one call on a vector so long that the buffers of all
 * ranks together would not fit into memory: on a simulated cluster they are one and the same, so
 * results are not verified (../simgrid/measure.c does that). Compiled by smpicc with -DNAME=PREFIX
 * -DHEADER='"FILE.h"'. Rank 0 prints the seconds until the last rank has returned.
 */
#include "../mpi/routines.h"

#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int P, rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (argc != 3)
		die("usage: long BYTES COLLECTIVE");
	int block = (int)(atoll(argv[1]) / (long long)sizeof(float) / P), n = block * P;
	float *in = SMPI_SHARED_MALLOC((size_t)n * sizeof *in), warm = 1, sum;
	float *out = SMPI_SHARED_MALLOC((size_t)n * sizeof *out);
	int *counts = get((size_t)P * sizeof *counts);
	for (int i = 0; i < P; i++)
		counts[i] = block;
	OURS(Allreduce)(&warm, &sum, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); /* sets up */
	usleep(1000000); /* so that all begin at the same time */
	double begin = MPI_Wtime(), date = 0;
	MPI_Allreduce(&begin, &date, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	usleep((useconds_t)((date + 1 - MPI_Wtime()) * 1e6));
	begin = MPI_Wtime();
	if (!strcmp(argv[2], "allreduce"))
		OURS(Allreduce)(in, out, n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
	else if (!strcmp(argv[2], "allgather"))
		OURS(Allgather)(in, block, MPI_FLOAT, out, block, MPI_FLOAT, MPI_COMM_WORLD);
	else if (!strcmp(argv[2], "bcast"))
		OURS(Bcast)(out, n, MPI_FLOAT, 0, MPI_COMM_WORLD);
	else if (!strcmp(argv[2], "reduce"))
		OURS(Reduce)(in, out, n, MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD);
	else
		OURS(Reduce_scatter)(in, out, counts, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
	double seconds = MPI_Wtime() - begin, slowest = 0;
	usleep(1000000);
	MPI_Allreduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	if (rank == 0)
		printf("%.9f\n", slowest);
	free(counts);
	SMPI_SHARED_FREE(in);
	SMPI_SHARED_FREE(out);
	MPI_Finalize();
	return 0;
}
