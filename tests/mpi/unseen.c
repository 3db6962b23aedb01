/* SPDX-License-Identifier: BSD-3-Clause
 * A persistent collective that is awaited by WAIT(request), which a preloaded library may not know
 * or see. Rank 0 begins late, so that the others find a wrong sum if their wait is over at once.
 * Prints "unseen: ok".
 *
 * With NEWER it is the library that has such routines: MPI_Request_watch, as a newer MPI would have
 * it, for which a request that MPI did not start is over; mpi_user_wait_, which is called like a
 * routine of MPI and is none; user_wait, which calls MPI beneath what is loaded before it.
 */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int MPI_Request_watch(MPI_Request *request);
int PMPI_Request_watch(MPI_Request *request);
int mpi_user_wait_(MPI_Request *request);
int user_wait(MPI_Request *request);

#ifdef NEWER
int PMPI_Request_watch(MPI_Request *request)
{
	void *found = dlsym(RTLD_DEFAULT, "PMPI_Wait");
	int (*wait)(MPI_Request *, MPI_Status *);

	memcpy(&wait, &found, sizeof found);
	return wait(request, MPI_STATUS_IGNORE);
}

int MPI_Request_watch(MPI_Request *request)
{
	return PMPI_Request_watch(request);
}

int mpi_user_wait_(MPI_Request *request)
{
	return MPI_Wait(request, MPI_STATUS_IGNORE);
}

#ifdef BENEATH
int user_wait(MPI_Request *request)
{
	return PMPI_Wait(request, MPI_STATUS_IGNORE);
}
#endif
#else
int main(int argc, char **argv)
{
	MPI_Request request;
	int rank, P, sum = -1, wrong;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	MPI_Allreduce_init(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL,
	                   &request);
	MPI_Barrier(MPI_COMM_WORLD);
	if (!rank)
		usleep(100000);
	MPI_Start(&request);
	WAIT(&request);
	wrong = sum != P * (P - 1) / 2;
	if (wrong)
		fprintf(stderr, "rank %d: %d\n", rank, sum);
	MPI_Request_free(&request);
	MPI_Finalize();
	if (!rank && !wrong)
		printf("unseen: ok\n");
	return wrong;
}
#endif
