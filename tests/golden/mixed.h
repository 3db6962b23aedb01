/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.6.0: ringgen generate pair.xml --ops allreduce=butterfly,allgather=ring
 * --prefix mixed -o mixed
 *
 * Proved: 8 machines, 2 switches, ring load 1 on 18 link directions, and so for every subset of the
 * machines.
 *
 * Algorithms, each played back in memory for 1 to 24, 31 to 33, 37, 48, 64 and 257 processes, in
 * rank order and shuffled, on machines with equal and unequal numbers of them, and for 8 processes
 * in this order: every contribution exactly once, no deadlock when no send completes before its
 * receive is posted. libringgen plays them where a job's ranks are.
 *  allreduce       butterfly
 *  allgather       ring (1)
 *  (1) messages to the next of the ring only
 *  others: partners change: no claim on the load of links
 *
 * Then the machines, choices by size, plans by the shape of a job, and the routines that an
 * application calls.
 */
#ifndef mixed_RINGGEN_H
#define mixed_RINGGEN_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each routine takes the arguments of the MPI routine of its name and gives its results and its
 * errors. */

/* A nonblocking or persistent collective: for mixed_Start, mixed_Test, mixed_Wait and
 * mixed_Request_free. */
typedef struct rg_request *mixed_Request;

int mixed_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                    MPI_Comm comm);
#if MPI_VERSION >= 4
int mixed_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                      MPI_Op op, MPI_Comm comm);
#endif
int mixed_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                     MPI_Comm comm, mixed_Request *request);
#if MPI_VERSION >= 4
int mixed_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                       MPI_Op op, MPI_Comm comm, mixed_Request *request);
#endif
int mixed_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                         MPI_Op op, MPI_Comm comm, MPI_Info info, mixed_Request *request);
#if MPI_VERSION >= 4
int mixed_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                           MPI_Op op, MPI_Comm comm, MPI_Info info, mixed_Request *request);
#endif

int mixed_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
#if MPI_VERSION >= 4
int mixed_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
#endif
int mixed_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                     int recvcount, MPI_Datatype recvtype, MPI_Comm comm, mixed_Request *request);
#if MPI_VERSION >= 4
int mixed_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                       mixed_Request *request);
#endif
int mixed_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                         int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                         mixed_Request *request);
#if MPI_VERSION >= 4
int mixed_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                           void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                           MPI_Info info, mixed_Request *request);
#endif

int mixed_Start(mixed_Request *request);
int mixed_Test(mixed_Request *request, int *flag, MPI_Status *status);
int mixed_Wait(mixed_Request *request, MPI_Status *status);
int mixed_Request_free(mixed_Request *request);

#ifdef __cplusplus
}
#endif
#endif
