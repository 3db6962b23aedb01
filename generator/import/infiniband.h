/* SPDX-License-Identifier: BSD-3-Clause
 * infiniband: a fabric as the tools of InfiniBand print it.
 */
#ifndef RG_INFINIBAND_H
#define RG_INFINIBAND_H

#include "base/diag.h"
#include "fabric/topo.h"

/* What files[n] have of one subnet, in whichever of these forms a line is: what ibnetdiscover
 * prints, also with -p; and forwarding tables, as dump_fts, ibroute and OpenSM's dump have them.
 * Machines are called by the first word of their node description. A warning says what was left
 * out: further ports of a host, hosts that are called alike, what is no host or switch. Tables that
 * say no more than that a tree is one are left out, too. Returns the closed topology, called
 * `name`, or NULL after reporting errors. */
struct rg_topo *rg_infiniband_read(char *const *files, int n, const char *name, struct rg_diag *d);

#endif
