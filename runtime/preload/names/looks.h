/* SPDX-License-Identifier: BSD-3-Clause
 * What looks at requests and completes none.
 */
#ifndef RG_LOOKS_H
#define RG_LOOKS_H

#include "preload/names/takeover.h"

/* Those of MPI 4.1 have no name in C here: MPICH 4.2 declares them without `const`, MPI 4.1 with
 * it, older headers not at all. */
#define RG_MPI_NAME(NAME) __asm__(#NAME)

RG_TAKEN int rg_get_status_any(int n, const MPI_Request requests[], int *index, int *flag,
                               MPI_Status *status) RG_MPI_NAME(MPI_Request_get_status_any);
RG_TAKEN int rg_get_status_all(int n, const MPI_Request requests[], int *flag,
                               MPI_Status statuses[]) RG_MPI_NAME(MPI_Request_get_status_all);
RG_TAKEN int rg_get_status_some(int n, const MPI_Request requests[], int *found, int indices[],
                                MPI_Status statuses[]) RG_MPI_NAME(MPI_Request_get_status_some);

#pragma GCC visibility push(hidden)

/* Whether what is taken over here reaches us: see rg_completion_is_ours. */
bool rg_looks_are_ours(void);

#pragma GCC visibility pop
#endif
