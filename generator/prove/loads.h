/* SPDX-License-Identifier: BSD-3-Clause
 * loads: the load that the messages of a routine put on the links of a topology.
 */
#ifndef RG_LOADS_H
#define RG_LOADS_H

#include "fabric/route.h"
#include "prove/prove.h"

/* The loads of all pairs that talk, on all ways where a pair has several; place[P] of each rank,
 * load[routes->resources] is filled. Returns the most. */
int rg_proof_loads(const struct rg_proof *p, const struct rg_routes *routes,
                   const struct rg_place *place, int *load);

#endif
