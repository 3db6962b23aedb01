/* SPDX-License-Identifier: BSD-3-Clause
 * Stands in for topology.c until that is there: any file that can be read means the machines by
 * host name.
 */
#include "topology.h"

#pragma GCC visibility push(hidden)
#include "builtin.c"
#pragma GCC visibility pop

#include <stdio.h>
#include <unistd.h>

__attribute__((weak)) const struct rg_cluster *rg_topology_read(MPI_Comm comm, const char *file,
                                                                char why[RG_WHY])
{
	int here = !access(file, R_OK);

	PMPI_Bcast(&here, 1, MPI_INT, 0, comm);
	snprintf(why, RG_WHY, "'%s' cannot be read", file);
	return here ? &cluster : NULL;
}

__attribute__((weak)) const struct rg_cluster *rg_topology_auto(void)
{
	return &cluster;
}
