/* SPDX-License-Identifier: BSD-3-Clause
 * table: hosts and the groups that they are in, line by line.
 */
#ifndef RG_TABLE_H
#define RG_TABLE_H

#include "base/diag.h"
#include "fabric/topo.h"
#include "import/request.h"

/* Lines HOST GROUP [GROUP ...], from the nearest group to the widest. Hosts may be ranges. Where
 * there are several widest groups, a switch is taken to join them. Returns the closed topology,
 * or NULL after reporting errors. */
struct rg_topo *rg_table_read(const struct rg_import_request *q, struct rg_diag *d);

/* MPICH's coordinates (MPIR_CVAR_COORDINATES_FILE), paths[0]: lines RANK: GROUP SWITCH PORT, any
 * number of them, the widest first. paths[1], if there is one, lists the hosts by rank; else they
 * are called by their coordinates, "at-0-1-4". All else as of a table. */
struct rg_topo *rg_coordinates_read(const struct rg_import_request *q, struct rg_diag *d);

#endif
