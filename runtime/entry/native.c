/* SPDX-License-Identifier: BSD-3-Clause
 * MPI's own requests of the collectives: two tables, for MPI 4 and for MPI 3.
 */
#include "entry/native.h"
#include "mpi/op.h"
#include "mpi/type.h"

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

static int igatherv(const struct rg_call *k, MPI_Request *q)
{
	if (SMALL(k))
		return PMPI_Igatherv(k->in, (int)k->in_count, k->in_type, k->out, SMALL(k),
		                     k->places.small, k->type, k->root, k->comm, q);
	return PMPI_Igatherv_c(k->in, k->in_count, k->in_type, k->out, k->counts.large,
	                       k->places.places, k->type, k->root, k->comm, q);
}

static int iscatterv(const struct rg_call *k, MPI_Request *q)
{
	if (SMALL(k))
		return PMPI_Iscatterv(k->in, SMALL(k), k->places.small, k->in_type, k->out,
		                      (int)k->count, k->type, k->root, k->comm, q);
	return PMPI_Iscatterv_c(k->in, k->counts.large, k->places.places, k->in_type, k->out,
	                        k->count, k->type, k->root, k->comm, q);
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

static int gatherv_init(const struct rg_call *k, MPI_Info info, MPI_Request *q)
{
	if (SMALL(k))
		return PMPI_Gatherv_init(k->in, (int)k->in_count, k->in_type, k->out, SMALL(k),
		                         k->places.small, k->type, k->root, k->comm, info, q);
	return PMPI_Gatherv_init_c(k->in, k->in_count, k->in_type, k->out, k->counts.large,
	                           k->places.places, k->type, k->root, k->comm, info, q);
}

static int scatterv_init(const struct rg_call *k, MPI_Info info, MPI_Request *q)
{
	if (SMALL(k))
		return PMPI_Scatterv_init(k->in, SMALL(k), k->places.small, k->in_type, k->out,
		                          (int)k->count, k->type, k->root, k->comm, info, q);
	return PMPI_Scatterv_init_c(k->in, k->counts.large, k->places.places, k->in_type, k->out,
	                            k->count, k->type, k->root, k->comm, info, q);
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

static int make_persistent(struct rg_native *n, MPI_Info info)
{
	return natives[n->k.which].init(&n->k, info, &n->request);
}

int rg_native_start(struct rg_native *n)
{
	return PMPI_Start(&n->request);
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

static int igatherv(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Igatherv(k->in, (int)k->in_count, k->in_type, k->out, k->counts.small,
	                     k->places.small, k->type, k->root, k->comm, q);
}

static int iscatterv(const struct rg_call *k, MPI_Request *q)
{
	return PMPI_Iscatterv(k->in, k->counts.small, k->places.small, k->in_type, k->out,
	                      (int)k->count, k->type, k->root, k->comm, q);
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
static int make_persistent(struct rg_native *n, MPI_Info info)
{
	struct rg_call *k = &n->k;

	(void)info;
	if (k->reduces) {
		MPI_Datatype kept = rg_type_keep(k->type, &n->type);
		if (rg_op_predefined(k->op) >= 0)
			k->type = kept;
		return MPI_SUCCESS;
	}
	if (has_buffer(k, rg_receives))
		k->type = rg_type_keep(k->type, &n->type);
	if (has_buffer(k, rg_sends))
		k->in_type = rg_type_keep(k->in_type, &n->in_type);
	return MPI_SUCCESS;
}

int rg_native_start(struct rg_native *n)
{
	return natives[n->k.which].begin(&n->k, &n->request);
}
#endif

struct rg_native rg_native_of(const struct rg_call *k)
{
	return (struct rg_native){.k = *k,
	                          .request = MPI_REQUEST_NULL,
	                          .type = MPI_DATATYPE_NULL,
	                          .in_type = MPI_DATATYPE_NULL};
}

int rg_native_make(struct rg_native *n, MPI_Info info)
{
	if (n->k.form == RG_PERSISTENT)
		return make_persistent(n, info);
	return natives[n->k.which].begin(&n->k, &n->request);
}

int rg_native_free(struct rg_native *n)
{
	int err = MPI_SUCCESS;

	if (n->request != MPI_REQUEST_NULL)
		err = PMPI_Request_free(&n->request);
	rg_type_give_back(&n->type);
	rg_type_give_back(&n->in_type);
	return err;
}
