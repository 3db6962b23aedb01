/* SPDX-License-Identifier: BSD-3-Clause
 * netloc: the folder that netloc gathers of a site.
 */
#ifndef RG_NETLOC_H
#define RG_NETLOC_H

#include "base/diag.h"
#include "fabric/topo.h"

/* The fabric: the file ib-subnet-*.txt in the folder or in its ib-raw, and those of ibroutes-*
 * beside it (infiniband.h); or `path` is such a file, one of several, and the tables are those of
 * the ibroutes-* that is called so, too. The insides of the hosts: HOST.xml in the folder hwloc, or
 * HOST.diff.xml. Returns the closed topology, called `name`, or NULL after reporting errors. */
struct rg_topo *rg_netloc_read(const char *path, const char *name, struct rg_diag *d);

#endif
