/* SPDX-License-Identifier: BSD-3-Clause
 * probe: the inside of a machine, by hwloc.
 */
#ifndef RG_PROBE_H
#define RG_PROBE_H

#include "base/diag.h"
#include "base/input.h"
#include "fabric/topo.h"

/* The inside of the machine that the hwloc XML file `xml` describes (an lstopo export; "-",
 * if it is given: standard input), or, xml NULL, of this machine. Cores without NUMA nodes or
 * packages get number 0; a NUMA node that spans packages is split into one for each, with a
 * warning. A file that libhwloc crashes on is an error like any other. Returns what rg_topo_inside
 * takes, or NULL after reporting at file:line (NULL and 0: none). If host is not NULL, *host gets
 * the host name that hwloc knows (free it), or NULL. */
struct rg_inside *rg_probe_inside(const char *xml, enum rg_source source, char **host,
                                  const char *file, int line, struct rg_diag *d);

#endif
