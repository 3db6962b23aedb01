/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.6.0: ringgen generate pair.xml --ops allreduce=ring,allgatherv=ring --prefix
 * two -o two
 *
 * Proved: 8 machines, 2 switches, ring load 1 on 18 link directions, and so for every subset of the
 * machines.
 *
 * Algorithms, each played back in memory for 1 to 24, 31 to 33, 37, 48, 64 and 257 processes, in
 * rank order and shuffled, on machines with equal and unequal numbers of them, and for 8 processes
 * in this order: every contribution exactly once, no deadlock when no send completes before its
 * receive is posted. libringgen plays them where a job's ranks are.
 *  allreduce       ring (1)
 *  allgather       ring (1)
 *  (1) messages to the next of the ring only
 *
 * Then the machines, choices by size, plans by the shape of a job, and the routines that an
 * application calls.
 */
#ifndef two_RINGGEN_H
#define two_RINGGEN_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each routine takes the arguments of the MPI routine of its name and gives its results and its
 * errors. */

/* A nonblocking or persistent collective: for two_Start, two_Test, two_Wait and
 * two_Request_free. */
typedef struct rg_request *two_Request;

int two_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm);
#if MPI_VERSION >= 4
int two_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                    MPI_Op op, MPI_Comm comm);
#endif
int two_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm, two_Request *request);
#if MPI_VERSION >= 4
int two_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                     MPI_Op op, MPI_Comm comm, two_Request *request);
#endif
int two_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                       MPI_Comm comm, MPI_Info info, two_Request *request);
#if MPI_VERSION >= 4
int two_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                         MPI_Op op, MPI_Comm comm, MPI_Info info, two_Request *request);
#endif

int two_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                   MPI_Comm comm);
#if MPI_VERSION >= 4
int two_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                     const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                     MPI_Comm comm);
#endif
int two_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                    MPI_Comm comm, two_Request *request);
#if MPI_VERSION >= 4
int two_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                      MPI_Datatype recvtype, MPI_Comm comm, two_Request *request);
#endif
int two_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                        const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                        MPI_Comm comm, MPI_Info info, two_Request *request);
#if MPI_VERSION >= 4
int two_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                          void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                          MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                          two_Request *request);
#endif

int two_Start(two_Request *request);
int two_Test(two_Request *request, int *flag, MPI_Status *status);
int two_Wait(two_Request *request, MPI_Status *status);
int two_Request_free(two_Request *request);

#ifdef __cplusplus
}
#endif
#endif
