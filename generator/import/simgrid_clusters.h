/* SPDX-License-Identifier: BSD-3-Clause
 * simgrid_clusters: the clusters of a platform file.
 */
#ifndef RG_SIMGRID_CLUSTERS_H
#define RG_SIMGRID_CLUSTERS_H

#include "import/simgrid_reader.h"

/* Its hosts, switches and links: r->cluster is this one then. */
void rg_simgrid_cluster(struct rg_simgrid *r, const xmlNode *e);

#endif
