/* SPDX-License-Identifier: BSD-3-Clause
 * Trials of calls whose lengths not all ranks know.
 */
#include "call/rungs.h"
#include "call/agree.h"
#include "call/trial.h"

#include <stdlib.h>

/* A call of equal blocks. */
struct rung {
	struct rg_call call;
	int *counts, *places; /* [P] */
	MPI_Datatype *types;  /* [P] */
};

/* False: no memory. */
static bool make_rung(struct rung *r, const struct rg_call *k, const struct rg_context *x,
                      int64_t bytes)
{
	const int block = bytes > x->P ? (int)(bytes / x->P) : 1;
	const size_t P = (size_t)x->P;

	r->counts = malloc(P * sizeof *r->counts);
	r->places = malloc(P * sizeof *r->places);
	r->types = malloc(P * sizeof *r->types);
	if (!r->counts || !r->places || !r->types)
		return false;
	for (int i = 0; i < x->P; i++) {
		r->counts[i] = block;
		r->places[i] = i * block;
		r->types[i] = MPI_BYTE;
	}
	const struct rg_numbers counts = {.small = r->counts}, places = {.small = r->places};
	r->call = (struct rg_call){.which = k->which,
	                           .c = k->c,
	                           .comm = k->comm,
	                           .count = block,
	                           .type = MPI_BYTE,
	                           .in_count = block,
	                           .in_type = MPI_BYTE,
	                           .op = k->op,
	                           .root = k->root,
	                           .counts = counts,
	                           .places = places,
	                           .in_counts = counts,
	                           .in_places = places,
	                           .types = k->types ? r->types : NULL,
	                           .in_types = k->types ? r->types : NULL};
	return true;
}

static void free_rung(struct rung *r)
{
	free(r->counts);
	free(r->places);
	free(r->types);
}

static int measure(const struct rg_call *k, struct rg_context *x, struct rg_shape *s)
{
	int err = rg_measure(k, x, s);

	if (err)
		PMPI_Comm_call_errhandler(k->comm, err);
	return err;
}

int rg_rung_trial(const struct rg_call *k, struct rg_inquiry *j, struct rg_tuned_kind *kind, int s)
{
	struct rg_inquiry of_rung = *j;
	struct rung r = {.counts = NULL};
	int err = MPI_SUCCESS;

	of_rung.bytes = INT64_C(1) << rg_rungs[s];
	bool made = make_rung(&r, k, j->x, of_rung.bytes);
	if (!rg_any_says(j->x, !made)) {
		err = measure(&r.call, j->x, &of_rung.s);
		err = err ? err : rg_trial(&r.call, &of_rung, kind);
		/* the context's blocks are those of the last call */
		err = err ? err : measure(k, j->x, &j->s);
	}
	free_rung(&r);
	return err;
}
