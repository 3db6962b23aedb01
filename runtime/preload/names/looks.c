/* SPDX-License-Identifier: BSD-3-Clause
 * What looks at requests and completes none, taken over for persistent collectives of ours.
 *
 * MPI_Request_get_status_any, _all and _some came with MPI 4.1. Where a program has them, so has
 * its MPI library, also if this library was compiled with an older one: they are looked for when
 * they are called. (A program that asks the dynamic linker whether there are such names finds ours
 * in any case; without a library's own behind them they look at one request after the other.)
 */
#include "preload/names/looks.h"
#include "preload/names/next.h"
#include "preload/names/request_arrays.h"

#include <dlfcn.h>

RG_TAKEN int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
	RG_NEXT_HERE(Request_get_status);
	struct rg_handle *h;

	rg_progress();
	if (!flag || !(h = rg_handle_active(request)))
		return RG_NEXT(Request_get_status)(request, flag, status);
	*flag = rg_operation_over(h->op);
	if (*flag)
		rg_operation_status(status);
	return MPI_SUCCESS;
}

/* ---- One after the other, where no library has the routines for several */

/* Whether a request is over; *is: there is one, which is active. A status that was set to that of
 * no request says that there is none. (Of a message that was sent MPICH leaves the source as it
 * was.) */
static int look_at(MPI_Request request, int *flag, bool *is, MPI_Status *status)
{
	MPI_Status own = {.MPI_SOURCE = MPI_PROC_NULL, .MPI_TAG = 0};
	int err = PMPI_Request_get_status(request, flag, &own);

	*is = !*flag || own.MPI_SOURCE != MPI_ANY_SOURCE || own.MPI_TAG != MPI_ANY_TAG;
	if (*flag && status != MPI_STATUS_IGNORE)
		*status = own;
	return err;
}

static MPI_Status *one_of(MPI_Status statuses[], int i)
{
	return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i];
}

static int each_for_any(int n, const MPI_Request requests[], int *index, int *flag,
                        MPI_Status *status)
{
	bool any = false, is;
	int err = MPI_SUCCESS;

	*index = MPI_UNDEFINED;
	for (int i = 0; i < n && !err; i++) {
		err = look_at(requests[i], flag, &is, status);
		any = any || is;
		if (!err && *flag && is) {
			*index = i;
			return err;
		}
	}
	*flag = !any;
	if (*flag)
		rg_operation_status(status);
	return err;
}

static int each_for_all(int n, const MPI_Request requests[], int *flag, MPI_Status statuses[])
{
	int err = MPI_SUCCESS;
	bool is;

	*flag = 1;
	for (int i = 0; i < n && *flag && !err; i++)
		err = look_at(requests[i], flag, &is, one_of(statuses, i));
	return err;
}

static int each_for_some(int n, const MPI_Request requests[], int *found, int indices[],
                         MPI_Status statuses[])
{
	int err = MPI_SUCCESS, flag;
	bool any = false, is;

	*found = 0;
	for (int i = 0; i < n && !err; i++) {
		MPI_Status own;
		err = look_at(requests[i], &flag, &is, &own);
		any = any || is;
		if (err || !flag || !is)
			continue;
		if (statuses != MPI_STATUSES_IGNORE)
			statuses[*found] = own;
		indices[(*found)++] = i;
	}
	if (!any)
		*found = MPI_UNDEFINED;
	return err;
}

/* ---- The next library's, or these */

/* MPI's own, if it has them. */
__attribute__((weak)) int rg_pmpi_any(int n, const MPI_Request requests[], int *index, int *flag,
                                      MPI_Status *status) RG_MPI_NAME(PMPI_Request_get_status_any);
__attribute__((weak)) int rg_pmpi_all(int n, const MPI_Request requests[], int *flag,
                                      MPI_Status statuses[])
	RG_MPI_NAME(PMPI_Request_get_status_all);
__attribute__((weak)) int rg_pmpi_some(int n, const MPI_Request requests[], int *found,
                                       int indices[], MPI_Status statuses[])
	RG_MPI_NAME(PMPI_Request_get_status_some);

/* MPI_Request_get_status_WAY of the next library. */
#define NEXT(WAY, ...)                                                                  \
	static struct rg_next next = {.name = "MPI_Request_get_status_" #WAY,           \
	                              .otherwise = (rg_function *)rg_pmpi_##WAY};       \
	__typeof__(&each_for_##WAY) f = (__typeof__(&each_for_##WAY))rg_next_of(&next); \
	return f ? f(__VA_ARGS__) : each_for_##WAY(__VA_ARGS__)

static int next_any(int n, const MPI_Request requests[], int *index, int *flag, MPI_Status *status)
{
	NEXT(any, n, requests, index, flag, status);
}

static int next_all(int n, const MPI_Request requests[], int *flag, MPI_Status statuses[])
{
	NEXT(all, n, requests, flag, statuses);
}

static int next_some(int n, const MPI_Request requests[], int *found, int indices[],
                     MPI_Status statuses[])
{
	NEXT(some, n, requests, found, indices, statuses);
}

/* ---- Several, of which some are ours */

int rg_get_status_any(int n, const MPI_Request requests[], int *index, int *flag,
                      MPI_Status *status)
{
	struct rg_requests others;
	bool active = false;

	rg_progress();
	if (!index || !flag || !rg_requests_leave_out(&others, n, requests))
		return next_any(n, requests, index, flag, status);
	for (int i = 0; i < n; i++) {
		struct rg_handle *h = rg_handle_active(requests[i]);
		active = active || h;
		if (!h || !rg_operation_over(h->op))
			continue;
		rg_requests_free(&others);
		rg_operation_status(status);
		*index = i;
		*flag = 1;
		return MPI_SUCCESS;
	}
	int err = next_any(n, others.request, index, flag, status);
	rg_requests_free(&others);
	if (!err && active && *flag && *index == MPI_UNDEFINED)
		*flag = 0;
	return err;
}

int rg_get_status_all(int n, const MPI_Request requests[], int *flag, MPI_Status statuses[])
{
	struct rg_requests others;

	rg_progress();
	if (!flag || !rg_requests_leave_out(&others, n, requests))
		return next_all(n, requests, flag, statuses);
	int err = next_all(n, others.request, flag, statuses);
	rg_requests_free(&others);
	for (int i = 0; i < n && *flag && !err; i++) {
		struct rg_handle *h = rg_handle_active(requests[i]);
		if (h && (*flag = rg_operation_over(h->op)))
			rg_operation_status(one_of(statuses, i));
	}
	return err;
}

int rg_get_status_some(int n, const MPI_Request requests[], int *found, int indices[],
                       MPI_Status statuses[])
{
	struct rg_requests others;
	bool active = false;
	int ours = 0;

	rg_progress();
	if (!found || !indices || !rg_requests_leave_out(&others, n, requests))
		return next_some(n, requests, found, indices, statuses);
	for (int i = 0; i < n; i++) {
		struct rg_handle *h = rg_handle_active(requests[i]);
		active = active || h;
		if (!h || !rg_operation_over(h->op))
			continue;
		rg_operation_status(one_of(statuses, ours));
		indices[ours++] = i;
	}
	MPI_Status *theirs = statuses == MPI_STATUSES_IGNORE ? statuses : statuses + ours;
	int err = next_some(n, others.request, found, indices + ours, theirs);
	rg_requests_free(&others);
	if (*found != MPI_UNDEFINED)
		*found += ours;
	else if (active)
		*found = ours;
	return err;
}

/* In a program that has this library in it, nobody finds names that no other library has. */
static bool comes_by(const char *name)
{
	const void *found = dlsym(RTLD_DEFAULT, name);
	return !found || rg_next_comes_by(found);
}

bool rg_looks_are_ours(void)
{
	return comes_by("MPI_Request_get_status") && comes_by("MPI_Request_get_status_any") &&
	       comes_by("MPI_Request_get_status_all") && comes_by("MPI_Request_get_status_some");
}
