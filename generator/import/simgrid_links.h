/* SPDX-License-Identifier: BSD-3-Clause
 * simgrid_links: the links and routes of a platform file. There a link is a quantity, and only
 * routes say what it joins: one that is a route by itself is between the ends of this.
 */
#ifndef RG_SIMGRID_LINKS_H
#define RG_SIMGRID_LINKS_H

#include "import/simgrid_reader.h"

void rg_simgrid_link(struct rg_simgrid *r, const xmlNode *e);

/* Once all links are read: sort them by their names; a name stands for one of them. */
void rg_simgrid_sort(struct rg_simgrid *r);

/* A route between two hosts or routers, which are sorted by their names; or of zones, between their
 * gateways. */
void rg_simgrid_route(struct rg_simgrid *r, const xmlNode *e, bool zones,
                      struct rg_vertex **sorted);

/* Once all routes are read: the links between vertices become those of the topology. */
void rg_simgrid_join(struct rg_simgrid *r);

#endif
