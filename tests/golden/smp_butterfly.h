/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.6.0: ringgen generate smp.xml --hosts a[0-1],b0 --ranks-per-node 2 --ops
 * allreduce=smp-butterfly --prefix smp_butterfly -o smp_butterfly
 *
 * For 3 machines, 2 switches.
 *
 * Algorithms, each played back in memory for 6 processes in this order: every contribution exactly
 * once, no deadlock when no send completes before its receive is posted. libringgen plays them
 * where a job's ranks are.
 *  allreduce       smp-butterfly
 *  others: partners change: no claim on the load of links
 *
 * Then the machines, choices by size, plans by the shape of a job, and the routines that an
 * application calls.
 */
#ifndef smp_butterfly_RINGGEN_H
#define smp_butterfly_RINGGEN_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each routine takes the arguments of the MPI routine of its name and gives its results and its
 * errors. */

/* A nonblocking or persistent collective: for smp_butterfly_Start, smp_butterfly_Test,
smp_butterfly_Wait and
 * smp_butterfly_Request_free. */
typedef struct rg_request *smp_butterfly_Request;

int smp_butterfly_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                            MPI_Op op, MPI_Comm comm);
#if MPI_VERSION >= 4
int smp_butterfly_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count,
                              MPI_Datatype type, MPI_Op op, MPI_Comm comm);
#endif
int smp_butterfly_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm, smp_butterfly_Request *request);
#if MPI_VERSION >= 4
int smp_butterfly_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count,
                               MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                               smp_butterfly_Request *request);
#endif
int smp_butterfly_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                                 MPI_Op op, MPI_Comm comm, MPI_Info info,
                                 smp_butterfly_Request *request);
#if MPI_VERSION >= 4
int smp_butterfly_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count,
                                   MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                   smp_butterfly_Request *request);
#endif

int smp_butterfly_Start(smp_butterfly_Request *request);
int smp_butterfly_Test(smp_butterfly_Request *request, int *flag, MPI_Status *status);
int smp_butterfly_Wait(smp_butterfly_Request *request, MPI_Status *status);
int smp_butterfly_Request_free(smp_butterfly_Request *request);

#ifdef __cplusplus
}
#endif
#endif
