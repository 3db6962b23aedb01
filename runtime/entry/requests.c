/* SPDX-License-Identifier: BSD-3-Clause
 * The nonblocking and persistent collectives of generated routines: a request is an operation of
 * ours, or one of MPI's.
 */
#include "call/operation.h"
#include "mpi/op.h"
#include "mpi/type.h"

#include <stdlib.h>

struct rg_request {
	struct rg_operation *op; /* NULL: it is MPI's */
	MPI_Request native;
	struct rg_operation *beside; /* for the comparison of what is MPI's; NULL: there is none */
	struct rg_call k;            /* MPI's */
	MPI_Datatype type, in_type;  /* kept for later starts, of k.type and k.in_type */
	bool started;
};

/* ---- MPI's own */

#if RINGGEN_LARGE_COUNT
/* The routines of each collective, for arguments that may be large or not. */
#define SMALL(k) ((k)->counts.small)

static int iallreduce(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Iallreduce_c(k->in, k->out, k->count, k->type, k->op, k->comm, q);
}

static int iallgather(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Iallgather_c(k->in, k->in_count, k->in_type, k->out, k->count, k->type, k->comm,
	                         q);
}

static int iallgatherv(const struct rg_call *k, MPI_Request *q)
{
	if (SMALL(k))
		return PMPI_Iallgatherv(k->in, (int)k->in_count, k->in_type, k->out, SMALL(k),
		                        k->places.small, k->type, k->comm, q);
	return PMPI_Iallgatherv_c(k->in, k->in_count, k->in_type, k->out, k->counts.large,
	                          k->places.places, k->type, k->comm, q);
}

static int ireduce_scatter(const struct rg_call *k, MPI_Request *q)
{
	if (SMALL(k))
		return PMPI_Ireduce_scatter(k->in, k->out, SMALL(k), k->type, k->op, k->comm, q);
	return PMPI_Ireduce_scatter_c(k->in, k->out, k->counts.large, k->type, k->op, k->comm, q);
}

static int ireduce_scatter_block(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Ireduce_scatter_block_c(k->in, k->out, k->count, k->type, k->op, k->comm, q);
}

static int ibcast(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Ibcast_c(k->out, k->count, k->type, k->root, k->comm, q);
}

static int ireduce(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Ireduce_c(k->in, k->out, k->count, k->type, k->op, k->root, k->comm, q);
}

static int igather(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Igather_c(k->in, k->in_count, k->in_type, k->out, k->count, k->type, k->root,
	                      k->comm, q);
}

static int iscatter(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Iscatter_c(k->in, k->in_count, k->in_type, k->out, k->count, k->type, k->root,
	                       k->comm, q);
}

static int ibarrier(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Ibarrier(k->comm, q);
}

static int iscan(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Iscan_c(k->in, k->out, k->count, k->type, k->op, k->comm, q);
}

static int iexscan(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Iexscan_c(k->in, k->out, k->count, k->type, k->op, k->comm, q);
}

static int allreduce_init(const struct rg_call *k, MPI_Info info, MPI_Request *q)
{
	return PMPI_Allreduce_init_c(k->in, k->out, k->count, k->type, k->op, k->comm, info, q);
}

static int allgather_init(const struct rg_call *k, MPI_Info info, MPI_Request *q)
{
	return PMPI_Allgather_init_c(k->in, k->in_count, k->in_type, k->out, k->count, k->type,
	                             k->comm, info, q);
}

static int allgatherv_init(const struct rg_call *k, MPI_Info info, MPI_Request *q)
{
	if (SMALL(k))
		return PMPI_Allgatherv_init(k->in, (int)k->in_count, k->in_type, k->out, SMALL(k),
		                            k->places.small, k->type, k->comm, info, q);
	return PMPI_Allgatherv_init_c(k->in, k->in_count, k->in_type, k->out, k->counts.large,
	                              k->places.places, k->type, k->comm, info, q);
}

static int reduce_scatter_init(const struct rg_call *k, MPI_Info info, MPI_Request *q)
{
	if (SMALL(k))
		return PMPI_Reduce_scatter_init(k->in, k->out, SMALL(k), k->type, k->op, k->comm,
		                                info, q);
	return PMPI_Reduce_scatter_init_c(k->in, k->out, k->counts.large, k->type, k->op, k->comm,
	                                  info, q);
}

static int reduce_scatter_block_init(const struct rg_call *k, MPI_Info info, MPI_Request *q)
{
	return PMPI_Reduce_scatter_block_init_c(k->in, k->out, k->count, k->type, k->op, k->comm,
	                                        info, q);
}

static int bcast_init(const struct rg_call *k, MPI_Info info, MPI_Request *q)
{
	return PMPI_Bcast_init_c(k->out, k->count, k->type, k->root, k->comm, info, q);
}

static int reduce_init(const struct rg_call *k, MPI_Info info, MPI_Request *q)
{
	return PMPI_Reduce_init_c(k->in, k->out, k->count, k->type, k->op, k->root, k->comm, info,
	                          q);
}

static int gather_init(const struct rg_call *k, MPI_Info info, MPI_Request *q)
{
	return PMPI_Gather_init_c(k->in, k->in_count, k->in_type, k->out, k->count, k->type,
	                          k->root, k->comm, info, q);
}

static int scatter_init(const struct rg_call *k, MPI_Info info, MPI_Request *q)
{
	return PMPI_Scatter_init_c(k->in, k->in_count, k->in_type, k->out, k->count, k->type,
	                           k->root, k->comm, info, q);
}

static int barrier_init(const struct rg_call *k, MPI_Info info, MPI_Request *q)
{
	return PMPI_Barrier_init(k->comm, info, q);
}

static int scan_init(const struct rg_call *k, MPI_Info info, MPI_Request *q)
{
	return PMPI_Scan_init_c(k->in, k->out, k->count, k->type, k->op, k->comm, info, q);
}

static int exscan_init(const struct rg_call *k, MPI_Info info, MPI_Request *q)
{
	return PMPI_Exscan_init_c(k->in, k->out, k->count, k->type, k->op, k->comm, info, q);
}

/* MPI's own of each collective: one that does not block; one that is persistent. */
static const struct {
	int (*begin)(const struct rg_call *k, MPI_Request *q);
	int (*init)(const struct rg_call *k, MPI_Info info, MPI_Request *q);
} natives[RG_COLLECTIVES] = {
#define RG_COLLECTIVE(NAME, name, ...) [RG_##NAME] = {i##name, name##_init},
#include "ringgen/collectives.def"
#undef RG_COLLECTIVE
};

static int native_persistent(struct rg_request *r, MPI_Info info)
{
	return natives[r->k.which].init(&r->k, info, &r->native);
}

static int native_start(struct rg_request *r)
{
	return PMPI_Start(&r->native);
}
#else
static int iallreduce(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Iallreduce(k->in, k->out, (int)k->count, k->type, k->op, k->comm, q);
}

static int iallgather(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Iallgather(k->in, (int)k->in_count, k->in_type, k->out, (int)k->count, k->type,
	                       k->comm, q);
}

static int iallgatherv(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Iallgatherv(k->in, (int)k->in_count, k->in_type, k->out, k->counts.small,
	                        k->places.small, k->type, k->comm, q);
}

static int ireduce_scatter(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Ireduce_scatter(k->in, k->out, k->counts.small, k->type, k->op, k->comm, q);
}

static int ireduce_scatter_block(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Ireduce_scatter_block(k->in, k->out, (int)k->count, k->type, k->op, k->comm, q);
}

static int ibcast(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Ibcast(k->out, (int)k->count, k->type, k->root, k->comm, q);
}

static int ireduce(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Ireduce(k->in, k->out, (int)k->count, k->type, k->op, k->root, k->comm, q);
}

static int igather(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Igather(k->in, (int)k->in_count, k->in_type, k->out, (int)k->count, k->type,
	                    k->root, k->comm, q);
}

static int iscatter(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Iscatter(k->in, (int)k->in_count, k->in_type, k->out, (int)k->count, k->type,
	                     k->root, k->comm, q);
}

static int ibarrier(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Ibarrier(k->comm, q);
}

static int iscan(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Iscan(k->in, k->out, (int)k->count, k->type, k->op, k->comm, q);
}

static int iexscan(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Iexscan(k->in, k->out, (int)k->count, k->type, k->op, k->comm, q);
}

/* MPI's own of each collective that does not block. */
static const struct {
	int (*begin)(const struct rg_call *k, MPI_Request *q);
} natives[RG_COLLECTIVES] = {
#define RG_COLLECTIVE(NAME, name, ...) [RG_##NAME] = {i##name},
#include "ringgen/collectives.def"
#undef RG_COLLECTIVE
};

/* Whether this process has such a buffer. Between two groups MPI_ROOT is the root's word for
 * itself, and whoever says MPI_PROC_NULL has none. */
static bool has_buffer(const struct rg_call *k, bool (*has)(const struct rg_call *k, int rank))
{
	int rank = MPI_PROC_NULL, inter = 0;

	if (rg_has_root(k->which) && k->root == MPI_PROC_NULL)
		return false;
	PMPI_Comm_test_inter(k->comm, &inter);
	if (!inter)
		PMPI_Comm_rank(k->comm, &rank);
	else if (k->root == MPI_ROOT)
		rank = MPI_ROOT;
	return has(k, rank);
}

/* MPI 3 has none: each start is a nonblocking one. The user may free the types before. The user's
 * operation is to be called with the user's own handle of the type, which stays valid as long as
 * another type is made of it. */
static int native_persistent(struct rg_request *r, MPI_Info info)
{
	struct rg_call *k = &r->k;

	(void)info;
	if (k->reduces) {
		MPI_Datatype kept = rg_type_keep(k->type, &r->type);
		if (rg_op_predefined(k->op) >= 0)
			k->type = kept;
		return MPI_SUCCESS;
	}
	if (has_buffer(k, rg_receives))
		k->type = rg_type_keep(k->type, &r->type);
	if (has_buffer(k, rg_sends))
		k->in_type = rg_type_keep(k->in_type, &r->in_type);
	return MPI_SUCCESS;
}

static int native_start(struct rg_request *r)
{
	return natives[r->k.which].begin(&r->k, &r->native);
}
#endif

static int make_native(struct rg_request *r, MPI_Info info)
{
	if (r->k.form == RG_PERSISTENT)
		return native_persistent(r, info);
	r->started = true;
	return natives[r->k.which].begin(&r->k, &r->native);
}

/* ---- Requests */

/* MPI's request, if there is one: the operation ends with it, or is kept beside it. */
static int make_mpis(struct rg_request *r, MPI_Info info, struct rg_operation *op)
{
	int err = make_native(r, info);

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
	op->native = r->native;
	r->native = MPI_REQUEST_NULL;
	r->op = op;
	rg_operation_start(op);
	return MPI_SUCCESS;
}

static int make_ours(struct rg_request *r, struct rg_operation *op)
{
	r->op = op;
	if (r->k.form == RG_NONBLOCKING) {
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
	*r = (struct rg_request){.k = *k,
	                         .native = MPI_REQUEST_NULL,
	                         .type = MPI_DATATYPE_NULL,
	                         .in_type = MPI_DATATYPE_NULL};
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
	if (!r || r->k.form != RG_PERSISTENT || r->started) {
		PMPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_REQUEST);
		return MPI_ERR_REQUEST;
	}
	r->started = true;
	if (!r->op)
		return native_start(r);
	rg_operation_start(r->op);
	return MPI_SUCCESS;
}

/* It is over, with `err`, if it is MPI's. An error handler may start it again, or free it. */
static int end(struct rg_request **request, int err)
{
	struct rg_request *r = *request;
	bool persistent = r->k.form == RG_PERSISTENT;

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
			r->native = MPI_REQUEST_NULL; /* MPI may never be done with it */
		else
			err = PMPI_Test(&r->native, flag, status);
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
	int err = MPI_SUCCESS;

	if (!r)
		return MPI_SUCCESS;
	if (r->op && r->started)
		rg_operation_wait(r->op);
	if (r->beside)
		rg_operation_free(r->beside);
	if (r->op)
		rg_operation_free(r->op);
	else if (r->native != MPI_REQUEST_NULL)
		err = PMPI_Request_free(&r->native);
	rg_type_give_back(&r->type);
	rg_type_give_back(&r->in_type);
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
