/* What an application calls. The text between @begin and @end is emitted, with NAME replaced; so is
 * the prototype in the header.
 */
#include "ringgen.h"

static const struct rg_cluster cluster;

/* @begin request */
/* A nonblocking or persistent collective: for NAME_Start, NAME_Test, NAME_Wait and
 * NAME_Request_free. */
typedef struct rg_request *NAME_Request;
/* @end */

/* @begin allreduce */
int NAME_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm)
{
	return rg_allreduce(&cluster, sendbuf, recvbuf, count, type, op, comm);
}

int NAME_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                    MPI_Comm comm, NAME_Request *request)
{
	return rg_begin_allreduce(&cluster, sendbuf, recvbuf, count, type, op, comm, false,
	                          MPI_INFO_NULL, request);
}

int NAME_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                        MPI_Comm comm, MPI_Info info, NAME_Request *request)
{
	return rg_begin_allreduce(&cluster, sendbuf, recvbuf, count, type, op, comm, true, info,
	                          request);
}

#if MPI_VERSION >= 4
int NAME_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                     MPI_Op op, MPI_Comm comm)
{
	return rg_allreduce_c(&cluster, sendbuf, recvbuf, count, type, op, comm);
}

int NAME_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                      MPI_Op op, MPI_Comm comm, NAME_Request *request)
{
	return rg_begin_allreduce_c(&cluster, sendbuf, recvbuf, count, type, op, comm, false,
	                            MPI_INFO_NULL, request);
}

int NAME_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                          MPI_Op op, MPI_Comm comm, MPI_Info info, NAME_Request *request)
{
	return rg_begin_allreduce_c(&cluster, sendbuf, recvbuf, count, type, op, comm, true, info,
	                            request);
}
#endif
/* @end */

/* @begin allgather */
int NAME_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	return rg_allgather(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
	                    comm);
}

int NAME_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, NAME_Request *request)
{
	return rg_begin_allgather(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                          recvtype, comm, false, MPI_INFO_NULL, request);
}

int NAME_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                        int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                        NAME_Request *request)
{
	return rg_begin_allgather(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                          recvtype, comm, true, info, request);
}

#if MPI_VERSION >= 4
int NAME_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                     MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	return rg_allgather_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
	                      comm);
}

int NAME_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                      NAME_Request *request)
{
	return rg_begin_allgather_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                            recvtype, comm, false, MPI_INFO_NULL, request);
}

int NAME_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                          void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                          MPI_Info info, NAME_Request *request)
{
	return rg_begin_allgather_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                            recvtype, comm, true, info, request);
}
#endif
/* @end */

/* @begin allgatherv */
int NAME_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                    MPI_Comm comm)
{
	return rg_allgatherv(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
	                     recvtype, comm);
}

int NAME_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                     const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                     MPI_Comm comm, NAME_Request *request)
{
	return rg_begin_allgatherv(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
	                           displs, recvtype, comm, false, MPI_INFO_NULL, request);
}

int NAME_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                         const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                         MPI_Comm comm, MPI_Info info, NAME_Request *request)
{
	return rg_begin_allgatherv(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
	                           displs, recvtype, comm, true, info, request);
}

#if MPI_VERSION >= 4
int NAME_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                      MPI_Datatype recvtype, MPI_Comm comm)
{
	return rg_allgatherv_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
	                       recvtype, comm);
}

int NAME_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                       MPI_Datatype recvtype, MPI_Comm comm, NAME_Request *request)
{
	return rg_begin_allgatherv_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
	                             displs, recvtype, comm, false, MPI_INFO_NULL, request);
}

int NAME_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                           void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                           MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                           NAME_Request *request)
{
	return rg_begin_allgatherv_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
	                             displs, recvtype, comm, true, info, request);
}
#endif
/* @end */

/* @begin reduce_scatter */
int NAME_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                        MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	return rg_reduce_scatter(&cluster, sendbuf, recvbuf, recvcounts, type, op, comm);
}

int NAME_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                         MPI_Datatype type, MPI_Op op, MPI_Comm comm, NAME_Request *request)
{
	return rg_begin_reduce_scatter(&cluster, sendbuf, recvbuf, recvcounts, type, op, comm,
	                               false, MPI_INFO_NULL, request);
}

int NAME_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[],
                             MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                             NAME_Request *request)
{
	return rg_begin_reduce_scatter(&cluster, sendbuf, recvbuf, recvcounts, type, op, comm, true,
	                               info, request);
}

#if MPI_VERSION >= 4
int NAME_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                          MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	return rg_reduce_scatter_c(&cluster, sendbuf, recvbuf, recvcounts, type, op, comm);
}

int NAME_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                           MPI_Datatype type, MPI_Op op, MPI_Comm comm, NAME_Request *request)
{
	return rg_begin_reduce_scatter_c(&cluster, sendbuf, recvbuf, recvcounts, type, op, comm,
	                                 false, MPI_INFO_NULL, request);
}

int NAME_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                               MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                               NAME_Request *request)
{
	return rg_begin_reduce_scatter_c(&cluster, sendbuf, recvbuf, recvcounts, type, op, comm,
	                                 true, info, request);
}
#endif
/* @end */

/* @begin reduce_scatter_block */
int NAME_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype type,
                              MPI_Op op, MPI_Comm comm)
{
	return rg_reduce_scatter_block(&cluster, sendbuf, recvbuf, recvcount, type, op, comm);
}

int NAME_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype type,
                               MPI_Op op, MPI_Comm comm, NAME_Request *request)
{
	return rg_begin_reduce_scatter_block(&cluster, sendbuf, recvbuf, recvcount, type, op, comm,
	                                     false, MPI_INFO_NULL, request);
}

int NAME_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount,
                                   MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                   NAME_Request *request)
{
	return rg_begin_reduce_scatter_block(&cluster, sendbuf, recvbuf, recvcount, type, op, comm,
	                                     true, info, request);
}

#if MPI_VERSION >= 4
int NAME_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	return rg_reduce_scatter_block_c(&cluster, sendbuf, recvbuf, recvcount, type, op, comm);
}

int NAME_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                 MPI_Datatype type, MPI_Op op, MPI_Comm comm, NAME_Request *request)
{
	return rg_begin_reduce_scatter_block_c(&cluster, sendbuf, recvbuf, recvcount, type, op,
	                                       comm, false, MPI_INFO_NULL, request);
}

int NAME_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                     MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                     NAME_Request *request)
{
	return rg_begin_reduce_scatter_block_c(&cluster, sendbuf, recvbuf, recvcount, type, op,
	                                       comm, true, info, request);
}
#endif
/* @end */

/* @begin requests */
int NAME_Start(NAME_Request *request)
{
	return rg_request_start(*request);
}

int NAME_Test(NAME_Request *request, int *flag, MPI_Status *status)
{
	return rg_request_test(request, flag, status);
}

int NAME_Wait(NAME_Request *request, MPI_Status *status)
{
	return rg_request_wait(request, status);
}

int NAME_Request_free(NAME_Request *request)
{
	return rg_request_free(request);
}
/* @end */
