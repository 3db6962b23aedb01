/* SPDX-License-Identifier: BSD-3-Clause
 * machines: a cluster of which only the insides of its machines are known.
 */
#ifndef RG_MACHINES_H
#define RG_MACHINES_H

#include "base/diag.h"
#include "fabric/topo.h"

/* Read hwloc's XML files (lstopo), paths[n], one for each machine. A machine is called as hwloc
 * knows its host, else as the file without its folder and end. All are taken to hang at one switch,
 * which a warning says. Returns the closed topology, called `name`, or NULL after reporting
 * errors. */
struct rg_topo *rg_machines_read(char *const *paths, int n, const char *name, struct rg_diag *d);

/* The topology's inside that is the same as this one, which is freed; else this, now owned by it.
 */
const struct rg_inside *rg_machines_inside(struct rg_topo *t, struct rg_inside *in);

#endif
