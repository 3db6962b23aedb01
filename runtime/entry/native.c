/* SPDX-License-Identifier: BSD-3-Clause
 * MPI's own requests of the collectives: persistent ones are MPI 4.
 */
#include "entry/native.h"
#include "mpi/op.h"
#include "mpi/type.h"

#define BEGIN(NAME, name, Entry, large, arguments, ...)                         \
	static int i##name(const struct rg_call *k, MPI_Request *q)             \
	{                                                                       \
		RG_WITH_C(large, if (!k->counts.small) return PMPI_I##name##_c( \
					 RG_LIST(RG_OF_c, arguments), q);)      \
		return PMPI_I##name(RG_LIST(RG_OF, arguments), q);              \
	}
RG_ROWS(BEGIN)

#if RINGGEN_PERSISTENT
#define INIT(NAME, name, Entry, large, arguments, ...)                                 \
	static int name##_init(const struct rg_call *k, MPI_Info info, MPI_Request *q) \
	{                                                                              \
		RG_WITH_C(large, if (!k->counts.small) return PMPI_##Entry##_init_c(   \
					 RG_LIST(RG_OF_c, arguments), info, q);)       \
		return PMPI_##Entry##_init(RG_LIST(RG_OF, arguments), info, q);        \
	}
RG_ROWS(INIT)
#define WITH_INIT(name) name##_init
#else
#define WITH_INIT(name) NULL
#endif

/* MPI's own of each collective: one that does not block; one that is persistent. */
static const struct {
	int (*begin)(const struct rg_call *k, MPI_Request *q);
	int (*init)(const struct rg_call *k, MPI_Info info, MPI_Request *q);
} natives[RG_COLLECTIVES] = {
#define NATIVE(NAME, name, ...) [RG_##NAME] = {i##name, WITH_INIT(name)},
	RG_ROWS(NATIVE)};

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

/* The blocks are those of the other group, if there is one. */
static void keep_types_of_blocks(struct rg_native *n)
{
	struct rg_call *k = &n->k;
	int inter = 0;

	if (PMPI_Comm_test_inter(k->comm, &inter) ||
	    (inter ? PMPI_Comm_remote_size(k->comm, &n->blocks)
	           : PMPI_Comm_size(k->comm, &n->blocks)))
		return;
	n->types = rg_types_keep(k->types, k->in_place ? NULL : k->in_types, n->blocks);
	if (!n->types) /* MPI keeps them, or fails */
		return;
	k->types = n->types;
	k->in_types = k->in_place ? k->in_types : n->types + n->blocks;
}

/* The user may free the types before the request. Persistent ones of Open MPI, up to 6.0.0rc2, do
 * not keep them, nor do nonblocking ones that are begun later. The user's operation is to be called
 * with the user's own handle of the type, which stays valid as long as another type is made of
 * it. */
static void keep_types(struct rg_native *n)
{
	struct rg_call *k = &n->k;

	if (k->types) {
		keep_types_of_blocks(n);
		return;
	}
	if (k->reduces) {
		MPI_Datatype kept = rg_type_keep(k->type, &n->type);
		if (rg_op_predefined(k->op) >= 0)
			k->type = kept;
		return;
	}
	if (has_buffer(k, rg_receives))
		k->type = rg_type_keep(k->type, &n->type);
	if (has_buffer(k, rg_sends))
		k->in_type = rg_type_keep(k->in_type, &n->in_type);
}

/* Where MPI has no persistent ones, each start is a nonblocking one. Those of MPI may be started in
 * another order on each rank (MPI 4.0, 6.12), which these may not. */
static int make_persistent(struct rg_native *n, MPI_Info info)
{
	keep_types(n);
	if (natives[n->k.which].init)
		return natives[n->k.which].init(&n->k, info, &n->request);
	return MPI_SUCCESS;
}

int rg_native_start(struct rg_native *n)
{
	if (natives[n->k.which].init)
		return PMPI_Start(&n->request);
	return natives[n->k.which].begin(&n->k, &n->request);
}

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
	rg_types_give_back(n->types, n->blocks);
	n->types = NULL;
	rg_type_give_back(&n->type);
	rg_type_give_back(&n->in_type);
	return err;
}
