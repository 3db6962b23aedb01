/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.6.0: ringgen generate --auto --ops allreduce=smp-binomial --prefix smp_binomial
 * -o smp_binomial
 *
 * The order follows the host names: machine by machine, then core by core.
 *
 * Algorithms, each played back in memory for 1 to 24, 31 to 33, 37, 48, 64 and 257 processes, in
 * rank order and shuffled, on machines with equal and unequal numbers of them: every contribution
 * exactly once, no deadlock when no send completes before its receive is posted. libringgen plays
 * them where a job's ranks are.
 *  allreduce       smp-binomial
 *  others: partners change: no claim on the load of links
 *
 * Then choices by size, plans by the shape of a job, and the routines that an application calls.
 */
#ifndef smp_binomial_RINGGEN_H
#define smp_binomial_RINGGEN_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each routine takes the arguments of the MPI routine of its name and gives its results and its
 * errors. */

/* A nonblocking or persistent collective: for smp_binomial_Start, smp_binomial_Test,
smp_binomial_Wait and
 * smp_binomial_Request_free. */
typedef struct rg_request *smp_binomial_Request;

int smp_binomial_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                           MPI_Op op, MPI_Comm comm);
#if MPI_VERSION >= 4
int smp_binomial_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm);
#endif
int smp_binomial_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                            MPI_Op op, MPI_Comm comm, smp_binomial_Request *request);
#if MPI_VERSION >= 4
int smp_binomial_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count,
                              MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                              smp_binomial_Request *request);
#endif
int smp_binomial_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                                MPI_Op op, MPI_Comm comm, MPI_Info info,
                                smp_binomial_Request *request);
#if MPI_VERSION >= 4
int smp_binomial_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count,
                                  MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                  smp_binomial_Request *request);
#endif

int smp_binomial_Start(smp_binomial_Request *request);
int smp_binomial_Test(smp_binomial_Request *request, int *flag, MPI_Status *status);
int smp_binomial_Wait(smp_binomial_Request *request, MPI_Status *status);
int smp_binomial_Request_free(smp_binomial_Request *request);

#ifdef __cplusplus
}
#endif
#endif
