/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.6.0: ringgen generate smp.xml --ops
 * allreduce=ring,allreduce=butterfly,allreduce=shared -o smp
 *
 * Proved: 4 machines, 2 switches, ring load 1 on 10 link directions, and so for every subset of the
 * machines.
 *
 * Algorithms, each played back in memory for 1 to 24, 31 to 33, 37, 48, 64 and 257 processes, in
 * rank order and shuffled, on machines with equal and unequal numbers of them, or on one if that is
 * all they are for, and for 4 processes in this order (not those for one machine): every
 * contribution exactly once, no deadlock when no send completes before its receive is posted.
 * libringgen plays them where a job's ranks are.
 *  allreduce       butterfly, ring (1), shared (2)
 *  (1) messages to the next of the ring only
 *  (2) on one machine: it takes no link
 *  others: partners change: no claim on the load of links
 *
 * Then the machines, choices by size, plans by the shape of a job, and the routines that an
 * application calls.
 */
#ifndef smp_RINGGEN_H
#define smp_RINGGEN_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each routine takes the arguments of the MPI routine of its name and gives its results and its
 * errors. */

/* A nonblocking or persistent collective: for smp_Start, smp_Test, smp_Wait and
 * smp_Request_free. */
typedef struct rg_request *smp_Request;

int smp_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm);
#if MPI_VERSION >= 4
int smp_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                    MPI_Op op, MPI_Comm comm);
#endif
int smp_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm, smp_Request *request);
#if MPI_VERSION >= 4
int smp_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                     MPI_Op op, MPI_Comm comm, smp_Request *request);
#endif
int smp_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                       MPI_Comm comm, MPI_Info info, smp_Request *request);
#if MPI_VERSION >= 4
int smp_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                         MPI_Op op, MPI_Comm comm, MPI_Info info, smp_Request *request);
#endif

int smp_Start(smp_Request *request);
int smp_Test(smp_Request *request, int *flag, MPI_Status *status);
int smp_Wait(smp_Request *request, MPI_Status *status);
int smp_Request_free(smp_Request *request);

#ifdef __cplusplus
}
#endif
#endif
