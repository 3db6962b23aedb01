/* SPDX-License-Identifier: BSD-3-Clause
 * MPI's own requests of the collectives, for calls that are passed on.
 */
#ifndef RG_NATIVE_H
#define RG_NATIVE_H

#include "call/arguments.h"

#pragma GCC visibility push(hidden)

struct rg_native {
	struct rg_call k;
	MPI_Request request;
	MPI_Datatype type, in_type; /* kept for later starts, of k.type and k.in_type, */
	MPI_Datatype *types;        /* or of k.types and k.in_types, where each block has one, */
	int blocks;                 /* so many; NULL: not so */
};

/* No request yet, for that call. */
struct rg_native rg_native_of(const struct rg_call *k);

/* Begin the call, or make a persistent request of it, as its form says. Returns an error of MPI,
 * which was raised. */
int rg_native_make(struct rg_native *n, MPI_Info info);

/* Start a persistent one. */
int rg_native_start(struct rg_native *n);

/* Free what it has; a request that was taken from it is not freed. */
int rg_native_free(struct rg_native *n);

#pragma GCC visibility pop
#endif
