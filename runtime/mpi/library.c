/* SPDX-License-Identifier: BSD-3-Clause
 * Which MPI library this process has.
 */
#include "mpi/library.h"

#include <string.h>

bool rg_library_is_simulated(void)
{
	char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
	int length;

	PMPI_Get_library_version(text, &length);
	return !strncmp(text, "SMPI", strlen("SMPI"));
}

#ifdef RG_STANDARD_ABI
#include <stdatomic.h>

bool rg_library_is_open_mpi(void)
{
	/* 0: not asked yet. Threads that ask at the same time get the same answer. */
	static atomic_int answer;
	char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
	int length;

	if (!atomic_load(&answer)) {
		PMPI_Get_library_version(text, &length);
		atomic_store(&answer, strncmp(text, "Open MPI", strlen("Open MPI")) ? 1 : 2);
	}
	return atomic_load(&answer) == 2;
}
#endif
