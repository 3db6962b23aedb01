/* SPDX-License-Identifier: BSD-3-Clause
 * natives: the algorithms that MPI libraries have of their own, a row each: what its tuning file
 * calls it, and the algorithm here that sends the same messages. So what a library would take can
 * be predicted like any other candidate.
 */
#ifndef RG_NATIVES_H
#define RG_NATIVES_H

#include <stdbool.h>

#include "engine/catalogue.h"

enum rg_implementation { RG_OF_MPICH, RG_OF_OPENMPI, RG_MPIS };

/* "mpich", "openmpi"; and as people write it. */
extern const char *const rg_mpi_words[RG_MPIS], *const rg_mpi_names[RG_MPIS];

/* The condition on the ranks under which the library runs the algorithm that is said. */
enum rg_native_needs {
	RG_NEEDS_NOTHING,
	RG_NEEDS_POWER, /* a power of two of ranks */
	RG_NEEDS_OTHER, /* a number that is none */
	RG_NEEDS_EVEN,  /* an even number */
	RG_NEEDS_ODD,   /* an odd one */
	RG_NEEDS_NODES, /* several ranks on some machine, those of each machine in a row */
};

struct rg_native_algorithm {
	enum rg_implementation mpi;
	enum rg_collective collective;
	const char *name;                   /* MPICH's function, Open MPI's word */
	int id;                             /* Open MPI's number */
	const char *algorithm, *parameters; /* what plays it; parameters NULL: none */
	enum rg_native_needs needs;
	bool reversed; /* its partners come in the other order: see rg_placement_by_rank */
	bool segments; /* its tuning file tells the length of its segments */
	bool nearly;   /* what plays it does nearly the same only: it is never chosen, but shown */
	bool commutes; /* it goes wrong, without a word, if the operation does not commute */
	bool alike;    /* it needs the same counts and types at all ranks, and not in place */
};

extern const struct rg_native_algorithm rg_natives[];
extern const int rg_natives_n;

/* Its name without what all have before it; NULL: "-". */
const char *rg_native_short(const struct rg_native_algorithm *n);

/* What plays it; its routine is never NULL. */
struct rg_variant rg_native_variant(const struct rg_native_algorithm *n);

#endif
