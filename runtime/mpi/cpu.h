/* SPDX-License-Identifier: BSD-3-Clause
 * Where in its machine this process runs.
 */
#ifndef RG_CPU_H
#define RG_CPU_H

struct rg_cpu {
	int package, numa, core; /* hwloc's logical indexes */
};

#pragma GCC visibility push(hidden)

/* The place of the first processing unit that the calling thread is bound to; 0, 0, 0 when it is
 * not bound or hwloc cannot tell. Found once per process: a later binding does not change it. */
const struct rg_cpu *rg_cpu(void);

#pragma GCC visibility pop
#endif
