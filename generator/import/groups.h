/* SPDX-License-Identifier: BSD-3-Clause
 * groups: trees that are told by which switch or group holds which: Slurm's topology, and tables of
 * hosts and their groups.
 */
#ifndef RG_GROUPS_H
#define RG_GROUPS_H

#include "base/diag.h"
#include "fabric/topo.h"

/* topology.conf of Slurm, for topology/tree or topology/block, or what `scontrol show topology`
 * prints. Blocks are taken to hang at one switch. What Slurm does not know, the speeds, is as in a
 * file that does not say them. Returns the closed topology, called `name`, or NULL after reporting
 * errors. */
struct rg_topo *rg_slurm_read(char *const *files, int n, const char *name, struct rg_diag *d);

/* Lines HOST GROUP [GROUP ...], from the nearest group to the widest. Hosts may be ranges. Where
 * there are several widest groups, a switch is taken to join them. */
struct rg_topo *rg_table_read(char *const *files, int n, const char *name, struct rg_diag *d);

#endif
