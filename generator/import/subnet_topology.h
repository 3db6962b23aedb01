/* SPDX-License-Identifier: BSD-3-Clause
 * subnet_topology: the topology that an InfiniBand subnet is.
 */
#ifndef RG_SUBNET_TOPOLOGY_H
#define RG_SUBNET_TOPOLOGY_H

#include "import/subnet.h"

/* The closed topology, called `name`, of `file` in messages. A warning says what is left out. */
struct rg_topo *rg_subnet_build(struct rg_subnet *f, const char *file, const char *name);

#endif
