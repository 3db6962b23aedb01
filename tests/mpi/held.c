/* SPDX-License-Identifier: BSD-3-Clause
 * For LD_PRELOAD, with MPICH over UCX: rank 0 takes two seconds before it broadcasts what it has
 * planned. Each other rank says how often MPI was asked for progress until it had that.
 */
#include <mpi.h>

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

static atomic_long looks;
static atomic_bool waits;
static bool once;

static void *next(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

unsigned ucp_worker_progress(void *worker)
{
	unsigned (*real)(void *);

	*(void **)&real = next("ucp_worker_progress");
	atomic_fetch_add(&looks, atomic_load(&waits));
	return real(worker);
}

static void hold(MPI_Comm comm)
{
	int rank;

	PMPI_Comm_rank(comm, &rank);
	if (!rank && !once)
		nanosleep(&(struct timespec){.tv_sec = 2}, NULL);
	else if (!once)
		atomic_store(&waits, true);
	once = true;
}

int PMPI_Bcast(void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
	int (*real)(void *, int, MPI_Datatype, int, MPI_Comm);

	*(void **)&real = next("PMPI_Bcast");
	hold(comm);
	return real(buf, count, type, root, comm);
}

int PMPI_Ibcast(void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm,
                MPI_Request *request)
{
	int (*real)(void *, int, MPI_Datatype, int, MPI_Comm, MPI_Request *);

	*(void **)&real = next("PMPI_Ibcast");
	hold(comm);
	return real(buf, count, type, root, comm, request);
}

int PMPI_Allgather(const void *from, int sent, MPI_Datatype type, void *to, int received,
                   MPI_Datatype into, MPI_Comm comm)
{
	int (*real)(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm);

	*(void **)&real = next("PMPI_Allgather");
	if (atomic_exchange(&waits, false))
		fprintf(stderr, "looks: %ld\n", atomic_load(&looks));
	return real(from, sent, type, to, received, into, comm);
}
