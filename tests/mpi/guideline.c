/* SPDX-License-Identifier: BSD-3-Clause
 * For LD_PRELOAD: MPI's collectives. Those that SLOW names ("Gather,Gatherv") take very long, LONG
 * microseconds, if rank 0 gives FROM to TO elements. A gather is wrong at the root if WRONG is set.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int limit(const char *name, int otherwise)
{
	const char *value = getenv(name);
	return value ? atoi(value) : otherwise;
}

static void delay(const char *name, int count)
{
	const char *slow = getenv("SLOW");
	char item[32], list[256];

	snprintf(item, sizeof item, ",%s,", name);
	snprintf(list, sizeof list, ",%s,", slow ? slow : "");
	if (strstr(list, item) && count >= limit("FROM", 0) && count <= limit("TO", 1 << 30))
		usleep((useconds_t)limit("LONG", 50000));
}

int MPI_Gather(const void *in, int n, MPI_Datatype t, void *out, int m, MPI_Datatype u, int root,
               MPI_Comm comm)
{
	int rank, err = PMPI_Gather(in, n, t, out, m, u, root, comm);

	MPI_Comm_rank(comm, &rank);
	delay("Gather", n);
	if (getenv("WRONG") && rank == root && t == MPI_FLOAT)
		((float *)out)[n] += 1;
	return err;
}

int MPI_Gatherv(const void *in, int n, MPI_Datatype t, void *out, const int *counts,
                const int *displs, MPI_Datatype u, int root, MPI_Comm comm)
{
	delay("Gatherv", n);
	return PMPI_Gatherv(in, n, t, out, counts, displs, u, root, comm);
}

int MPI_Allgather(const void *in, int n, MPI_Datatype t, void *out, int m, MPI_Datatype u,
                  MPI_Comm comm)
{
	delay("Allgather", n);
	return PMPI_Allgather(in, n, t, out, m, u, comm);
}

int MPI_Reduce(const void *in, void *out, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm comm)
{
	delay("Reduce", n);
	return PMPI_Reduce(in, out, n, t, op, root, comm);
}
