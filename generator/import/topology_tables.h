/* SPDX-License-Identifier: BSD-3-Clause
 * topology_tables: the forwarding tables of a topology file.
 */
#ifndef RG_TOPOLOGY_TABLES_H
#define RG_TOPOLOGY_TABLES_H

#include "import/reading.h"

/* Those of a closed topology. */
void rg_topology_tables(const struct rg_reading *r, const xmlNode *root);

#endif
