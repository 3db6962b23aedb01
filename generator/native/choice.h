/* SPDX-License-Identifier: BSD-3-Clause
 * choice: which algorithm of an MPI library is predicted to be the fastest for each size, for ranks
 * in the order that they have, and which one the library takes by itself.
 */
#ifndef RG_CHOICE_H
#define RG_CHOICE_H

#include "native/agreement.h"
#include "plan/contest.h"

/* The algorithm that serves a collective from a size on. */
struct rg_native_choice {
	int64_t bytes; /* of the whole vector */
	const struct rg_native_algorithm
		*native; /* NULL: the library's own choice, which nothing plays */
	int64_t segment; /* bytes, 0: none */
	double seconds;  /* at that size; INFINITY: nothing plays it */
	/* The library's own choice there, NULL: it is not known, or nothing plays it; seconds; and
	 * is it known? */
	const struct rg_native_algorithm *usual;
	double usually;
	bool usual_known;
};

struct rg_native_choices {
	struct rg_native_choice choice[RG_SIZES]; /* the first is from 0 bytes on */
	int n;
	double at[RG_SIZES]; /* seconds of what serves each size number; INFINITY: not known */
};

/* A call that a library is asked about. */
struct rg_native_call {
	enum rg_collective collective;
	int64_t bytes; /* of the whole vector, of elements of four bytes */
	int P, machines;
};

/* An MPI library, as far as its choice is known. `context` is what its functions are told. */
struct rg_mpi_library {
	enum rg_implementation mpi;
	/* Which algorithm, by name, does it take by itself, for MPI's own operations? NULL: that is
	 * not known. */
	const char *(*usual)(const void *context, const struct rg_native_call *call);
	/* Does this version have it? NULL: it has all. */
	bool (*has)(const void *context, const struct rg_native_algorithm *n);
	const void *context;
	unsigned assumed; /* of the programs that its file is for, enum rg_assumed */
};

/* Where the ranks are. All is borrowed; free what it makes. */
struct rg_native_ground;
struct rg_native_ground *rg_native_ground_new(const struct rg_routes *routes,
                                              const struct rg_placement *placement,
                                              const struct rg_model *model, int root);
void rg_native_ground_free(struct rg_native_ground *g);

/* The algorithms to take for a collective, if a file may name them: by size, or one for all sizes
 * where ranks may not agree on the size. The library's own choice is kept where nothing is
 * predicted to be faster by more than a quarter, or nothing plays it. No choices: the library has
 * no two algorithms that can be predicted here. */
struct rg_native_choices rg_native_choose(struct rg_native_ground *g,
                                          const struct rg_mpi_library *l,
                                          enum rg_collective collective);

/* What the library takes by itself at each size that is planned for, as far as that is known and
 * can be predicted. */
struct rg_native_choices rg_native_usually(struct rg_native_ground *g,
                                           const struct rg_mpi_library *l,
                                           enum rg_collective collective);

/* What that takes: seconds at each size number below `sizes`; INFINITY: it is not known, or only
 * nearly. */
void rg_native_seconds(struct rg_native_ground *g, const struct rg_mpi_library *l,
                       enum rg_collective collective, int sizes, double *seconds);

/* Is it another than the library's own anywhere? */
bool rg_native_changes(const struct rg_native_choices *c);

/* Is it one somewhere where the library's own is not known, so that nothing was compared? */
bool rg_native_guesses(const struct rg_native_choices *c);

#endif
