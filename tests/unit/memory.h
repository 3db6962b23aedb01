/* SPDX-License-Identifier: BSD-3-Clause
 * For tests of what is done when there is no memory.
 */
#ifndef RG_TEST_MEMORY_H
#define RG_TEST_MEMORY_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static inline rlim_t bytes_used(void)
{
	unsigned long pages = 0;
	FILE *f = fopen("/proc/self/statm", "r");

	if (!f || fscanf(f, "%lu", &pages) != 1)
		pages = 0;
	if (f)
		fclose(f);
	return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* Let this process have so many bytes more than it has; *all: the limit before. */
static inline void limit_memory(rlim_t more, struct rlimit *all)
{
	getrlimit(RLIMIT_AS, all);
	struct rlimit few = *all;
	few.rlim_cur = bytes_used() + more;
	setrlimit(RLIMIT_AS, &few);
}

/* Whether such a limit holds here: that of a program under qemu does not. */
static inline bool memory_is_limited(void)
{
	enum { MORE = 1 << 20, TOO_MUCH = 64 << 20 };
	struct rlimit all;

	limit_memory(MORE, &all);
	void *got = mmap(NULL, TOO_MUCH, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	setrlimit(RLIMIT_AS, &all);
	if (got == MAP_FAILED)
		return true;
	munmap(got, TOO_MUCH);
	printf("RLIMIT_AS does not hold here: what is done without memory is not checked\n");
	return false;
}

#endif
