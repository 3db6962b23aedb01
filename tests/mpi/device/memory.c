/* SPDX-License-Identifier: BSD-3-Clause
 * A double for an MPI library that takes buffers in the memory of a device, to be loaded before the
 * MPI library and behind libringgen-preload, and for such memory: nobody can read or write it but
 * this "library" within its own calls. It counts these.
 *
 * Each routine under the names MPI_ and PMPI_ opens the memory if it is given an address in it, or
 * MPI_BOTTOM, and goes to the real one. A routine that blocks closes it again; one that does not
 * block needs it until it is over, when the program closes it.
 */
#include "memory.h"
#include "ringgen/collectives.def"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { RANGES = 256, PAGE = 4096, NAMES = 128 };

static struct range {
	char *begin;
	size_t length; /* 0: none */
	enum device_kind kind;
} ranges[RANGES];

static struct count {
	const char *name;
	int calls;
} counts[NAMES];

/* ---- The memory */

static const struct range *range_of(const void *address)
{
	const char *at = address;

	for (int i = 0; i < RANGES; i++)
		if (ranges[i].length && at >= ranges[i].begin &&
		    at < ranges[i].begin + ranges[i].length)
			return &ranges[i];
	return NULL;
}

enum device_kind device_kind(const void *address)
{
	const struct range *r = range_of(address);
	return r ? r->kind : DEVICE_UNKNOWN;
}

static void protect(int how)
{
	for (int i = 0; i < RANGES; i++)
		if (ranges[i].length && ranges[i].kind == DEVICE_MEMORY &&
		    mprotect(ranges[i].begin, ranges[i].length, how))
			abort();
}

void device_open(void)
{
	protect(PROT_READ | PROT_WRITE);
}

void device_close(void)
{
	protect(PROT_NONE);
}

void *device_alloc(size_t size, enum device_kind kind)
{
	int i = 0, how = kind == DEVICE_MEMORY ? PROT_NONE : PROT_READ | PROT_WRITE;

	while (i < RANGES && ranges[i].length)
		i++;
	size = (size + PAGE) / PAGE * PAGE;
	void *memory = mmap(NULL, size, how, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (i == RANGES || memory == MAP_FAILED)
		abort();
	ranges[i] = (struct range){memory, size, kind};
	return memory;
}

void device_free(void *memory)
{
	for (int i = 0; i < RANGES; i++)
		if (ranges[i].length && ranges[i].begin == memory) {
			munmap(memory, ranges[i].length);
			ranges[i].length = 0;
		}
}

/* ---- The calls */

/* Open MPI's and MPICH's question whether they take such memory. */
int MPIX_Query_cuda_support(void);
int MPIX_Query_cuda_support(void)
{
	return getenv("DEVICE_TAKEN") != NULL;
}

static struct count *count_of(const char *name)
{
	int i = 0;

	while (i < NAMES - 1 && counts[i].name && strcmp(counts[i].name, name) != 0)
		i++;
	return &counts[i];
}

int device_calls(const char *name)
{
	return count_of(name)->calls;
}

/* All that a routine takes has the length of a pointer, or less. */
enum { ARGUMENTS = 12 };
typedef long routine(long, long, long, long, long, long, long, long, long, long, long, long);

static bool begin(const char *name, const long *a, bool always)
{
	bool opens = always || !a[0] || !a[1];

	struct count *count = count_of(name);
	count->name = name;
	count->calls++;
	for (int i = 0; i < ARGUMENTS && !opens; i++)
		opens = device_kind((const void *)a[i]) == DEVICE_MEMORY;
	if (opens)
		device_open();
	return opens;
}

static routine *next(const char *name)
{
	routine *found;
	void *symbol = dlsym(RTLD_NEXT, name);

	if (!symbol) {
		fprintf(stderr, "there is no %s\n", name);
		abort();
	}
	memcpy(&found, &symbol, sizeof found);
	return found;
}

#define PASS(PREFIX, NAME, ALWAYS, BLOCKS)                                                        \
	routine PREFIX##NAME;                                                                     \
	long PREFIX##NAME(long a, long b, long c, long d, long e, long f, long g, long h, long i, \
	                  long j, long k, long l)                                                 \
	{                                                                                         \
		const long all[ARGUMENTS] = {a, b, c, d, e, f, g, h, i, j, k, l};                 \
		bool opened = begin(#NAME, all, ALWAYS);                                          \
		long result = next(#PREFIX #NAME)(a, b, c, d, e, f, g, h, i, j, k, l);            \
		if (opened && BLOCKS)                                                             \
			device_close();                                                           \
		return result;                                                                    \
	}
#define PASSES(NAME, ALWAYS, BLOCKS)     \
	PASS(MPI_, NAME, ALWAYS, BLOCKS) \
	PASS(PMPI_, NAME, ALWAYS, BLOCKS)
#define COLLECTIVE(NAME, name, Entry, ...) \
	PASSES(Entry, false, true)         \
	PASSES(Entry##_c, false, true)     \
	PASSES(I##name, false, false)      \
	PASSES(I##name##_c, false, false)  \
	PASSES(Entry##_init, false, false) \
	PASSES(Entry##_init_c, false, false)

RG_ROWS(COLLECTIVE)
PASSES(Sendrecv, true, true) /* either address may be MPI_BOTTOM */
PASSES(Start, true, false)
PASSES(Startall, true, false)
