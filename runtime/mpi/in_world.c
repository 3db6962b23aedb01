/* SPDX-License-Identifier: BSD-3-Clause
 * Whether a communicator stays in MPI_COMM_WORLD.
 */
#include "mpi/in_world.h"

#include <stdlib.h>

/* Whether each of the group's n ranks is one of the world's; `ranks` has room for 2 n. */
static bool all_in(MPI_Group group, MPI_Group world, int n, int *ranks)
{
	for (int i = 0; i < n; i++)
		ranks[i] = i;
	if (PMPI_Group_translate_ranks(group, n, ranks, world, ranks + n))
		return false;
	for (int i = 0; i < n; i++)
		if (ranks[n + i] == MPI_UNDEFINED)
			return false;
	return true;
}

bool rg_in_world(MPI_Comm comm)
{
	MPI_Group group, world;
	int n = 0;
	bool in = false;

	if (PMPI_Comm_group(comm, &group))
		return false;
	if (!PMPI_Comm_group(MPI_COMM_WORLD, &world)) {
		PMPI_Group_size(group, &n);
		int *ranks = malloc(2 * (size_t)n * sizeof *ranks);
		in = ranks && all_in(group, world, n, ranks);
		free(ranks);
		PMPI_Group_free(&world);
	}
	PMPI_Group_free(&group);
	return in;
}
