/* SPDX-License-Identifier: BSD-3-Clause
 * For LD_PRELOAD: routines of MPI that take very long, under their PMPI names. SLOW=native: the
 * collectives allgather, allreduce and reduce; SLOW=messages: those that send one.
 */
#include <dlfcn.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MICROSECONDS = 20000 };

static void delay(const char *what)
{
	const char *slow = getenv("SLOW");

	if (slow && strcmp(slow, what) == 0)
		usleep(MICROSECONDS);
}

#define SLOW(what, name, takes, ...)                       \
	int name takes                                     \
	{                                                  \
		int(*next) takes;                          \
		*(void **)&next = dlsym(RTLD_NEXT, #name); \
		delay(what);                               \
		return next(__VA_ARGS__);                  \
	}

SLOW("native", PMPI_Allgather,
     (const void *in, int n, MPI_Datatype t, void *out, int m, MPI_Datatype u, MPI_Comm comm), in,
     n, t, out, m, u, comm)
SLOW("native", PMPI_Allreduce,
     (const void *in, void *out, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm), in, out, n, t,
     op, comm)
SLOW("native", PMPI_Reduce,
     (const void *in, void *out, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm comm), in,
     out, n, t, op, root, comm)
SLOW("messages", PMPI_Isend,
     (const void *in, int n, MPI_Datatype t, int to, int tag, MPI_Comm comm, MPI_Request *q), in, n,
     t, to, tag, comm, q)
SLOW("messages", PMPI_Send, (const void *in, int n, MPI_Datatype t, int to, int tag, MPI_Comm comm),
     in, n, t, to, tag, comm)
