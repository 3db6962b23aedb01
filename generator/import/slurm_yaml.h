/* SPDX-License-Identifier: BSD-3-Clause
 * slurm_yaml: the topologies of Slurm in YAML.
 */
#ifndef RG_SLURM_YAML_H
#define RG_SLURM_YAML_H

#include <stdbool.h>

#include "base/diag.h"
#include "fabric/topo.h"

/* Was ringgen built with libyaml? */
extern const bool rg_yaml_there;

/* topology.yaml (Slurm 25.05, by its manual page), of which the first topology that is
 * cluster_default is taken, else the first; by libyaml. All else as rg_slurm_read. */
struct rg_topo *rg_slurm_yaml_read(const char *path, const char *name, struct rg_diag *d);

#endif
