/* SPDX-License-Identifier: BSD-3-Clause
 * lldp: the leaf switches that hosts hear of, as lldpd tells it.
 */
#ifndef RG_LLDP_H
#define RG_LLDP_H

#include "base/diag.h"
#include "fabric/topo.h"
#include "import/request.h"

/* What 'lldpctl -f json' (or json0) printed on each host, a file each, called as the host with
 * .json behind it. A port whose neighbour is a switch is a link. Nothing is told of what joins
 * these switches: q->join is. Returns the closed topology, or NULL after reporting errors. */
struct rg_topo *rg_lldp_read(const struct rg_import_request *q, struct rg_diag *d);

#endif
