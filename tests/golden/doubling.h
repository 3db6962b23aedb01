/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.6.0: ringgen generate pair.xml --ops allreduce=recursive-doubling --prefix
 * doubling -o doubling
 *
 * For 8 machines, 2 switches.
 *
 * Algorithms, each played back in memory for 1 to 24, 31 to 33, 37, 48, 64 and 257 processes, in
 * rank order and shuffled, on machines with equal and unequal numbers of them, and for 8 processes
 * in this order: every contribution exactly once, no deadlock when no send completes before its
 * receive is posted. libringgen plays them where a job's ranks are.
 *  allreduce       recursive-doubling
 *  others: partners change: no claim on the load of links
 *
 * Then the machines, choices by size, plans by the shape of a job, and the routines that an
 * application calls.
 */
#ifndef doubling_RINGGEN_H
#define doubling_RINGGEN_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each routine takes the arguments of the MPI routine of its name and gives its results and its
 * errors. */

/* A nonblocking or persistent collective: for doubling_Start, doubling_Test, doubling_Wait and
 * doubling_Request_free. */
typedef struct rg_request *doubling_Request;

int doubling_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                       MPI_Comm comm);
#if MPI_VERSION >= 4
int doubling_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                         MPI_Op op, MPI_Comm comm);
#endif
int doubling_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                        MPI_Comm comm, doubling_Request *request);
#if MPI_VERSION >= 4
int doubling_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                          MPI_Op op, MPI_Comm comm, doubling_Request *request);
#endif
int doubling_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                            MPI_Op op, MPI_Comm comm, MPI_Info info, doubling_Request *request);
#if MPI_VERSION >= 4
int doubling_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count,
                              MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                              doubling_Request *request);
#endif

int doubling_Start(doubling_Request *request);
int doubling_Test(doubling_Request *request, int *flag, MPI_Status *status);
int doubling_Wait(doubling_Request *request, MPI_Status *status);
int doubling_Request_free(doubling_Request *request);

#ifdef __cplusplus
}
#endif
#endif
