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
#include <string.h>

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

/* Asked when it runs: with the standard ABI it is not known before. */
static inline int is_open_mpi(void)
{
	char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
	int length;

	PMPI_Get_library_version(text, &length);
	return !strncmp(text, "Open MPI", strlen("Open MPI"));
}

/* MPICH 5.0.2 stops in an assertion where a reduction has MPI_DATATYPE_NULL; the standard ABI's is
 * that or a newer one. */
#if defined MPICH_NUMVERSION && MPICH_NUMVERSION >= 50000000 || defined MPI_ABI_VERSION
#define STOPS_AT_NO_TYPE (!is_open_mpi())
#else
#define STOPS_AT_NO_TYPE 0
#endif

/* Persistent collectives: generated ones, or MPI's own, which MPI 3 has not. Open MPI's do not keep
 * types that are freed: see faults/persistent_types.c. */
#ifdef HEADER
#define HAS_PERSISTENT 1
#define PERSISTENT_KEEP_TYPES 1
#else
#define HAS_PERSISTENT (MPI_VERSION >= 4)
#define PERSISTENT_KEEP_TYPES (HAS_PERSISTENT && !is_open_mpi())
#endif

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
