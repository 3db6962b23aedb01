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
	if (err || (!r->persistent && r->native.request == MPI_REQUEST_NULL)) { /* see handles.h */
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

#define BEGIN(name, TAKES, SETS, NAME, arguments, ...)                                   \
	int name(const struct rg_cluster *c, RG_LIST(TAKES, arguments), bool persistent, \
	         MPI_Info info, struct rg_request **request)                             \
	{                                                                                \
		RG_CALL(SETS, c, NAME, arguments, __VA_ARGS__);                          \
		return begin(&call, persistent, info, request);                          \
	}
#define ENTRY(NAME, name, Entry, large, ...)                         \
	BEGIN(rg_begin_##name, RG_TAKES, RG_SETS, NAME, __VA_ARGS__) \
	RG_WITH_C(large, BEGIN(rg_begin_##name##_c, RG_TAKES_c, RG_SETS_c, NAME, __VA_ARGS__))

RG_ROWS(ENTRY)
