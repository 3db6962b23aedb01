/* What an application calls, for the header: the text between @begin and @end is emitted, with NAME
 * replaced. ringgen/entries.h defines these.
 */
#include <mpi.h>

/* @begin request */
/* A nonblocking or persistent collective: for NAME_Start, NAME_Test, NAME_Wait and
 * NAME_Request_free. */
typedef struct rg_request *NAME_Request;
/* @end */

/* @begin allreduce blocking */
int NAME_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm);
#if MPI_VERSION >= 4
int NAME_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                     MPI_Op op, MPI_Comm comm);
#endif
/* @end */

/* @begin allreduce nonblocking */
int NAME_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                    MPI_Comm comm, NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                      MPI_Op op, MPI_Comm comm, NAME_Request *request);
#endif
/* @end */

/* @begin allreduce persistent */
int NAME_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                        MPI_Comm comm, MPI_Info info, NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                          MPI_Op op, MPI_Comm comm, MPI_Info info, NAME_Request *request);
#endif
/* @end */

/* @begin allgather blocking */
int NAME_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
#if MPI_VERSION >= 4
int NAME_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                     MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
#endif
/* @end */

/* @begin allgather nonblocking */
int NAME_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                      NAME_Request *request);
#endif
/* @end */

/* @begin allgather persistent */
int NAME_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                        int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                        NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                          void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                          MPI_Info info, NAME_Request *request);
#endif
/* @end */

/* @begin allgatherv blocking */
int NAME_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                    MPI_Comm comm);
#if MPI_VERSION >= 4
int NAME_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                      MPI_Datatype recvtype, MPI_Comm comm);
#endif
/* @end */

/* @begin allgatherv nonblocking */
int NAME_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                     const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                     MPI_Comm comm, NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                       MPI_Datatype recvtype, MPI_Comm comm, NAME_Request *request);
#endif
/* @end */

/* @begin allgatherv persistent */
int NAME_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                         const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                         MPI_Comm comm, MPI_Info info, NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                           void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                           MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                           NAME_Request *request);
#endif
/* @end */

/* @begin reduce_scatter blocking */
int NAME_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                        MPI_Datatype type, MPI_Op op, MPI_Comm comm);
#if MPI_VERSION >= 4
int NAME_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                          MPI_Datatype type, MPI_Op op, MPI_Comm comm);
#endif
/* @end */

/* @begin reduce_scatter nonblocking */
int NAME_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                         MPI_Datatype type, MPI_Op op, MPI_Comm comm, NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                           MPI_Datatype type, MPI_Op op, MPI_Comm comm, NAME_Request *request);
#endif
/* @end */

/* @begin reduce_scatter persistent */
int NAME_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[],
                             MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                             NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                               MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                               NAME_Request *request);
#endif
/* @end */

/* @begin reduce_scatter_block blocking */
int NAME_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype type,
                              MPI_Op op, MPI_Comm comm);
#if MPI_VERSION >= 4
int NAME_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                MPI_Datatype type, MPI_Op op, MPI_Comm comm);
#endif
/* @end */

/* @begin reduce_scatter_block nonblocking */
int NAME_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype type,
                               MPI_Op op, MPI_Comm comm, NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                 MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                                 NAME_Request *request);
#endif
/* @end */

/* @begin reduce_scatter_block persistent */
int NAME_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount,
                                   MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                   NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                     MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                     NAME_Request *request);
#endif
/* @end */

/* @begin bcast blocking */
int NAME_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm);
#if MPI_VERSION >= 4
int NAME_Bcast_c(void *buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm);
#endif
/* @end */

/* @begin bcast nonblocking */
int NAME_Ibcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
                NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Ibcast_c(void *buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm,
                  NAME_Request *request);
#endif
/* @end */

/* @begin bcast persistent */
int NAME_Bcast_init(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
                    MPI_Info info, NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Bcast_init_c(void *buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm,
                      MPI_Info info, NAME_Request *request);
#endif
/* @end */

/* @begin reduce blocking */
int NAME_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                int root, MPI_Comm comm);
#if MPI_VERSION >= 4
int NAME_Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op,
                  int root, MPI_Comm comm);
#endif
/* @end */

/* @begin reduce nonblocking */
int NAME_Ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                 int root, MPI_Comm comm, NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Ireduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                   MPI_Op op, int root, MPI_Comm comm, NAME_Request *request);
#endif
/* @end */

/* @begin reduce persistent */
int NAME_Reduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                     int root, MPI_Comm comm, MPI_Info info, NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Reduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                       MPI_Op op, int root, MPI_Comm comm, MPI_Info info, NAME_Request *request);
#endif
/* @end */

/* @begin gather blocking */
int NAME_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
#if MPI_VERSION >= 4
int NAME_Gather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                  MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
#endif
/* @end */

/* @begin gather nonblocking */
int NAME_Igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                 NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Igather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                   MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                   NAME_Request *request);
#endif
/* @end */

/* @begin gather persistent */
int NAME_Gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                     int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                     NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Gather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                       MPI_Comm comm, MPI_Info info, NAME_Request *request);
#endif
/* @end */

/* @begin scatter blocking */
int NAME_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
#if MPI_VERSION >= 4
int NAME_Scatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                   MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
#endif
/* @end */

/* @begin scatter nonblocking */
int NAME_Iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                  NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Iscatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                    NAME_Request *request);
#endif
/* @end */

/* @begin scatter persistent */
int NAME_Scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                      int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                      NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Scatter_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                        void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                        MPI_Comm comm, MPI_Info info, NAME_Request *request);
#endif
/* @end */

/* @begin gatherv blocking */
int NAME_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                 MPI_Comm comm);
#if MPI_VERSION >= 4
int NAME_Gatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                   const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                   int root, MPI_Comm comm);
#endif
/* @end */

/* @begin gatherv nonblocking */
int NAME_Igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                  MPI_Comm comm, NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Igatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                    int root, MPI_Comm comm, NAME_Request *request);
#endif
/* @end */

/* @begin gatherv persistent */
int NAME_Gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                      const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                      MPI_Comm comm, MPI_Info info, NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Gatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                        void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                        NAME_Request *request);
#endif
/* @end */

/* @begin scatterv blocking */
int NAME_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[],
                  MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                  int root, MPI_Comm comm);
#if MPI_VERSION >= 4
int NAME_Scatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                    MPI_Datatype recvtype, int root, MPI_Comm comm);
#endif
/* @end */

/* @begin scatterv nonblocking */
int NAME_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[],
                   MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                   int root, MPI_Comm comm, NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Iscatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                     MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                     MPI_Datatype recvtype, int root, MPI_Comm comm, NAME_Request *request);
#endif
/* @end */

/* @begin scatterv persistent */
int NAME_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[],
                       MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                       int root, MPI_Comm comm, MPI_Info info, NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Scatterv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                         MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                         MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                         NAME_Request *request);
#endif
/* @end */

/* @begin barrier blocking */
int NAME_Barrier(MPI_Comm comm);
/* @end */

/* @begin barrier nonblocking */
int NAME_Ibarrier(MPI_Comm comm, NAME_Request *request);
/* @end */

/* @begin barrier persistent */
int NAME_Barrier_init(MPI_Comm comm, MPI_Info info, NAME_Request *request);
/* @end */

/* @begin scan blocking */
int NAME_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
              MPI_Comm comm);
#if MPI_VERSION >= 4
int NAME_Scan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op,
                MPI_Comm comm);
#endif
/* @end */

/* @begin scan nonblocking */
int NAME_Iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
               MPI_Comm comm, NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Iscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op,
                 MPI_Comm comm, NAME_Request *request);
#endif
/* @end */

/* @begin scan persistent */
int NAME_Scan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm, MPI_Info info, NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Scan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                     MPI_Op op, MPI_Comm comm, MPI_Info info, NAME_Request *request);
#endif
/* @end */

/* @begin exscan blocking */
int NAME_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                MPI_Comm comm);
#if MPI_VERSION >= 4
int NAME_Exscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm);
#endif
/* @end */

/* @begin exscan nonblocking */
int NAME_Iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                 MPI_Comm comm, NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Iexscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                   MPI_Op op, MPI_Comm comm, NAME_Request *request);
#endif
/* @end */

/* @begin exscan persistent */
int NAME_Exscan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                     MPI_Comm comm, MPI_Info info, NAME_Request *request);
#if MPI_VERSION >= 4
int NAME_Exscan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                       MPI_Op op, MPI_Comm comm, MPI_Info info, NAME_Request *request);
#endif
/* @end */

/* @begin requests */
int NAME_Start(NAME_Request *request);
int NAME_Test(NAME_Request *request, int *flag, MPI_Status *status);
int NAME_Wait(NAME_Request *request, MPI_Status *status);
int NAME_Request_free(NAME_Request *request);
/* @end */
