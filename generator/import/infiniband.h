/* SPDX-License-Identifier: BSD-3-Clause
 * infiniband: a fabric as the tools of InfiniBand print it.
 */
#ifndef RG_INFINIBAND_H
#define RG_INFINIBAND_H

#include "base/diag.h"
#include "fabric/topo.h"

/* Read one subnet from files[n], in whichever of these forms a line is: what ibnetdiscover prints,
 * also with -p, -f or -g; the lists of links of OpenSM and ibdiagnet; and forwarding tables, as
 * dump_fts, ibroute, OpenSM and ibdiagnet have them. Machines are called by the first word of their
 * node description. Warnings say what is left out or assumed: ports of a host beyond RG_RAILS, what
 * is neither host nor switch, speeds, names that are none. Tables that say no more than that a tree
 * is one are left out, too. Returns the closed topology, called `name`, or NULL after reporting
 * errors. */
struct rg_topo *rg_infiniband_read(char *const *files, int n, const char *name, struct rg_diag *d);

#endif
