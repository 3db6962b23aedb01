/* SPDX-License-Identifier: BSD-3-Clause
 * Arrays of requests, without those that are ours.
 */
#ifndef RG_REQUEST_ARRAYS_H
#define RG_REQUEST_ARRAYS_H

#include "preload/names/handles.h"

/* A copy of an array. */
struct rg_requests {
	MPI_Request *request; /* [n]; NULL: there is none */
	MPI_Request few[32];
};

#pragma GCC visibility push(hidden)

/* False: no memory. */
bool rg_requests_copy(struct rg_requests *c, int n, const MPI_Request requests[]);
void rg_requests_free(struct rg_requests *c);

/* Copy the array with MPI_REQUEST_NULL in the places of our requests. (MPICH 4.0 fails on some
 * arrays of persistent requests that are not active.) False: none of them is ours, or there is no
 * memory, and the array itself must do. */
bool rg_requests_leave_out(struct rg_requests *o, int n, const MPI_Request requests[]);

/* What MPI has made of the others; the copy is freed. */
void rg_requests_put_back(struct rg_requests *o, int n, MPI_Request requests[]);

#pragma GCC visibility pop
#endif
