/* SPDX-License-Identifier: BSD-3-Clause
 * batch_lines: the lines of hosts that batch systems write, which have numbers behind a host where
 * launchers have keys.
 */
#ifndef RG_BATCH_LINES_H
#define RG_BATCH_LINES_H

#include <stdbool.h>

enum rg_batch {
	RG_BATCH_NONE,  /* it is none of these */
	RG_BATCH_RANK,  /* LSF's "n0 0,1 0 1": a rank, its processors, a NUMA node, a policy
	                   (LSB_AFFINITY_HOSTFILE) */
	RG_BATCH_RANKS, /* SGE's "n0 4 all.q@n0 UNDEFINED": ranks, queue, processors (PE_HOSTFILE)
	                 */
	RG_BATCH_PAIRS, /* LSF's "n0 4 n1 2" (LSB_MCPU_HOSTS) */
	RG_BATCH_DOUBT, /* "n0 4", which may be ranks or a processor */
};

/* What a line is, by what stands behind its first host. `affinity`: it is of
 * LSB_AFFINITY_HOSTFILE. */
enum rg_batch rg_batch_line(const char *rest, bool affinity);

#endif
