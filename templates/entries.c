/* What an application calls. The text between @begin and @end is emitted, with NAME replaced; so is
 * the prototype in the header.
 */
#include "ringgen.h"

static const struct rg_cluster cluster;

/* @begin allreduce */
int NAME_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm)
{
	return rg_allreduce(&cluster, sendbuf, recvbuf, count, type, op, comm);
}

#if MPI_VERSION >= 4
int NAME_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                     MPI_Op op, MPI_Comm comm)
{
	return rg_allreduce_c(&cluster, sendbuf, recvbuf, count, type, op, comm);
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

#if MPI_VERSION >= 4
int NAME_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                     MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	return rg_allgather_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
	                      comm);
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

#if MPI_VERSION >= 4
int NAME_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                      MPI_Datatype recvtype, MPI_Comm comm)
{
	return rg_allgatherv_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
	                       recvtype, comm);
}
#endif
/* @end */

/* @begin reduce_scatter */
int NAME_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                        MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	return rg_reduce_scatter(&cluster, sendbuf, recvbuf, recvcounts, type, op, comm);
}

#if MPI_VERSION >= 4
int NAME_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                          MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	return rg_reduce_scatter_c(&cluster, sendbuf, recvbuf, recvcounts, type, op, comm);
}
#endif
/* @end */

/* @begin reduce_scatter_block */
int NAME_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype type,
                              MPI_Op op, MPI_Comm comm)
{
	return rg_reduce_scatter_block(&cluster, sendbuf, recvbuf, recvcount, type, op, comm);
}

#if MPI_VERSION >= 4
int NAME_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	return rg_reduce_scatter_block_c(&cluster, sendbuf, recvbuf, recvcount, type, op, comm);
}
#endif
/* @end */
