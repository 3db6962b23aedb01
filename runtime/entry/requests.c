/* SPDX-License-Identifier: BSD-3-Clause
 * The nonblocking and persistent collectives of generated routines: a request is an operation of
 * ours, or one of MPI's.
 */
#include "call/operation.h"
#include "entry/native.h"

#include <stdlib.h>

struct rg_request {
	struct rg_operation *op;     /* NULL: it is MPI's */
	struct rg_native native;     /* MPI's */
	struct rg_operation *beside; /* for the comparison of what is MPI's; NULL: there is none */
	bool persistent, started;
};

/* ---- Requests */

/* MPI's request, if there is one: the operation ends with it, or is kept beside it. */
static int make_mpis(struct rg_request *r, MPI_Info info, struct rg_operation *op)
{
	r->started = !r->persistent;
	int err = rg_native_make(&r->native, info);

	if (!op)
		return err;
	if (err) {
		rg_operation_free(op);
		return err;
	}
	if (!op->x->progress) {
		r->beside = op;
		return MPI_SUCCESS;
	}
	op->native = r->native.request;
	r->native.request = MPI_REQUEST_NULL;
	r->op = op;
	rg_operation_start(op);
	return MPI_SUCCESS;
}

static int make_ours(struct rg_request *r, struct rg_operation *op)
{
	r->op = op;
	if (!r->persistent) {
		r->started = true;
		rg_operation_start(op);
	}
	return MPI_SUCCESS;
}

/* A request for the call; none if it is wrong. Errors were raised. */
static int begin(struct rg_call *k, bool persistent, MPI_Info info, struct rg_request **request)
{
	struct rg_request *r = malloc(sizeof *r);
	struct rg_operation *op;
	int err = MPI_ERR_NO_MEM;

	*request = NULL;
	if (!r) {
		PMPI_Comm_call_errhandler(k->comm, err);
		return err;
	}
	k->form = persistent ? RG_PERSISTENT : RG_NONBLOCKING;
	*r = (struct rg_request){.native = rg_native_of(k), .persistent = persistent};
	if (!rg_operation_make(k, &op, &err))
		err = make_mpis(r, info, op);
	else if (op)
		err = make_ours(r, op);
	if (err)
		free(r);
	else
		*request = r;
	return err;
}

int rg_request_start(struct rg_request *r)
{
	if (!r || !r->persistent || r->started) {
		PMPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_REQUEST);
		return MPI_ERR_REQUEST;
	}
	r->started = true;
	if (!r->op)
		return rg_native_start(&r->native);
	rg_operation_start(r->op);
	return MPI_SUCCESS;
}

/* It is over, with `err`, if it is MPI's. An error handler may start it again, or free it. */
static int end(struct rg_request **request, int err)
{
	struct rg_request *r = *request;
	bool persistent = r->persistent;

	r->started = false;
	if (!persistent)
		*request = NULL;
	if (r->op)
		err = rg_operation_outcome(r->op);
	if (!persistent && r->beside) {
		err = rg_operation_end_beside(r->beside, err);
		r->beside = NULL;
	}
	if (!persistent)
		rg_request_free(&r);
	return err;
}

int rg_request_test(struct rg_request **request, int *flag, MPI_Status *status)
{
	struct rg_request *r = *request;

	*flag = 1;
	if (!r || !r->started) {
		rg_operation_status(status);
		return MPI_SUCCESS;
	}
	rg_progress();
	if (!r->op) {
		int err = MPI_SUCCESS;
		if (r->beside && rg_operation_differs(r->beside))
			r->native.request = MPI_REQUEST_NULL; /* MPI may never be done with it */
		else
			err = PMPI_Test(&r->native.request, flag, status);
		return *flag ? end(request, err) : err;
	}
	if (!(*flag = rg_operation_over(r->op)))
		return MPI_SUCCESS;
	rg_operation_status(status);
	return end(request, MPI_SUCCESS);
}

int rg_request_wait(struct rg_request **request, MPI_Status *status)
{
	struct rg_request *r = *request;
	int flag = 1, err = MPI_SUCCESS;

	if (r && r->started && r->op)
		rg_operation_wait(r->op);
	do
		err = rg_request_test(request, &flag, status);
	while (!flag && !err);
	return err;
}

int rg_request_free(struct rg_request **request)
{
	struct rg_request *r = *request;

	if (!r)
		return MPI_SUCCESS;
	if (r->op && r->started)
		rg_operation_wait(r->op);
	if (r->beside)
		rg_operation_free(r->beside);
	if (r->op)
		rg_operation_free(r->op);
	int err = rg_native_free(&r->native);
	free(r);
	*request = NULL;
	return err;
}

/* ---- The entries */

int rg_begin_allreduce(const struct rg_cluster *c, const void *sendbuf, void *recvbuf, int count,
                       MPI_Datatype type, MPI_Op op, MPI_Comm comm, bool persistent, MPI_Info info,
                       struct rg_request **request)
{
	struct rg_call k = rg_call_allreduce(c, sendbuf, recvbuf, count, type, op, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_allgather(const struct rg_cluster *c, const void *sendbuf, int sendcount,
                       MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                       MPI_Comm comm, bool persistent, MPI_Info info, struct rg_request **request)
{
	struct rg_call k = rg_call_allgather(c, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                                     recvtype, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_allgatherv(const struct rg_cluster *c, const void *sendbuf, int sendcount,
                        MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                        const int displs[], MPI_Datatype recvtype, MPI_Comm comm, bool persistent,
                        MPI_Info info, struct rg_request **request)
{
	struct rg_call k =
		rg_call_allgatherv(c, sendbuf, sendcount, sendtype, recvbuf, RG_SMALL(recvcounts),
	                           RG_SMALL(displs), recvtype, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_reduce_scatter(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                            const int recvcounts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                            bool persistent, MPI_Info info, struct rg_request **request)
{
	struct rg_call k =
		rg_call_reduce_scatter(c, sendbuf, recvbuf, RG_SMALL(recvcounts), type, op, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_reduce_scatter_block(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                                  int recvcount, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                                  bool persistent, MPI_Info info, struct rg_request **request)
{
	struct rg_call k =
		rg_call_reduce_scatter_block(c, sendbuf, recvbuf, recvcount, type, op, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_bcast(const struct rg_cluster *c, void *buffer, int count, MPI_Datatype type, int root,
                   MPI_Comm comm, bool persistent, MPI_Info info, struct rg_request **request)
{
	struct rg_call k = rg_call_bcast(c, buffer, count, type, root, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_reduce(const struct rg_cluster *c, const void *sendbuf, void *recvbuf, int count,
                    MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm, bool persistent,
                    MPI_Info info, struct rg_request **request)
{
	struct rg_call k = rg_call_reduce(c, sendbuf, recvbuf, count, type, op, root, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_gather(const struct rg_cluster *c, const void *sendbuf, int sendcount,
                    MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                    int root, MPI_Comm comm, bool persistent, MPI_Info info,
                    struct rg_request **request)
{
	struct rg_call k = rg_call_gather(c, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                                  recvtype, root, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_scatter(const struct rg_cluster *c, const void *sendbuf, int sendcount,
                     MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                     int root, MPI_Comm comm, bool persistent, MPI_Info info,
                     struct rg_request **request)
{
	struct rg_call k = rg_call_scatter(c, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                                   recvtype, root, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_gatherv(const struct rg_cluster *c, const void *sendbuf, int sendcount,
                     MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                     const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
                     bool persistent, MPI_Info info, struct rg_request **request)
{
	struct rg_call k =
		rg_call_gatherv(c, sendbuf, sendcount, sendtype, recvbuf, RG_SMALL(recvcounts),
	                        RG_SMALL(displs), recvtype, root, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_scatterv(const struct rg_cluster *c, const void *sendbuf, const int sendcounts[],
                      const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount,
                      MPI_Datatype recvtype, int root, MPI_Comm comm, bool persistent,
                      MPI_Info info, struct rg_request **request)
{
	struct rg_call k = rg_call_scatterv(c, sendbuf, RG_SMALL(sendcounts), RG_SMALL(displs),
	                                    sendtype, recvbuf, recvcount, recvtype, root, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_barrier(const struct rg_cluster *c, MPI_Comm comm, bool persistent, MPI_Info info,
                     struct rg_request **request)
{
	struct rg_call k = rg_call_barrier(c, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_scan(const struct rg_cluster *c, const void *sendbuf, void *recvbuf, int count,
                  MPI_Datatype type, MPI_Op op, MPI_Comm comm, bool persistent, MPI_Info info,
                  struct rg_request **request)
{
	struct rg_call k = rg_call_scan(c, sendbuf, recvbuf, count, type, op, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_exscan(const struct rg_cluster *c, const void *sendbuf, void *recvbuf, int count,
                    MPI_Datatype type, MPI_Op op, MPI_Comm comm, bool persistent, MPI_Info info,
                    struct rg_request **request)
{
	struct rg_call k = rg_call_exscan(c, sendbuf, recvbuf, count, type, op, comm);

	return begin(&k, persistent, info, request);
}

#if RINGGEN_LARGE_COUNT
int rg_begin_allreduce_c(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                         MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                         bool persistent, MPI_Info info, struct rg_request **request)
{
	struct rg_call k = rg_call_allreduce(c, sendbuf, recvbuf, count, type, op, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_allgather_c(const struct rg_cluster *c, const void *sendbuf, MPI_Count sendcount,
                         MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                         MPI_Datatype recvtype, MPI_Comm comm, bool persistent, MPI_Info info,
                         struct rg_request **request)
{
	struct rg_call k = rg_call_allgather(c, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                                     recvtype, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_allgatherv_c(const struct rg_cluster *c, const void *sendbuf, MPI_Count sendcount,
                          MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                          const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
                          bool persistent, MPI_Info info, struct rg_request **request)
{
	struct rg_call k =
		rg_call_allgatherv(c, sendbuf, sendcount, sendtype, recvbuf, RG_LARGE(recvcounts),
	                           RG_PLACES(displs), recvtype, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_reduce_scatter_c(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                              const MPI_Count recvcounts[], MPI_Datatype type, MPI_Op op,
                              MPI_Comm comm, bool persistent, MPI_Info info,
                              struct rg_request **request)
{
	struct rg_call k =
		rg_call_reduce_scatter(c, sendbuf, recvbuf, RG_LARGE(recvcounts), type, op, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_reduce_scatter_block_c(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                                    MPI_Count recvcount, MPI_Datatype type, MPI_Op op,
                                    MPI_Comm comm, bool persistent, MPI_Info info,
                                    struct rg_request **request)
{
	struct rg_call k =
		rg_call_reduce_scatter_block(c, sendbuf, recvbuf, recvcount, type, op, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_bcast_c(const struct rg_cluster *c, void *buffer, MPI_Count count, MPI_Datatype type,
                     int root, MPI_Comm comm, bool persistent, MPI_Info info,
                     struct rg_request **request)
{
	struct rg_call k = rg_call_bcast(c, buffer, count, type, root, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_reduce_c(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                      MPI_Count count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
                      bool persistent, MPI_Info info, struct rg_request **request)
{
	struct rg_call k = rg_call_reduce(c, sendbuf, recvbuf, count, type, op, root, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_gather_c(const struct rg_cluster *c, const void *sendbuf, MPI_Count sendcount,
                      MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                      MPI_Datatype recvtype, int root, MPI_Comm comm, bool persistent,
                      MPI_Info info, struct rg_request **request)
{
	struct rg_call k = rg_call_gather(c, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                                  recvtype, root, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_scatter_c(const struct rg_cluster *c, const void *sendbuf, MPI_Count sendcount,
                       MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                       MPI_Datatype recvtype, int root, MPI_Comm comm, bool persistent,
                       MPI_Info info, struct rg_request **request)
{
	struct rg_call k = rg_call_scatter(c, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                                   recvtype, root, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_gatherv_c(const struct rg_cluster *c, const void *sendbuf, MPI_Count sendcount,
                       MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                       const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
                       bool persistent, MPI_Info info, struct rg_request **request)
{
	struct rg_call k =
		rg_call_gatherv(c, sendbuf, sendcount, sendtype, recvbuf, RG_LARGE(recvcounts),
	                        RG_PLACES(displs), recvtype, root, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_scatterv_c(const struct rg_cluster *c, const void *sendbuf,
                        const MPI_Count sendcounts[], const MPI_Aint displs[],
                        MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                        MPI_Datatype recvtype, int root, MPI_Comm comm, bool persistent,
                        MPI_Info info, struct rg_request **request)
{
	struct rg_call k = rg_call_scatterv(c, sendbuf, RG_LARGE(sendcounts), RG_PLACES(displs),
	                                    sendtype, recvbuf, recvcount, recvtype, root, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_scan_c(const struct rg_cluster *c, const void *sendbuf, void *recvbuf, MPI_Count count,
                    MPI_Datatype type, MPI_Op op, MPI_Comm comm, bool persistent, MPI_Info info,
                    struct rg_request **request)
{
	struct rg_call k = rg_call_scan(c, sendbuf, recvbuf, count, type, op, comm);

	return begin(&k, persistent, info, request);
}

int rg_begin_exscan_c(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                      MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, bool persistent,
                      MPI_Info info, struct rg_request **request)
{
	struct rg_call k = rg_call_exscan(c, sendbuf, recvbuf, count, type, op, comm);

	return begin(&k, persistent, info, request);
}
#endif
