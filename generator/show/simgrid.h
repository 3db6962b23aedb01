/* SPDX-License-Identifier: BSD-3-Clause
 * simgrid: the cluster as a platform file of the simulator SimGrid (version 4.1 of the format), and
 * the host file that its smpirun takes. The simulated cluster is the same graph: every machine a
 * host, every switch a router, every link a link. Between all places a way has to be known.
 */
#ifndef RG_SIMGRID_H
#define RG_SIMGRID_H

#include "base/text.h"
#include "fabric/route.h"

/* The platform. Every link has the latency (seconds) that is given here, or its own if that is
 * negative. A host has the cores that the file says; if it says nothing, as many as ranks of
 * place[P] are on it, at least one. */
void rg_simgrid_platform(const struct rg_routes *r, const struct rg_place *place, int P,
                         double latency, struct rg_text *xml);

/* The name of the host of each rank, a line a rank. */
void rg_simgrid_hosts(const struct rg_topo *t, const struct rg_place *place, int P,
                      struct rg_text *out);

#endif
