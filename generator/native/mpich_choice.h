/* SPDX-License-Identifier: BSD-3-Clause
 * mpich_choice: the choice of algorithms that MPICH is built with.
 *
 * It is a tree of objects (src/mpi/coll/src/csel.c): each member's name is a condition, and the
 * first that holds leads on, until one is an algorithm.
 */
#ifndef RG_MPICH_CHOICE_H
#define RG_MPICH_CHOICE_H

#include "native/choice.h"
#include "native/mpich_version.h"

typedef struct json_object json_object; /* json-c's */

/* The choice that an MPICH has built in, for communicators of so many ranks. */
struct rg_mpich {
	json_object *all; /* of all collectives */
	int P;
	const struct rg_mpich_version *version; /* NULL: it is that of a file */
};

/* Find it out: from is a version ("4.0.2": as with its device ch4); or a shared library, which is
 * loaded and asked for its version; or a file of JSON: MPICH's source has it as
 * maint/tuning/coll/mpir/generic.json, without what its devices do. NULL: the library that the
 * loader finds. RG_UNKNOWN after an error: it is a version whose choice is not known, or ringgen
 * was built without json-c; RG_INVALID: it is none of these. Free it in any case. */
enum rg_status rg_mpich_read(const char *from, int P, struct rg_mpich **out, struct rg_diag *d);
void rg_mpich_free(struct rg_mpich *m);

/* It as a library: what it takes by itself for an operation that commutes. The struct is borrowed.
 */
struct rg_mpi_library rg_mpich_library(const struct rg_mpich *m);

/* The member for a collective; NULL: there is none. Borrowed from `all`. */
json_object *rg_mpich_member(json_object *all, enum rg_collective collective);

/* {"algorithm=NAME": {}}, the end of a branch, for the caller to release. */
json_object *rg_mpich_algorithm(const char *name);

#endif
