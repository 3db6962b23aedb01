/* SPDX-License-Identifier: BSD-3-Clause
 * oneway BYTES: how long a message of that size takes from rank 0 to each other rank, one at a
 * time, on a simulated cluster, where the clocks of all ranks are one. Prints "RANK SECONDS".
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* The seconds from when both were ready until it was there; the receiver knows. */
static double receive(char *data, int bytes)
{
	double sent = 0, ready = MPI_Wtime();

	MPI_Recv(data, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	double end = MPI_Wtime();
	MPI_Recv(&sent, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	return end - (sent > ready ? sent : ready);
}

static void send(int to, const char *data, int bytes)
{
	double seconds = 0, now = MPI_Wtime();

	MPI_Send(data, bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD);
	MPI_Send(&now, 1, MPI_DOUBLE, to, 0, MPI_COMM_WORLD);
	MPI_Recv(&seconds, 1, MPI_DOUBLE, to, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	printf("%d %.9f\n", to, seconds);
}

int main(int argc, char **argv)
{
	int rank, size, bytes = argc > 1 ? atoi(argv[1]) : 0;
	char *data = calloc((size_t)bytes + 1, 1);

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	for (int to = 1; to < size && rank == 0; to++)
		send(to, data, bytes);
	if (rank != 0) {
		double seconds = receive(data, bytes);
		MPI_Send(&seconds, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
	}
	free(data);
	MPI_Finalize();
	return 0;
}
