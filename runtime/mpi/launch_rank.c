/* SPDX-License-Identifier: BSD-3-Clause
 * What a launcher tells of a process before MPI_Init.
 */
#include "mpi/launch_rank.h"

#include <limits.h>
#include <stdlib.h>

/* (Of glibc's functions for that, the headers of today choose one that other C libraries lack.) */
int rg_launch_number(const char *variable)
{
	const char *value = getenv(variable);
	int number = 0;

	if (!value || !*value)
		return -1;
	for (; *value >= '0' && *value <= '9' && number < INT_MAX / 10; value++)
		number = 10 * number + (*value - '0');
	return number;
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
