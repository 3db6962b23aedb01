/* SPDX-License-Identifier: BSD-3-Clause
 * The routines of MPI 4.1 that look at several requests, for headers that are older.
 */
#ifndef RG_TEST_LOOKS_H
#define RG_TEST_LOOKS_H

#include <mpi.h>

#if MPI_VERSION < 4 || (MPI_VERSION == 4 && MPI_SUBVERSION < 1)
int MPI_Request_get_status_any(int n, const MPI_Request requests[], int *index, int *flag,
                               MPI_Status *status);
int MPI_Request_get_status_all(int n, const MPI_Request requests[], int *flag,
                               MPI_Status statuses[]);
int MPI_Request_get_status_some(int n, const MPI_Request requests[], int *found, int indices[],
                                MPI_Status statuses[]);
#endif

#endif
