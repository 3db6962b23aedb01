/* SPDX-License-Identifier: BSD-3-Clause
 * A persistent collective that is started again and again allocates nothing. Ranks that share
 * memory send no messages, so that nothing in the process does.
 */
#include "routines.h"

/* Open MPI has an allocation of its own now and then, when it is waited for long. */
enum { N = 5000, WARM = 10, STARTS = 1000, ITS_OWN = 5 };

static long allocations;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *memory, size_t size);

void *malloc(size_t size)
{
	allocations++;
	return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	allocations++;
	return __libc_calloc(n, size);
}

void *realloc(void *memory, size_t size)
{
	allocations++;
	return __libc_realloc(memory, size);
}

int main(int argc, char **argv)
{
	static double in[N], out[N];
	RG_JOIN(NAME, _Request) r;
	int rank, P;
	long before = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	OURS(Allreduce_init)(in, out, N, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
	for (int i = 0; i < WARM + STARTS; i++) {
		if (i == WARM)
			before = allocations;
		in[N - 1] = i;
		OURS(Start)(&r);
		OURS(Wait)(&r, MPI_STATUS_IGNORE);
		if (out[N - 1] != (double)i * P)
			die("start %d: %g instead of %g", i, out[N - 1], (double)i * P);
	}
	if (allocations > before + ITS_OWN)
		die("%ld allocations in %d starts", allocations - before, STARTS);
	OURS(Request_free)(&r);
	if (!rank)
		printf("steady: ok\n");
	MPI_Finalize();
	return 0;
}
