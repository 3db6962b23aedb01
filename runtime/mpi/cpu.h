/* SPDX-License-Identifier: BSD-3-Clause
 * Where in its machine this process runs.
 */
#ifndef RG_CPU_H
#define RG_CPU_H

#include <stdbool.h>

struct rg_cpu {
	int package, numa, core; /* hwloc's logical indexes */
	/* For the levels below the machine, numbers that are the same for all within a run: of the
	 * NUMA node and of the last cache, if the thread is bound to cores of one; else -1. */
	int own_numa, own_cache;
};

#pragma GCC visibility push(hidden)

/* The place of the first processing unit that the calling thread is bound to; 0, 0, 0 when it is
 * not bound or hwloc cannot tell. Found once per process, without caches (own_cache is -1) and, at
 * the first call that asks for them, with them: a later binding does not change it. */
const struct rg_cpu *rg_cpu(bool caches);

#pragma GCC visibility pop
#endif
