/* SPDX-License-Identifier: BSD-3-Clause
 * The cluster that RINGGEN_TOPOLOGY names, for a program without generated code: the open form,
 * with the library's own algorithms.
 */
#ifndef RG_TOPOLOGY_H
#define RG_TOPOLOGY_H

#include "ringgen.h"

enum { RG_WHY = 1024 }; /* bytes of a reason, with its end */

#pragma GCC visibility push(hidden)

/* The cluster that a topology file describes. Collective over comm, once per process: rank 0 reads
 * the file and tells the others. NULL on all ranks: it cannot be had, and `why` says why in a line,
 * `file:line: error: ...` where the file is at fault. */
const struct rg_cluster *rg_topology_read(MPI_Comm comm, const char *file, char why[RG_WHY]);

/* No file: machines are told apart by host name. Local. */
const struct rg_cluster *rg_topology_auto(void);

#pragma GCC visibility pop
#endif
