/* SPDX-License-Identifier: BSD-3-Clause
 * topograph: the models and the graphs of NVIDIA's topograph.
 */
#ifndef RG_TOPOGRAPH_H
#define RG_TOPOGRAPH_H

#include "base/diag.h"
#include "fabric/topo.h"
#include "import/request.h"

/* A model (YAML: switches with switches, nodes and capacity blocks in them; blocks with the switch
 * that they hang at), or what the engine 'graph' writes (JSON: instances, each with the switches
 * above it, the nearest first). Returns the closed topology, or NULL after reporting errors. */
struct rg_topo *rg_topograph_read(const struct rg_import_request *q, struct rg_diag *d);

#endif
