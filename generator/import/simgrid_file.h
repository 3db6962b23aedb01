/* SPDX-License-Identifier: BSD-3-Clause
 * simgrid_file: a platform file of the simulator SimGrid.
 */
#ifndef RG_SIMGRID_FILE_H
#define RG_SIMGRID_FILE_H

#include "base/diag.h"
#include "fabric/topo.h"

/* The graph of paths[0]: hosts, routers, links that are routes of one hop by themselves, and
 * clusters (one switch, fat trees, tori, dragonflies). A platform that is one regular cluster has
 * SimGrid's routes, as forwarding tables. A platform must be a graph of links between two vertices.
 * Backbones that all hosts share are errors, and so are routes of several links that do not say
 * what joins these. Returns the closed topology, called `name`, or NULL after reporting errors. */
struct rg_topo *rg_simgrid_read(char *const *paths, int n, const char *name, struct rg_diag *d);

#endif
