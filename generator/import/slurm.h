/* SPDX-License-Identifier: BSD-3-Clause
 * slurm: the topology of Slurm.
 */
#ifndef RG_SLURM_H
#define RG_SLURM_H

#include "base/diag.h"
#include "fabric/topo.h"

/* topology.conf, for topology/tree or topology/block, or what `scontrol show topology` prints.
 * Blocks are taken to hang at one switch. Slurm does not know speeds: they are as in a file that
 * does not say them. Returns the closed topology, called `name`, or NULL after reporting errors. */
struct rg_topo *rg_slurm_read(char *const *files, int n, const char *name, struct rg_diag *d);

#endif
