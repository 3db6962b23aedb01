/* SPDX-License-Identifier: BSD-3-Clause
 * What starts, awaits, tests, frees and cancels requests, taken over for persistent collectives of
 * ours, and for the errors of nonblocking ones. (What only looks at them is in looks.c.)
 *
 * Of an array, ours are looked after here, and MPI's routines get it without them. Where it does
 * not matter which are over, ours come first.
 */
#include "preload/names/handles.h"
#include "preload/names/looks.h"
#include "preload/names/next.h"
#include "preload/names/request_arrays.h"
#include "preload/names/takeover.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdlib.h>

enum { SPIN = 1000 }; /* looks before other processes get their turn */

/* How many active persistent collectives of ours there are; *over: which of them is over, of
 * several the first; -1: none. */
static int count_active(int n, const MPI_Request requests[], int *over)
{
	int found = 0;

	*over = -1;
	if (!rg_handles_any())
		return 0;
	for (int i = 0; i < n; i++) {
		struct rg_handle *h = rg_handle_active(requests[i]);
		found += h != NULL;
		if (h && *over < 0 && rg_operation_over(h->op))
			*over = i;
	}
	return found;
}

/* What MPI is about to complete, if any of it may be a nonblocking collective that fails: its
 * requests, and statuses if nobody else wants them. */
struct kept {
	struct rg_requests before; /* no requests: none may fail, or there is no memory */
	MPI_Status *own;           /* [n]; NULL: there are the program's */
};

/* Returns the statuses that MPI is to fill. */
static MPI_Status *keep(struct kept *k, int n, const MPI_Request requests[], MPI_Status statuses[])
{
	k->before.request = NULL;
	k->own = NULL;
	if (!requests || n <= 0 || !rg_handles_may_fail())
		return statuses;
	if (statuses == MPI_STATUSES_IGNORE && !(k->own = calloc((size_t)n, sizeof *k->own)))
		return statuses;
	rg_requests_copy(&k->before, n, requests);
	return k->own ? k->own : statuses;
}

static void forget(struct kept *k)
{
	rg_requests_free(&k->before);
	free(k->own);
}

/* MPI has completed what had this request, with err. The error of a nonblocking collective of ours
 * is raised. */
static int learn(MPI_Request before, const MPI_Status *status, int err)
{
	int ours = rg_handle_raise(before, status->MPI_TAG);
	return ours ? ours : err;
}

/* The status that MPI is to fill. */
static MPI_Status *status_or(MPI_Status *status, MPI_Status *own)
{
	return status == MPI_STATUS_IGNORE ? own : status;
}

/* The same, of all of `found` requests, the i-th being the indices[i]-th, or, without indices, the
 * i-th. `outcome` is what MPI found. */
static int learn_several(struct kept *k, int found, const int indices[], MPI_Status statuses[],
                         int outcome)
{
	bool wrong = false;

	for (int i = 0; i < found && k->before.request; i++) {
		int at = indices ? indices[i] : i;
		int err = rg_handle_raise(k->before.request[at], statuses[i].MPI_TAG);
		if (err && !wrong && !outcome) /* MPI has left that open */
			for (int j = 0; j < found; j++)
				statuses[j].MPI_ERROR = MPI_SUCCESS;
		if (err)
			statuses[i].MPI_ERROR = err;
		wrong = wrong || err;
	}
	forget(k);
	return outcome || !wrong ? outcome : MPI_ERR_IN_STATUS;
}

/* The program learns that it is over. */
static int settle(struct rg_handle *h, MPI_Status *status)
{
	h->active = false;
	rg_operation_status(status);
	return rg_operation_outcome(h->op);
}

/* Other processes get their turn, once nothing has been done for a while. */
static void rest(int *idle, bool moved)
{
	*idle = moved ? 0 : *idle + 1;
	if (*idle >= SPIN)
		sched_yield();
}

/* ---- Start, free and cancel */

static int start(struct rg_handle *h)
{
	if (h->active) {
		PMPI_Comm_call_errhandler(h->op->k.comm, MPI_ERR_REQUEST);
		return MPI_ERR_REQUEST;
	}
	h->active = true;
	rg_operation_start(h->op);
	return MPI_SUCCESS;
}

RG_TAKEN int MPI_Start(MPI_Request *request)
{
	RG_NEXT_HERE(Start);
	struct rg_handle *h = request ? rg_handle_of(*request) : NULL;

	return h ? start(h) : RG_NEXT(Start)(request);
}

RG_TAKEN int MPI_Startall(int n, MPI_Request requests[])
{
	RG_NEXT_HERE(Startall);
	bool any = false;
	int err = MPI_SUCCESS;

	for (int i = 0; i < n && requests && rg_handles_any(); i++)
		any = any || rg_handle_of(requests[i]);
	if (!any)
		return RG_NEXT(Startall)(n, requests);
	for (int i = 0; i < n && !err; i++) {
		struct rg_handle *h = rg_handle_of(requests[i]);
		err = h ? start(h) : PMPI_Start(&requests[i]);
	}
	return err;
}

RG_TAKEN int MPI_Request_free(MPI_Request *request)
{
	RG_NEXT_HERE(Request_free);
	struct rg_handle *h = request ? rg_handle_of(*request) : NULL;

	return h ? rg_handle_free(h, request) : RG_NEXT(Request_free)(request);
}

RG_TAKEN int MPI_Cancel(MPI_Request *request)
{
	RG_NEXT_HERE(Cancel);
	int err = request ? rg_handle_refuse_cancel(*request) : MPI_SUCCESS;

	return err ? err : RG_NEXT(Cancel)(request);
}

/* ---- One request */

/* Whether a request of MPI's is over. What is wrong with it the next library says. */
static bool is_over(MPI_Request request)
{
	int flag = 0;

	return PMPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE) || flag;
}

/* While operations of ours are in progress, wait for a request of MPI's in our own way: they are
 * served meanwhile, and it is over when the next library is asked. (In MPICH 4.0 the error of a
 * request is raised on MPI_COMM_WORLD then, as it is by what waits for several.) */
static void wait_for(MPI_Request request)
{
	int idle = 0;

	while (rg_progress_any() && !is_over(request))
		rest(&idle, rg_progress());
}

/* The same of one whose error is raised where it belongs. */
static int wait_step(MPI_Request *request, int *flag, MPI_Status *status)
{
	RG_NEXT_HERE(Test);
	return RG_NEXT(Test)(request, flag, status);
}

RG_TAKEN int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
	RG_NEXT_HERE(Wait);
	struct rg_handle *h = request ? rg_handle_active(*request) : NULL;

	if (h) {
		rg_operation_wait(h->op);
		return settle(h, status);
	}
	if (!request)
		return RG_NEXT(Wait)(request, status);
	MPI_Request before = *request;
	MPI_Status own = {.MPI_TAG = MPI_ANY_TAG};
	int flag = 0, idle = 0, err = MPI_SUCCESS;
	status = status_or(status, &own);
	while (rg_progress_any() && !flag && !err) {
		err = wait_step(request, &flag, status);
		rest(&idle, rg_progress());
	}
	if (!flag && !err)
		err = RG_NEXT(Wait)(request, status);
	return learn(before, status, err);
}

RG_TAKEN int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
	RG_NEXT_HERE(Test);
	struct rg_handle *h;

	rg_progress();
	if (!request || !flag)
		return RG_NEXT(Test)(request, flag, status);
	if (!(h = rg_handle_active(*request))) {
		MPI_Request before = *request;
		MPI_Status own = {.MPI_TAG = MPI_ANY_TAG};
		status = status_or(status, &own);
		int err = RG_NEXT(Test)(request, flag, status);
		return *flag ? learn(before, status, err) : err;
	}
	*flag = rg_operation_over(h->op);
	return *flag ? settle(h, status) : MPI_SUCCESS;
}

/* ---- All of an array */

/* Ours are over: the program learns it. Their errors go into the statuses, as MPI has it; the
 * outcome is what MPI found of the others, unless it is good. */
static int settle_all(int n, const MPI_Request requests[], MPI_Status statuses[], int outcome)
{
	bool wrong = false;

	for (int i = 0; i < n; i++) {
		struct rg_handle *h = rg_handle_active(requests[i]);
		if (!h)
			continue;
		int err = settle(h, statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE
		                                                    : &statuses[i]);
		if (err && statuses != MPI_STATUSES_IGNORE)
			statuses[i].MPI_ERROR = err;
		wrong = wrong || err;
	}
	return outcome || !wrong ? outcome : MPI_ERR_IN_STATUS;
}

RG_TAKEN int MPI_Waitall(int n, MPI_Request requests[], MPI_Status statuses[])
{
	RG_NEXT_HERE(Waitall);
	struct kept k;
	struct rg_requests o;

	MPI_Status *filled = keep(&k, n, requests, statuses);
	for (int i = 0; i < n && requests && rg_progress_any(); i++)
		if (!rg_handle_of(requests[i]))
			wait_for(requests[i]);
	if (!rg_requests_leave_out(&o, n, requests)) {
		int err = RG_NEXT(Waitall)(n, requests, filled);
		return learn_several(&k, n, NULL, filled, err);
	}
	for (int i = 0; i < n; i++) {
		struct rg_handle *h = rg_handle_active(requests[i]);
		if (h)
			rg_operation_wait(h->op);
	}
	int err = RG_NEXT(Waitall)(n, o.request, filled);
	rg_requests_put_back(&o, n, requests);
	err = learn_several(&k, n, NULL, filled, err);
	return settle_all(n, requests, statuses, err);
}

/* Whether all are over, ours and the others; these are tested one by one, since MPICH 4.0's
 * MPI_Testall refuses some arrays. */
static bool all_over(int n, const MPI_Request requests[], const struct rg_requests *o)
{
	int flag = 1;

	for (int i = 0; i < n && flag; i++) {
		struct rg_handle *h = rg_handle_active(requests[i]);
		if (h)
			flag = rg_operation_over(h->op);
		else
			flag = is_over(o->request[i]);
	}
	return flag;
}

RG_TAKEN int MPI_Testall(int n, MPI_Request requests[], int *flag, MPI_Status statuses[])
{
	RG_NEXT_HERE(Testall);
	struct kept k;
	struct rg_requests o;
	int err = MPI_SUCCESS;

	rg_progress();
	if (!flag)
		return RG_NEXT(Testall)(n, requests, flag, statuses);
	MPI_Status *filled = keep(&k, n, requests, statuses);
	bool with_ours = rg_requests_leave_out(&o, n, requests);
	if (!with_ours)
		err = RG_NEXT(Testall)(n, requests, flag, filled);
	else if ((*flag = all_over(n, requests, &o)))
		err = PMPI_Waitall(n, o.request, filled);
	if (with_ours)
		rg_requests_put_back(&o, n, requests);
	err = learn_several(&k, *flag ? n : 0, NULL, filled, err);
	return *flag && with_ours ? settle_all(n, requests, statuses, err) : err;
}

/* ---- Any of an array */

/* Whether one of ours is over; then the program learns which. */
static bool any_of_ours(int n, const MPI_Request requests[], int *index, MPI_Status *status,
                        int *ours, int *err)
{
	int over;

	*ours = count_active(n, requests, &over);
	if (over < 0)
		return false;
	*index = over;
	*err = settle(rg_handle_of(requests[over]), status);
	return true;
}

/* MPI has completed the one at the index, if any. */
static int learn_any(struct kept *k, bool done, int index, const MPI_Status *status, int err)
{
	if (done && index != MPI_UNDEFINED && k->before.request)
		err = learn(k->before.request[index], status, err);
	forget(k);
	return err;
}

/* Any of the others, without waiting; *flag: one is over, or there is none. */
static int test_any_other(int n, MPI_Request requests[], int *index, int *flag, MPI_Status *status)
{
	RG_NEXT_HERE(Testany);
	struct kept k;
	struct rg_requests o;
	MPI_Status own;
	int err;

	if (!index || !flag)
		return RG_NEXT(Testany)(n, requests, index, flag, status);
	status = status_or(status, &own);
	keep(&k, n, requests, status);
	if (!rg_requests_leave_out(&o, n, requests)) {
		err = RG_NEXT(Testany)(n, requests, index, flag, status);
	} else {
		err = RG_NEXT(Testany)(n, o.request, index, flag, status);
		rg_requests_put_back(&o, n, requests);
	}
	return learn_any(&k, *flag, *index, status, err);
}

/* Whether any of MPI's is over, or there is none to wait for. */
static bool any_over(int n, const MPI_Request requests[])
{
	bool any = false;

	for (int i = 0; i < n && requests; i++) {
		if (requests[i] == MPI_REQUEST_NULL)
			continue;
		if (is_over(requests[i]))
			return true;
		any = true;
	}
	return !any;
}

/* As wait_for(), for any of several. */
static void wait_for_any(int n, const MPI_Request requests[])
{
	int idle = 0;

	while (rg_progress_any() && !any_over(n, requests))
		rest(&idle, rg_progress());
}

RG_TAKEN int MPI_Waitany(int n, MPI_Request requests[], int *index, MPI_Status *status)
{
	RG_NEXT_HERE(Waitany);
	int ours = 0, err, flag = 0, idle = 0;
	struct kept k;
	struct rg_requests o;
	MPI_Status own;

	if (!index)
		return RG_NEXT(Waitany)(n, requests, index, status);
	if (!rg_requests_leave_out(&o, n, requests)) {
		status = status_or(status, &own);
		keep(&k, n, requests, status);
		wait_for_any(n, requests);
		err = RG_NEXT(Waitany)(n, requests, index, status);
		return learn_any(&k, true, *index, status, err);
	}
	rg_requests_put_back(&o, n, requests);
	for (;;) {
		bool moved = rg_progress();
		if (any_of_ours(n, requests, index, status, &ours, &err))
			return err;
		err = test_any_other(n, requests, index, &flag, status);
		if (err || (flag && (*index != MPI_UNDEFINED || !ours)))
			return err;
		rest(&idle, moved);
	}
}

RG_TAKEN int MPI_Testany(int n, MPI_Request requests[], int *index, int *flag, MPI_Status *status)
{
	int ours = 0, err;

	rg_progress();
	if (requests && index && flag && any_of_ours(n, requests, index, status, &ours, &err)) {
		*flag = 1;
		return err;
	}
	err = test_any_other(n, requests, index, flag, status);
	if (ours && *index == MPI_UNDEFINED)
		*flag = 0;
	return err;
}

/* ---- Some of an array */

/* Those of ours that are over, from which on the arrays are filled; returns how many. */
static int some_of_ours(int n, const MPI_Request requests[], int indices[], MPI_Status statuses[],
                        bool *wrong)
{
	int found = 0;

	for (int i = 0; i < n; i++) {
		struct rg_handle *h = rg_handle_active(requests[i]);
		bool told = statuses != MPI_STATUSES_IGNORE;
		if (!h || !rg_operation_over(h->op))
			continue;
		int err = settle(h, told ? &statuses[found] : MPI_STATUS_IGNORE);
		if (told)
			statuses[found].MPI_ERROR = err;
		*wrong = *wrong || err;
		indices[found++] = i;
	}
	return found;
}

/* Ours and MPI's, without waiting. */
static int test_some(int n, MPI_Request requests[], struct rg_requests *o, int *found,
                     int indices[], MPI_Status statuses[])
{
	RG_NEXT_HERE(Testsome);
	bool wrong = false, told = statuses != MPI_STATUSES_IGNORE;
	int others = 0, over, ours = some_of_ours(n, requests, indices, statuses, &wrong);
	MPI_Status *theirs = told ? statuses + ours : MPI_STATUSES_IGNORE;
	struct kept k;

	theirs = keep(&k, n, o->request, theirs);
	int err = RG_NEXT(Testsome)(n, o->request, &others, indices + ours, theirs);
	rg_requests_put_back(o, n, requests);
	err = learn_several(&k, others == MPI_UNDEFINED ? 0 : others, indices + ours, theirs, err);
	*found = ours + (others == MPI_UNDEFINED ? 0 : others);
	if (!*found && others == MPI_UNDEFINED && !count_active(n, requests, &over))
		*found = MPI_UNDEFINED;
	return err || !wrong ? err : MPI_ERR_IN_STATUS;
}

RG_TAKEN int MPI_Waitsome(int n, MPI_Request requests[], int *found, int indices[],
                          MPI_Status statuses[])
{
	RG_NEXT_HERE(Waitsome);
	struct kept k;
	struct rg_requests o;
	int err, idle = 0;

	if (!found || !indices)
		return RG_NEXT(Waitsome)(n, requests, found, indices, statuses);
	for (;;) {
		bool moved = rg_progress();
		if (!rg_requests_leave_out(&o, n, requests)) {
			MPI_Status *filled = keep(&k, n, requests, statuses);
			wait_for_any(n, requests);
			err = RG_NEXT(Waitsome)(n, requests, found, indices, filled);
			return learn_several(&k, *found == MPI_UNDEFINED ? 0 : *found, indices,
			                     filled, err);
		}
		err = test_some(n, requests, &o, found, indices, statuses);
		if (err || *found)
			return err;
		rest(&idle, moved);
	}
}

RG_TAKEN int MPI_Testsome(int n, MPI_Request requests[], int *found, int indices[],
                          MPI_Status statuses[])
{
	RG_NEXT_HERE(Testsome);
	struct kept k;
	struct rg_requests o;

	rg_progress();
	if (!found || !indices)
		return RG_NEXT(Testsome)(n, requests, found, indices, statuses);
	if (rg_requests_leave_out(&o, n, requests))
		return test_some(n, requests, &o, found, indices, statuses);
	MPI_Status *filled = keep(&k, n, requests, statuses);
	int err = RG_NEXT(Testsome)(n, requests, found, indices, filled);
	return learn_several(&k, *found == MPI_UNDEFINED ? 0 : *found, indices, filled, err);
}

/* ---- Whether all that reaches us */

bool rg_completion_is_ours(void)
{
#ifdef OPEN_MPI
	/* Its routines for Fortran complete requests by PMPI, also those that a library in C made.
	 */
	if (dlsym(RTLD_DEFAULT, "pmpi_start_") || dlsym(RTLD_DEFAULT, "pmpi_start_f08_"))
		return false;
#endif
#define SAME(name) rg_next_comes_by(dlsym(RTLD_DEFAULT, #name))
	return SAME(MPI_Start) && SAME(MPI_Startall) && SAME(MPI_Request_free) &&
	       rg_looks_are_ours() && SAME(MPI_Wait) && SAME(MPI_Test) && SAME(MPI_Waitall) &&
	       SAME(MPI_Testall) && SAME(MPI_Waitany) && SAME(MPI_Testany) && SAME(MPI_Waitsome) &&
	       SAME(MPI_Testsome);
#undef SAME
}
