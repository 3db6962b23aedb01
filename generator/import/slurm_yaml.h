/* SPDX-License-Identifier: BSD-3-Clause
 * slurm_yaml: the topologies of Slurm in YAML.
 */
#ifndef RG_SLURM_YAML_H
#define RG_SLURM_YAML_H

#include <stdbool.h>

#include "base/diag.h"
#include "fabric/topo.h"
#include "import/request.h"

/* Was ringgen built with libyaml? */
extern const bool rg_yaml_there;

/* topology.yaml (Slurm 25.05, by its manual page), of which that topology is taken which the
 * request names, or its partition has by the second file, slurm.conf; else the first that is
 * cluster_default, or the first; by libyaml. All else as rg_slurm_read. */
struct rg_topo *rg_slurm_yaml_read(const struct rg_import_request *q, struct rg_diag *d);

#endif
