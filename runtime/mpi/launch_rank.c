/* SPDX-License-Identifier: BSD-3-Clause
 * What a launcher tells of a process before MPI_Init.
 */
#include "mpi/launch_rank.h"

#include <stdlib.h>

int rg_launch_number(const char *variable)
{
	const char *value = getenv(variable);
	return value && *value ? atoi(value) : -1;
}

/* Slurm's srun tells what speaks PMIx the rank by that alone. */
int rg_launch_rank(void)
{
	static const char *const variables[] = {RG_LAUNCH_OPENMPI, RG_LAUNCH_PMI, "PMIX_RANK"};
	int rank = -1;

	for (int i = 0; rank < 0 && i < (int)(sizeof variables / sizeof *variables); i++)
		rank = rg_launch_number(variables[i]);
	return rank < 0 ? 0 : rank;
}
