/* SPDX-License-Identifier: BSD-3-Clause
 * The one place where this application says whose collectives it calls.
 */
#ifndef COLLECTIVES_H
#define COLLECTIVES_H

#include <mpi.h>

#ifdef WITH_RINGGEN
#include "cluster.h"
#define ALLREDUCE cluster_Allreduce
#define ALLGATHERV cluster_Allgatherv
#else
#define ALLREDUCE MPI_Allreduce
#define ALLGATHERV MPI_Allgatherv
#endif

#endif
