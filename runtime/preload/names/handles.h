/* SPDX-License-Identifier: BSD-3-Clause
 * The requests of MPI that stand for operations of ours.
 *
 * Each is a handle that MPI knows. That of a nonblocking collective is a receive of a message that
 * this process sends to itself when it is over: MPI's own routines wait for it, test it and free
 * it. (MPICH 4.0 cannot have generalized requests in all arrays.) They find no error: that of one
 * that failed is raised, and returned, by the routine that completed it, once MPI has done its
 * part (completion.c). Where MPI's routines do not come by there, they find an error of the message
 * instead, whose handler raises the right one; they return the wrong one. That of a persistent one,
 * which is started so often that a message would be felt, is a persistent receive that is never
 * started: what starts, awaits and tests requests is taken over, see completion.c and, for mpi_f08
 * with MPICH, fortran08.c.
 */
#ifndef RG_HANDLES_H
#define RG_HANDLES_H

#include "call/operation.h"

/* A persistent collective. */
struct rg_handle {
	MPI_Request request;
	struct rg_operation *op;
	bool active; /* started, and not yet found to be over by the program */
	struct rg_handle *next;
};

#pragma GCC visibility push(hidden)

/* Whether the call, of a cluster, is ours, in the form k->form: then it is begun, *request being
 * its handle; *err is what to return, and was raised. False: it is for the next library; then
 * *beside, if it is not NULL, is for rg_handle_beside(). beneath: the request is completed by
 * routines that do not come by completion.c. */
bool rg_handle_make(struct rg_call *k, MPI_Request *request, bool beneath,
                    struct rg_operation **beside, int *err);

/* The next library has done so, and returned err: if that is good, *request becomes the handle of
 * what ends when its request and `beside` have. Returns what to return. *request was null before:
 * MPICH 5.0.2 returns no error, and makes no request, where a handler of the user's has returned
 * from it. */
int rg_handle_beside(struct rg_operation *beside, MPI_Request *request, bool beneath, int err);

/* Whether there are nonblocking ones that have failed or may still fail. If there are none, none of
 * the caller's requests will fail. */
bool rg_handles_may_fail(void);

/* Raise the error of the nonblocking one that had this request, which MPI has completed with a
 * message of this tag, and forget it. (Another thread may have been given the same handle again
 * meanwhile, but not the tag.) Returns it; MPI_SUCCESS: there was none. Not locked. */
int rg_handle_raise(MPI_Request request, int tag);

/* Whether there may be persistent ones of ours. */
bool rg_handles_any(void);

/* The persistent one with this request; NULL: it is none of ours. */
struct rg_handle *rg_handle_of(MPI_Request request);

/* The same, while it is active. */
static inline struct rg_handle *rg_handle_active(MPI_Request request)
{
	struct rg_handle *h = rg_handle_of(request);
	return h && h->active ? h : NULL;
}

/* Whether what completion.c takes over reaches us, and not first a tool that may go on to MPI
 * itself: then persistent ones are for MPI. */
bool rg_completion_is_ours(void);

/* MPI forbids to cancel collectives: of ours that is an error, which is raised as MPI raises those
 * of requests, on MPI_COMM_WORLD, and returned; MPI_SUCCESS: it is none of ours in progress. */
int rg_handle_refuse_cancel(MPI_Request request);

/* Free it, and *request, as MPI_Request_free. If it is active it is waited for. */
int rg_handle_free(struct rg_handle *h, MPI_Request *request);

#pragma GCC visibility pop
#endif
