/* SPDX-License-Identifier: BSD-3-Clause
 * netq: the network as NetQ draws it.
 */
#ifndef RG_NETQ_H
#define RG_NETQ_H

#include "base/diag.h"
#include "fabric/topo.h"
#include "import/request.h"

/* The graph that NetQ's topology service gives, in JSON: devices in tiers, and links between them,
 * of which each interface is one. Devices of no tier are hosts. Returns the closed topology, or
 * NULL after reporting errors. */
struct rg_topo *rg_netq_read(const struct rg_import_request *q, struct rg_diag *d);

#endif
