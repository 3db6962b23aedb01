/* SPDX-License-Identifier: BSD-3-Clause
 * The tuner of a communicator (RINGGEN_TUNE): calls of a kind have a few candidates: the plan's
 * choice, its neighbours in the plan and MPI's own. A lottery draws one of them by the times that
 * they took (ringgen/lottery.h). A choice holds for some calls, its time to live; then the ranks
 * agree on the time that it took, by the slowest of them, and rank 0 draws the next one.
 */
#ifndef RG_TUNER_H
#define RG_TUNER_H

#include "communicator/context.h"
#include "communicator/plans.h"
#include "ringgen/lottery.h"

/* Which calls are alike: the same on all ranks. */
struct rg_call_kind {
	enum rg_collective which;
	enum rg_purpose purpose;
	bool windows;
	const char *root; /* rg_tuned_root: where ranks wait for others of the root's machine */
	int size;         /* the vector's bytes are at least 2^size, or 0 */
};

/* The candidates that may serve such calls. */
struct rg_tuned_candidates {
	struct rg_choices plan;          /* the plan's list, */
	const struct rg_choice *planned; /* and its choice of them; NULL: native */
	bool native;                     /* MPI's own may be taken */
};

/* A call that is timed. */
struct rg_timing {
	struct rg_tuned_kind *kind; /* NULL: it is not */
	double since;
};

#pragma GCC visibility push(hidden)

/* The tuner of a communicator that is set up and ours. NULL: no memory, which all ranks have to
 * agree on. */
struct rg_tuner *rg_tuner_new(enum rg_tuning tuning);

/* *choice: the choice that serves the call that begins now; its algorithm is NULL for MPI's own.
 * Collective when a choice has lived its time. Returns MPI's error code; nothing was raised. */
int rg_tuner_begin(struct rg_context *x, const struct rg_call_kind *kind,
                   const struct rg_tuned_candidates *candidates, const struct rg_choice **choice,
                   struct rg_timing *timing);

/* It is over, and did not fail. */
void rg_tuner_end(struct rg_timing *timing);

/* Hand what was learned to the file (tuned_file.h), say it if RINGGEN_VERBOSE, and free all. */
void rg_tuner_free(struct rg_context *x);

#pragma GCC visibility pop
#endif
