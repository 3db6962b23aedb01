/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.6.0: ringgen generate chain32.xml --hosts n0,n1 --ranks-per-node 2 --tuned
 * tuned.csv -o fixed
 *
 * Proved: 2 machines, 4 switches, ring load 1 on 4 link directions.
 *
 * Algorithms, each played back in memory for 4 processes in this order: every contribution exactly
 * once, no deadlock when no send completes before its receive is posted. libringgen plays them
 * where a job's ranks are.
 *  allreduce       butterfly, recursive-doubling, shared-factored, shared-leaders
 *  allgather       columns, shared-columns, ring (1)
 *  reduce_scatter  columns, recursive-halving, ring (1)
 *  bcast           ring (1), shared-leaders
 *  reduce          in-order, shared-leaders
 *  gather          ordered
 *  scatter         ordered, ring (1)
 *  gatherv         carried, ordered
 *  scatterv        ordered
 *  barrier         dissemination, shared-leaders
 *  scan            chain, recursive-doubling
 *  exscan          chain, recursive-doubling
 *  (1) messages to the next of the ring only
 *  others: partners change: no claim on the load of links
 *
 * Then the machines, choices by size, plans by the shape of a job, and the routines that an
 * application calls.
 */
#ifndef chain32_RINGGEN_H
#define chain32_RINGGEN_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each routine takes the arguments of the MPI routine of its name and gives its results and its
 * errors. */

/* A nonblocking or persistent collective: for chain32_Start, chain32_Test, chain32_Wait and
 * chain32_Request_free. */
typedef struct rg_request *chain32_Request;

int chain32_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                      MPI_Comm comm);
#if MPI_VERSION >= 4
int chain32_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                        MPI_Op op, MPI_Comm comm);
#endif
int chain32_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                       MPI_Comm comm, chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                         MPI_Op op, MPI_Comm comm, chain32_Request *request);
#endif
int chain32_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                           MPI_Op op, MPI_Comm comm, MPI_Info info, chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm, MPI_Info info, chain32_Request *request);
#endif

int chain32_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                      int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
#if MPI_VERSION >= 4
int chain32_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                        void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
#endif
int chain32_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                       int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                       chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                         void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                         chain32_Request *request);
#endif
int chain32_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                           int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                           chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                             void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                             MPI_Comm comm, MPI_Info info, chain32_Request *request);
#endif

int chain32_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                       const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                       MPI_Comm comm);
#if MPI_VERSION >= 4
int chain32_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                         void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                         MPI_Datatype recvtype, MPI_Comm comm);
#endif
int chain32_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                        const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                        MPI_Comm comm, chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                          void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                          MPI_Datatype recvtype, MPI_Comm comm, chain32_Request *request);
#endif
int chain32_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                            void *recvbuf, const int recvcounts[], const int displs[],
                            MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                            chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                              void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                              MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                              chain32_Request *request);
#endif

int chain32_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                           MPI_Datatype type, MPI_Op op, MPI_Comm comm);
#if MPI_VERSION >= 4
int chain32_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                             MPI_Datatype type, MPI_Op op, MPI_Comm comm);
#endif
int chain32_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                            MPI_Datatype type, MPI_Op op, MPI_Comm comm, chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                              MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                              chain32_Request *request);
#endif
int chain32_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[],
                                MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                                  MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                  chain32_Request *request);
#endif

int chain32_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
                                 MPI_Datatype type, MPI_Op op, MPI_Comm comm);
#if MPI_VERSION >= 4
int chain32_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                   MPI_Datatype type, MPI_Op op, MPI_Comm comm);
#endif
int chain32_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
                                  MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                                  chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                    MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                                    chain32_Request *request);
#endif
int chain32_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount,
                                      MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                      chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                        MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                        chain32_Request *request);
#endif

int chain32_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm);
#if MPI_VERSION >= 4
int chain32_Bcast_c(void *buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm);
#endif
int chain32_Ibcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
                   chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Ibcast_c(void *buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm,
                     chain32_Request *request);
#endif
int chain32_Bcast_init(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
                       MPI_Info info, chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Bcast_init_c(void *buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm,
                         MPI_Info info, chain32_Request *request);
#endif

int chain32_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                   int root, MPI_Comm comm);
#if MPI_VERSION >= 4
int chain32_Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                     MPI_Op op, int root, MPI_Comm comm);
#endif
int chain32_Ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                    int root, MPI_Comm comm, chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Ireduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                      MPI_Op op, int root, MPI_Comm comm, chain32_Request *request);
#endif
int chain32_Reduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                        int root, MPI_Comm comm, MPI_Info info, chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Reduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                          MPI_Op op, int root, MPI_Comm comm, MPI_Info info,
                          chain32_Request *request);
#endif

int chain32_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
#if MPI_VERSION >= 4
int chain32_Gather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                     MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
#endif
int chain32_Igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                    chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Igather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                      MPI_Comm comm, chain32_Request *request);
#endif
int chain32_Gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                        int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                        MPI_Info info, chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Gather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                          void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                          MPI_Comm comm, MPI_Info info, chain32_Request *request);
#endif

int chain32_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
#if MPI_VERSION >= 4
int chain32_Scatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                      MPI_Comm comm);
#endif
int chain32_Iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                     int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                     chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Iscatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                       MPI_Comm comm, chain32_Request *request);
#endif
int chain32_Scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                         int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                         MPI_Info info, chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Scatter_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                           void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                           MPI_Comm comm, MPI_Info info, chain32_Request *request);
#endif

int chain32_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                    MPI_Comm comm);
#if MPI_VERSION >= 4
int chain32_Gatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                      MPI_Datatype recvtype, int root, MPI_Comm comm);
#endif
int chain32_Igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                     const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                     MPI_Comm comm, chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Igatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                       MPI_Datatype recvtype, int root, MPI_Comm comm, chain32_Request *request);
#endif
int chain32_Gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                         const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                         int root, MPI_Comm comm, MPI_Info info, chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Gatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                           void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                           MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                           chain32_Request *request);
#endif

int chain32_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[],
                     MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                     int root, MPI_Comm comm);
#if MPI_VERSION >= 4
int chain32_Scatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                       MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                       MPI_Datatype recvtype, int root, MPI_Comm comm);
#endif
int chain32_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[],
                      MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                      int root, MPI_Comm comm, chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Iscatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                        MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                        MPI_Datatype recvtype, int root, MPI_Comm comm, chain32_Request *request);
#endif
int chain32_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[],
                          MPI_Datatype sendtype, void *recvbuf, int recvcount,
                          MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                          chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Scatterv_init_c(const void *sendbuf, const MPI_Count sendcounts[],
                            const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf,
                            MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                            MPI_Info info, chain32_Request *request);
#endif

int chain32_Barrier(MPI_Comm comm);
int chain32_Ibarrier(MPI_Comm comm, chain32_Request *request);
int chain32_Barrier_init(MPI_Comm comm, MPI_Info info, chain32_Request *request);

int chain32_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                 MPI_Comm comm);
#if MPI_VERSION >= 4
int chain32_Scan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                   MPI_Op op, MPI_Comm comm);
#endif
int chain32_Iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm, chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Iscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                    MPI_Op op, MPI_Comm comm, chain32_Request *request);
#endif
int chain32_Scan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                      MPI_Comm comm, MPI_Info info, chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Scan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                        MPI_Op op, MPI_Comm comm, MPI_Info info, chain32_Request *request);
#endif

int chain32_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm);
#if MPI_VERSION >= 4
int chain32_Exscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                     MPI_Op op, MPI_Comm comm);
#endif
int chain32_Iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                    MPI_Comm comm, chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Iexscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                      MPI_Op op, MPI_Comm comm, chain32_Request *request);
#endif
int chain32_Exscan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                        MPI_Comm comm, MPI_Info info, chain32_Request *request);
#if MPI_VERSION >= 4
int chain32_Exscan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                          MPI_Op op, MPI_Comm comm, MPI_Info info, chain32_Request *request);
#endif

int chain32_Start(chain32_Request *request);
int chain32_Test(chain32_Request *request, int *flag, MPI_Status *status);
int chain32_Wait(chain32_Request *request, MPI_Status *status);
int chain32_Request_free(chain32_Request *request);

#ifdef __cplusplus
}
#endif
#endif
