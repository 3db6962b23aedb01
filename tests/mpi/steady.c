/* SPDX-License-Identifier: BSD-3-Clause
 * A persistent collective that is started again and again allocates nothing. The MPI library may: a
 * message that comes before it is asked for has to lie somewhere. So those allocations count that
 * the program asks for itself, in which the library under test is.
 */
#include "routines.h"

#include <stdint.h>

enum { N = 5000, WARM = 10, STARTS = 1000 };

static long allocations;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *memory, size_t size);

/* The program's own code, as the linker says. */
extern const char __executable_start[], etext[];

static void count(const void *caller)
{
	uintptr_t at = (uintptr_t)caller;

	allocations += at >= (uintptr_t)__executable_start && at < (uintptr_t)etext;
}

void *malloc(size_t size)
{
	count(__builtin_return_address(0));
	return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	count(__builtin_return_address(0));
	return __libc_calloc(n, size);
}

void *realloc(void *memory, size_t size)
{
	count(__builtin_return_address(0));
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
	if (!before)
		die("the set-up has allocated nothing: what is ours is not told");
	if (allocations > before)
		die("%ld allocations in %d starts", allocations - before, STARTS);
	OURS(Request_free)(&r);
	if (!rank)
		printf("steady: ok\n");
	MPI_Finalize();
	return 0;
}
