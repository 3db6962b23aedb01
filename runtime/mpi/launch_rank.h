/* SPDX-License-Identifier: BSD-3-Clause
 * What a launcher tells of a process before MPI_Init.
 */
#ifndef RG_LAUNCH_RANK_H
#define RG_LAUNCH_RANK_H

/* What launchers put into the environment: Open MPI's own, and that for PMI (MPICH's mpiexec,
 * srun). */
#define RG_LAUNCH_OPENMPI "OMPI_COMM_WORLD_RANK"
#define RG_LAUNCH_PMI "PMI_RANK"

#pragma GCC visibility push(hidden)

/* The number in this variable; -1: there is none. */
int rg_launch_number(const char *variable);

/* The rank that the launcher has given to this process, 0 if there is none or it does not tell. */
int rg_launch_rank(void);

#pragma GCC visibility pop
#endif
