/* SPDX-License-Identifier: BSD-3-Clause
 * slurm_torus: the tori of a topology.yaml of Slurm.
 */
#ifndef RG_SLURM_TORUS_H
#define RG_SLURM_TORUS_H

#include "fabric/topo.h"
#include "import/yaml.h"

/* The closed topology, called `name`, of a list of tori, each of which has a name, dims, and nodes
 * or regions; NULL after reporting errors. Messages go by dimension order, with a warning. */
struct rg_topo *rg_slurm_tori(struct rg_yaml *y, const yaml_node_t *list, const char *name);

#endif
