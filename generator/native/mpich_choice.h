/* SPDX-License-Identifier: BSD-3-Clause
 * mpich_choice: the choice of algorithms that MPICH is built with.
 *
 * It is a tree of objects (src/mpi/coll/src/csel.c): each member's name is a condition, and the
 * first that holds leads on, until one is an algorithm.
 */
#ifndef RG_MPICH_CHOICE_H
#define RG_MPICH_CHOICE_H

#include <json.h>

#include "native/choice.h"

/* The choice that an MPICH has built in, for communicators of so many ranks. */
struct rg_mpich {
	json_object *all; /* of all collectives */
	int P;
	bool *lacks; /* [rg_natives_n] this version does not know it by name */
};

/* Read it from the library (libmpich.so, libmpich.a), or from a file of JSON: MPICH's source has it
 * as maint/tuning/coll/mpir/generic.json, without what its devices do. path NULL: from the library
 * that the loader finds. NULL after reporting errors. Free it. */
struct rg_mpich *rg_mpich_read(const char *path, int P, struct rg_diag *d);
void rg_mpich_free(struct rg_mpich *m);

/* It as a library: what it takes by itself for an operation that commutes. The struct is borrowed.
 */
struct rg_mpi_library rg_mpich_library(const struct rg_mpich *m);

/* The member for a collective; NULL: there is none. Borrowed from `all`. */
json_object *rg_mpich_member(json_object *all, enum rg_collective collective);

/* {"algorithm=NAME": {}}, the end of a branch, for the caller to release. */
json_object *rg_mpich_algorithm(const char *name);

#endif
