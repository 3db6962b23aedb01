/* SPDX-License-Identifier: BSD-3-Clause
 * For LD_PRELOAD: how many messages libringgen sends with the tag that is in the variable TAG; each
 * process says so at its end.
 */
#include <mpi.h>

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_int sends;

int PMPI_Isend(const void *buf, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
               MPI_Request *request)
{
	int (*real)(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

	*(void **)&real = dlsym(RTLD_NEXT, "PMPI_Isend");
	atomic_fetch_add(&sends, tag == atoi(getenv("TAG")));
	return real(buf, count, type, to, tag, comm, request);
}

__attribute__((destructor)) static void tell(void)
{
	if (atomic_load(&sends))
		fprintf(stderr, "sends: %d\n", atomic_load(&sends));
}
