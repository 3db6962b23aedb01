/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.6.0: ringgen generate --auto --ops all=ring --prefix anywhere -o anywhere
 *
 * The order follows the host names: machine by machine, then core by core.
 *
 * Algorithms, each played back in memory for 1 to 24, 31 to 33, 37, 48, 64 and 257 processes, in
 * rank order and shuffled, on machines with equal and unequal numbers of them: every contribution
 * exactly once, no deadlock when no send completes before its receive is posted. libringgen plays
 * them where a job's ranks are.
 *  allreduce       ring (1)
 *  allgather       ring (1)
 *  reduce_scatter  ring (1)
 *  bcast           ring (1)
 *  reduce          ring (1)
 *  gather          ring (1)
 *  scatter         ring (1)
 *  (1) messages to the next of the ring only
 *
 * Then choices by size, plans by the shape of a job, and the routines that an application calls.
 */
#ifndef anywhere_RINGGEN_H
#define anywhere_RINGGEN_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each routine takes the arguments of the MPI routine of its name and gives its results and its
 * errors. */

/* A nonblocking or persistent collective: for anywhere_Start, anywhere_Test, anywhere_Wait and
 * anywhere_Request_free. */
typedef struct rg_request *anywhere_Request;

int anywhere_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                       MPI_Comm comm);
#if MPI_VERSION >= 4
int anywhere_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                         MPI_Op op, MPI_Comm comm);
#endif
int anywhere_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                        MPI_Comm comm, anywhere_Request *request);
#if MPI_VERSION >= 4
int anywhere_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                          MPI_Op op, MPI_Comm comm, anywhere_Request *request);
#endif
int anywhere_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                            MPI_Op op, MPI_Comm comm, MPI_Info info, anywhere_Request *request);
#if MPI_VERSION >= 4
int anywhere_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count,
                              MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                              anywhere_Request *request);
#endif

int anywhere_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                       int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
#if MPI_VERSION >= 4
int anywhere_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                         void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
#endif
int anywhere_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                        int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                        anywhere_Request *request);
#if MPI_VERSION >= 4
int anywhere_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                          void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                          anywhere_Request *request);
#endif
int anywhere_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                            void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                            MPI_Info info, anywhere_Request *request);
#if MPI_VERSION >= 4
int anywhere_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                              void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                              MPI_Comm comm, MPI_Info info, anywhere_Request *request);
#endif

int anywhere_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                        const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                        MPI_Comm comm);
#if MPI_VERSION >= 4
int anywhere_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                          void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                          MPI_Datatype recvtype, MPI_Comm comm);
#endif
int anywhere_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                         const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                         MPI_Comm comm, anywhere_Request *request);
#if MPI_VERSION >= 4
int anywhere_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                           void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                           MPI_Datatype recvtype, MPI_Comm comm, anywhere_Request *request);
#endif
int anywhere_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                             void *recvbuf, const int recvcounts[], const int displs[],
                             MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                             anywhere_Request *request);
#if MPI_VERSION >= 4
int anywhere_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                               void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                               MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                               anywhere_Request *request);
#endif

int anywhere_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                            MPI_Datatype type, MPI_Op op, MPI_Comm comm);
#if MPI_VERSION >= 4
int anywhere_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                              MPI_Datatype type, MPI_Op op, MPI_Comm comm);
#endif
int anywhere_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                             MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                             anywhere_Request *request);
#if MPI_VERSION >= 4
int anywhere_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                               MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                               anywhere_Request *request);
#endif
int anywhere_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[],
                                 MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                 anywhere_Request *request);
#if MPI_VERSION >= 4
int anywhere_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                                   MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                   anywhere_Request *request);
#endif

int anywhere_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
                                  MPI_Datatype type, MPI_Op op, MPI_Comm comm);
#if MPI_VERSION >= 4
int anywhere_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                    MPI_Datatype type, MPI_Op op, MPI_Comm comm);
#endif
int anywhere_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
                                   MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                                   anywhere_Request *request);
#if MPI_VERSION >= 4
int anywhere_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                     MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                                     anywhere_Request *request);
#endif
int anywhere_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount,
                                       MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                       anywhere_Request *request);
#if MPI_VERSION >= 4
int anywhere_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                         MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                         anywhere_Request *request);
#endif

int anywhere_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm);
#if MPI_VERSION >= 4
int anywhere_Bcast_c(void *buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm);
#endif
int anywhere_Ibcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
                    anywhere_Request *request);
#if MPI_VERSION >= 4
int anywhere_Ibcast_c(void *buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm,
                      anywhere_Request *request);
#endif
int anywhere_Bcast_init(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
                        MPI_Info info, anywhere_Request *request);
#if MPI_VERSION >= 4
int anywhere_Bcast_init_c(void *buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm,
                          MPI_Info info, anywhere_Request *request);
#endif

int anywhere_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                    int root, MPI_Comm comm);
#if MPI_VERSION >= 4
int anywhere_Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                      MPI_Op op, int root, MPI_Comm comm);
#endif
int anywhere_Ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                     int root, MPI_Comm comm, anywhere_Request *request);
#if MPI_VERSION >= 4
int anywhere_Ireduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                       MPI_Op op, int root, MPI_Comm comm, anywhere_Request *request);
#endif
int anywhere_Reduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                         MPI_Op op, int root, MPI_Comm comm, MPI_Info info,
                         anywhere_Request *request);
#if MPI_VERSION >= 4
int anywhere_Reduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                           MPI_Op op, int root, MPI_Comm comm, MPI_Info info,
                           anywhere_Request *request);
#endif

int anywhere_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
#if MPI_VERSION >= 4
int anywhere_Gather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                      MPI_Comm comm);
#endif
int anywhere_Igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                     int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                     anywhere_Request *request);
#if MPI_VERSION >= 4
int anywhere_Igather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                       MPI_Comm comm, anywhere_Request *request);
#endif
int anywhere_Gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                         int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                         MPI_Info info, anywhere_Request *request);
#if MPI_VERSION >= 4
int anywhere_Gather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                           void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                           MPI_Comm comm, MPI_Info info, anywhere_Request *request);
#endif

int anywhere_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                     int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
#if MPI_VERSION >= 4
int anywhere_Scatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                       MPI_Comm comm);
#endif
int anywhere_Iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                      int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                      anywhere_Request *request);
#if MPI_VERSION >= 4
int anywhere_Iscatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                        void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                        MPI_Comm comm, anywhere_Request *request);
#endif
int anywhere_Scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                          int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                          MPI_Info info, anywhere_Request *request);
#if MPI_VERSION >= 4
int anywhere_Scatter_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                            void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                            MPI_Comm comm, MPI_Info info, anywhere_Request *request);
#endif

int anywhere_Start(anywhere_Request *request);
int anywhere_Test(anywhere_Request *request, int *flag, MPI_Status *status);
int anywhere_Wait(anywhere_Request *request, MPI_Status *status);
int anywhere_Request_free(anywhere_Request *request);

#ifdef __cplusplus
}
#endif
#endif
