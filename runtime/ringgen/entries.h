/* SPDX-License-Identifier: BSD-3-Clause
 * entries.h: the routines that an application calls, for the `cluster` of a generated file: a macro
 * for each collective and form defines NAME_Allreduce, NAME_Iallreduce, NAME_Allreduce_init and so
 * on, and each with _c where the MPI library has large counts. Their prototypes are in NAME's
 * header.
 */
#ifndef RG_ENTRIES_H
#define RG_ENTRIES_H

#include "ringgen.h"

/* What a collective takes, its counts being a COUNT and its displacements a PLACE; the same for the
 * call of libringgen. */
#define RG_TAKES_allreduce(COUNT, PLACE) \
	const void *sendbuf, void *recvbuf, COUNT count, MPI_Datatype type, MPI_Op op, MPI_Comm comm
#define RG_GIVES_allreduce sendbuf, recvbuf, count, type, op, comm

#define RG_TAKES_allgather(COUNT, PLACE)                                            \
	const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf, \
		COUNT recvcount, MPI_Datatype recvtype, MPI_Comm comm
#define RG_GIVES_allgather sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm

#define RG_TAKES_allgatherv(COUNT, PLACE)                                              \
	const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf,    \
		const COUNT recvcounts[], const PLACE displs[], MPI_Datatype recvtype, \
		MPI_Comm comm
#define RG_GIVES_allgatherv \
	sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm

#define RG_TAKES_reduce_scatter(COUNT, PLACE)                                            \
	const void *sendbuf, void *recvbuf, const COUNT recvcounts[], MPI_Datatype type, \
		MPI_Op op, MPI_Comm comm
#define RG_GIVES_reduce_scatter sendbuf, recvbuf, recvcounts, type, op, comm

#define RG_TAKES_reduce_scatter_block(COUNT, PLACE)                                        \
	const void *sendbuf, void *recvbuf, COUNT recvcount, MPI_Datatype type, MPI_Op op, \
		MPI_Comm comm
#define RG_GIVES_reduce_scatter_block sendbuf, recvbuf, recvcount, type, op, comm

#define RG_TAKES_bcast(COUNT, PLACE) \
	void *buffer, COUNT count, MPI_Datatype type, int root, MPI_Comm comm
#define RG_GIVES_bcast buffer, count, type, root, comm

#define RG_TAKES_reduce(COUNT, PLACE)                                                            \
	const void *sendbuf, void *recvbuf, COUNT count, MPI_Datatype type, MPI_Op op, int root, \
		MPI_Comm comm
#define RG_GIVES_reduce sendbuf, recvbuf, count, type, op, root, comm

#define RG_TAKES_gather(COUNT, PLACE)                                               \
	const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf, \
		COUNT recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm
#define RG_GIVES_gather sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm

#define RG_TAKES_scatter(COUNT, PLACE)                                              \
	const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf, \
		COUNT recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm
#define RG_GIVES_scatter sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm

#define RG_TAKES_gatherv(COUNT, PLACE)                                                           \
	const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf,              \
		const COUNT recvcounts[], const PLACE displs[], MPI_Datatype recvtype, int root, \
		MPI_Comm comm
#define RG_GIVES_gatherv \
	sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm

#define RG_TAKES_scatterv(COUNT, PLACE)                                                       \
	const void *sendbuf, const COUNT sendcounts[], const PLACE displs[],                  \
		MPI_Datatype sendtype, void *recvbuf, COUNT recvcount, MPI_Datatype recvtype, \
		int root, MPI_Comm comm
#define RG_GIVES_scatterv \
	sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm

#define RG_TAKES_barrier(COUNT, PLACE) MPI_Comm comm
#define RG_GIVES_barrier comm

#define RG_TAKES_scan(COUNT, PLACE) \
	const void *sendbuf, void *recvbuf, COUNT count, MPI_Datatype type, MPI_Op op, MPI_Comm comm
#define RG_GIVES_scan sendbuf, recvbuf, count, type, op, comm

#define RG_TAKES_exscan(COUNT, PLACE) \
	const void *sendbuf, void *recvbuf, COUNT count, MPI_Datatype type, MPI_Op op, MPI_Comm comm
#define RG_GIVES_exscan sendbuf, recvbuf, count, type, op, comm

/* One entry: C is _c or nothing. */
#define RG_BLOCKING(NAME, Entry, x, C, COUNT, PLACE)      \
	int NAME##_##Entry##C(RG_TAKES_##x(COUNT, PLACE)) \
	{                                                 \
		return rg_##x##C(&cluster, RG_GIVES_##x); \
	}
#define RG_NONBLOCKING(NAME, Entry, x, C, COUNT, PLACE)                                        \
	int NAME##_##Entry##C(RG_TAKES_##x(COUNT, PLACE), struct rg_request **request)         \
	{                                                                                      \
		return rg_begin_##x##C(&cluster, RG_GIVES_##x, false, MPI_INFO_NULL, request); \
	}
#define RG_PERSISTENT(NAME, Entry, x, C, COUNT, PLACE)                               \
	int NAME##_##Entry##_init##C(RG_TAKES_##x(COUNT, PLACE), MPI_Info info,      \
	                             struct rg_request **request)                    \
	{                                                                            \
		return rg_begin_##x##C(&cluster, RG_GIVES_##x, true, info, request); \
	}

/* That, and where there are large counts the one that takes them. */
#if MPI_VERSION >= 4
#define RG_ENTRIES(FORM, NAME, Entry, x) \
	FORM(NAME, Entry, x, , int, int) \
	FORM(NAME, Entry, x, _c, MPI_Count, MPI_Aint)
#else
#define RG_ENTRIES(FORM, NAME, Entry, x) FORM(NAME, Entry, x, , int, int)
#endif

#define RG_ALLREDUCE_BLOCKING(NAME) RG_ENTRIES(RG_BLOCKING, NAME, Allreduce, allreduce)
#define RG_ALLREDUCE_NONBLOCKING(NAME) RG_ENTRIES(RG_NONBLOCKING, NAME, Iallreduce, allreduce)
#define RG_ALLREDUCE_PERSISTENT(NAME) RG_ENTRIES(RG_PERSISTENT, NAME, Allreduce, allreduce)

#define RG_ALLGATHER_BLOCKING(NAME) RG_ENTRIES(RG_BLOCKING, NAME, Allgather, allgather)
#define RG_ALLGATHER_NONBLOCKING(NAME) RG_ENTRIES(RG_NONBLOCKING, NAME, Iallgather, allgather)
#define RG_ALLGATHER_PERSISTENT(NAME) RG_ENTRIES(RG_PERSISTENT, NAME, Allgather, allgather)

#define RG_ALLGATHERV_BLOCKING(NAME) RG_ENTRIES(RG_BLOCKING, NAME, Allgatherv, allgatherv)
#define RG_ALLGATHERV_NONBLOCKING(NAME) RG_ENTRIES(RG_NONBLOCKING, NAME, Iallgatherv, allgatherv)
#define RG_ALLGATHERV_PERSISTENT(NAME) RG_ENTRIES(RG_PERSISTENT, NAME, Allgatherv, allgatherv)

#define RG_REDUCE_SCATTER_BLOCKING(NAME) \
	RG_ENTRIES(RG_BLOCKING, NAME, Reduce_scatter, reduce_scatter)
#define RG_REDUCE_SCATTER_NONBLOCKING(NAME) \
	RG_ENTRIES(RG_NONBLOCKING, NAME, Ireduce_scatter, reduce_scatter)
#define RG_REDUCE_SCATTER_PERSISTENT(NAME) \
	RG_ENTRIES(RG_PERSISTENT, NAME, Reduce_scatter, reduce_scatter)

#define RG_REDUCE_SCATTER_BLOCK_BLOCKING(NAME) \
	RG_ENTRIES(RG_BLOCKING, NAME, Reduce_scatter_block, reduce_scatter_block)
#define RG_REDUCE_SCATTER_BLOCK_NONBLOCKING(NAME) \
	RG_ENTRIES(RG_NONBLOCKING, NAME, Ireduce_scatter_block, reduce_scatter_block)
#define RG_REDUCE_SCATTER_BLOCK_PERSISTENT(NAME) \
	RG_ENTRIES(RG_PERSISTENT, NAME, Reduce_scatter_block, reduce_scatter_block)

#define RG_BCAST_BLOCKING(NAME) RG_ENTRIES(RG_BLOCKING, NAME, Bcast, bcast)
#define RG_BCAST_NONBLOCKING(NAME) RG_ENTRIES(RG_NONBLOCKING, NAME, Ibcast, bcast)
#define RG_BCAST_PERSISTENT(NAME) RG_ENTRIES(RG_PERSISTENT, NAME, Bcast, bcast)

#define RG_REDUCE_BLOCKING(NAME) RG_ENTRIES(RG_BLOCKING, NAME, Reduce, reduce)
#define RG_REDUCE_NONBLOCKING(NAME) RG_ENTRIES(RG_NONBLOCKING, NAME, Ireduce, reduce)
#define RG_REDUCE_PERSISTENT(NAME) RG_ENTRIES(RG_PERSISTENT, NAME, Reduce, reduce)

#define RG_GATHER_BLOCKING(NAME) RG_ENTRIES(RG_BLOCKING, NAME, Gather, gather)
#define RG_GATHER_NONBLOCKING(NAME) RG_ENTRIES(RG_NONBLOCKING, NAME, Igather, gather)
#define RG_GATHER_PERSISTENT(NAME) RG_ENTRIES(RG_PERSISTENT, NAME, Gather, gather)

#define RG_SCATTER_BLOCKING(NAME) RG_ENTRIES(RG_BLOCKING, NAME, Scatter, scatter)
#define RG_SCATTER_NONBLOCKING(NAME) RG_ENTRIES(RG_NONBLOCKING, NAME, Iscatter, scatter)
#define RG_SCATTER_PERSISTENT(NAME) RG_ENTRIES(RG_PERSISTENT, NAME, Scatter, scatter)

#define RG_GATHERV_BLOCKING(NAME) RG_ENTRIES(RG_BLOCKING, NAME, Gatherv, gatherv)
#define RG_GATHERV_NONBLOCKING(NAME) RG_ENTRIES(RG_NONBLOCKING, NAME, Igatherv, gatherv)
#define RG_GATHERV_PERSISTENT(NAME) RG_ENTRIES(RG_PERSISTENT, NAME, Gatherv, gatherv)

#define RG_SCATTERV_BLOCKING(NAME) RG_ENTRIES(RG_BLOCKING, NAME, Scatterv, scatterv)
#define RG_SCATTERV_NONBLOCKING(NAME) RG_ENTRIES(RG_NONBLOCKING, NAME, Iscatterv, scatterv)
#define RG_SCATTERV_PERSISTENT(NAME) RG_ENTRIES(RG_PERSISTENT, NAME, Scatterv, scatterv)

/* It counts nothing. */
#define RG_BARRIER_BLOCKING(NAME) RG_BLOCKING(NAME, Barrier, barrier, , int, int)
#define RG_BARRIER_NONBLOCKING(NAME) RG_NONBLOCKING(NAME, Ibarrier, barrier, , int, int)
#define RG_BARRIER_PERSISTENT(NAME) RG_PERSISTENT(NAME, Barrier, barrier, , int, int)

#define RG_SCAN_BLOCKING(NAME) RG_ENTRIES(RG_BLOCKING, NAME, Scan, scan)
#define RG_SCAN_NONBLOCKING(NAME) RG_ENTRIES(RG_NONBLOCKING, NAME, Iscan, scan)
#define RG_SCAN_PERSISTENT(NAME) RG_ENTRIES(RG_PERSISTENT, NAME, Scan, scan)

#define RG_EXSCAN_BLOCKING(NAME) RG_ENTRIES(RG_BLOCKING, NAME, Exscan, exscan)
#define RG_EXSCAN_NONBLOCKING(NAME) RG_ENTRIES(RG_NONBLOCKING, NAME, Iexscan, exscan)
#define RG_EXSCAN_PERSISTENT(NAME) RG_ENTRIES(RG_PERSISTENT, NAME, Exscan, exscan)

/* All forms of a collective, as it is named in the macros above. */
#define RG_ALL_FORMS(COLLECTIVE, NAME)                                       \
	RG_##COLLECTIVE##_BLOCKING(NAME) RG_##COLLECTIVE##_NONBLOCKING(NAME) \
		RG_##COLLECTIVE##_PERSISTENT(NAME)

/* What a nonblocking or persistent collective is gone on with. */
#define RG_REQUESTS(NAME)                                                           \
	int NAME##_Start(struct rg_request **request)                               \
	{                                                                           \
		return rg_request_start(*request);                                  \
	}                                                                           \
	int NAME##_Test(struct rg_request **request, int *flag, MPI_Status *status) \
	{                                                                           \
		return rg_request_test(request, flag, status);                      \
	}                                                                           \
	int NAME##_Wait(struct rg_request **request, MPI_Status *status)            \
	{                                                                           \
		return rg_request_wait(request, status);                            \
	}                                                                           \
	int NAME##_Request_free(struct rg_request **request)                        \
	{                                                                           \
		return rg_request_free(request);                                    \
	}

#endif
