/* SPDX-License-Identifier: BSD-3-Clause
 * slurm: the topology of Slurm.
 */
#ifndef RG_SLURM_H
#define RG_SLURM_H

#include "base/diag.h"
#include "fabric/topo.h"
#include "import/request.h"

/* topology.conf, for topology/tree or topology/block, or what `scontrol show topology` prints.
 * Blocks are taken to hang at one switch. Slurm does not know speeds: they are as in a file that
 * does not say them. Returns the closed topology or NULL after reporting errors. */
struct rg_topo *rg_slurm_read(const struct rg_import_request *q, struct rg_diag *d);

/* The topology that a partition has by slurm.conf or `scontrol show partition`: its name, to be
 * freed; "": that of the cluster. NULL after reporting errors. */
char *rg_slurm_partition(const char *path, const char *partition, struct rg_diag *d);

#endif
