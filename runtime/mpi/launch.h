/* SPDX-License-Identifier: BSD-3-Clause
 * Which MPI library this code was compiled for, and which library's mpiexec started the process.
 * Two libraries are often installed side by side, and neither says a word when its program is
 * started by the other's mpiexec: each process becomes a job of its own.
 */
#ifndef RG_LAUNCH_H
#define RG_LAUNCH_H

#include "ringgen.h"

/* The MPI library of mpi.h, the other one, the names that libringgen has for them, and a symbol
 * that every copy of the other one's shared library has and this one's does not. Libraries that
 * share MPICH's binary interface (Intel MPI, MVAPICH2, Cray MPICH) are MPICH here. */
#ifdef OPEN_MPI
#define RG_MPI "Open MPI"
#define RG_OTHER_MPI "MPICH"
#define RG_MPI_SHORT "openmpi"
#define RG_OTHER_MPI_SHORT "mpich"
#define RG_OTHER_MPI_SYMBOL "MPI_UNWEIGHTED"
#else
#define RG_MPI "MPICH"
#define RG_OTHER_MPI "Open MPI"
#define RG_MPI_SHORT "mpich"
#define RG_OTHER_MPI_SHORT "openmpi"
#define RG_OTHER_MPI_SYMBOL "ompi_mpi_comm_world"
#endif

#pragma GCC visibility push(hidden)

/* The rank that the launcher has given to this process, 0 if there is none or it does not tell. Of
 * use before MPI_Init. */
int rg_launch_rank(void);

/* MPI_COMM_WORLD has this process alone. If it is one of several that the other library's mpiexec
 * has started, the first of these says so, once. */
void rg_launch_alone(void);

#pragma GCC visibility pop
#endif
