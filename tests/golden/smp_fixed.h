/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.6.0: ringgen generate smp.xml --hosts a[0-1],b0 --ranks-per-node 2 --ops
 * allreduce=ring,allreduce=butterfly,allreduce=columns --prefix smp_fixed -o smp_fixed
 *
 * For 3 machines, 2 switches.
 *
 * Algorithms, each played back in memory for 6 processes in this order: every contribution exactly
 * once, no deadlock when no send completes before its receive is posted. libringgen plays them
 * where a job's ranks are.
 *  allreduce       butterfly, columns
 *  others: partners change: no claim on the load of links
 *
 * Then the machines, choices by size, plans by the shape of a job, and the routines that an
 * application calls.
 */
#ifndef smp_fixed_RINGGEN_H
#define smp_fixed_RINGGEN_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each routine takes the arguments of the MPI routine of its name and gives its results and its
 * errors. */

/* A nonblocking or persistent collective: for smp_fixed_Start, smp_fixed_Test, smp_fixed_Wait and
 * smp_fixed_Request_free. */
typedef struct rg_request *smp_fixed_Request;

int smp_fixed_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                        MPI_Comm comm);
#if MPI_VERSION >= 4
int smp_fixed_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                          MPI_Op op, MPI_Comm comm);
#endif
int smp_fixed_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                         MPI_Op op, MPI_Comm comm, smp_fixed_Request *request);
#if MPI_VERSION >= 4
int smp_fixed_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                           MPI_Op op, MPI_Comm comm, smp_fixed_Request *request);
#endif
int smp_fixed_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm, MPI_Info info, smp_fixed_Request *request);
#if MPI_VERSION >= 4
int smp_fixed_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count,
                               MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                               smp_fixed_Request *request);
#endif

int smp_fixed_Start(smp_fixed_Request *request);
int smp_fixed_Test(smp_fixed_Request *request, int *flag, MPI_Status *status);
int smp_fixed_Wait(smp_fixed_Request *request, MPI_Status *status);
int smp_fixed_Request_free(smp_fixed_Request *request);

#ifdef __cplusplus
}
#endif
#endif
