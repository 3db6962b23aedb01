/* SPDX-License-Identifier: BSD-3-Clause
 * The routines under test: generated ones, compiled with -DNAME=PREFIX -DHEADER='"FILE.h"'; or,
 * with neither, those under MPI's own names, which libringgen-preload serves. They are compared
 * with PMPI's. A failure is told in one line with the rank in the world, and ends the whole job.
 */
#ifndef RG_TEST_ROUTINES_H
#define RG_TEST_ROUTINES_H

#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef HEADER
#include HEADER
#else
#define NAME MPI
#endif

#define RG_PASTE(a, b) a##b
#define RG_JOIN(a, b) RG_PASTE(a, b)
/* OURS(Allreduce) is chain32_Allreduce, when NAME is chain32. */
#define OURS(routine) RG_JOIN(NAME, _##routine)

#if MPI_VERSION >= 4
#define LARGE_COUNT 1 /* there are _c variants */
#else
#define LARGE_COUNT 0
#endif

#include "rest.h"

__attribute__((format(printf, 1, 2))) static inline void die(const char *format, ...)
{
	char what[1024];
	int rank = 0;
	va_list args;

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	fprintf(stderr, "rank %d: %s\n", rank, what);
	fflush(NULL);
	MPI_Abort(MPI_COMM_WORLD, 1);
	abort();
}

static inline void *get(size_t size)
{
	void *memory = malloc(size ? size : 1);
	if (!memory)
		die("out of memory (%zu bytes)", size);
	return memory;
}

#endif
