/* SPDX-License-Identifier: BSD-3-Clause
 * The kinds of calls of a communicator for which it is measured what serves them best: by a trial
 * (call/trial.h), or by the tuner while the program runs (tuner.h). A kind has a few candidates:
 * the plan's choice, its neighbours in the plan and MPI's own. What is known of them comes from the
 * file of measurements and goes there (tuned_file.h).
 */
#ifndef RG_KINDS_H
#define RG_KINDS_H

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

/* The choices that may serve such calls. */
struct rg_tuned_candidates {
	struct rg_choices plan;          /* the plan's list, */
	const struct rg_choice *planned; /* and its choice of them; NULL: native */
	bool native;                     /* MPI's own may be taken */
};

/* A choice of the plan, or MPI's own, that may serve the calls of a kind. */
struct rg_tuned_candidate {
	const struct rg_choice *choice; /* of no algorithm: MPI's own */
	struct rg_trials known;         /* the file's, and this run's */
	struct rg_trials run;           /* this run's alone, which the file is to get */
};

/* A life of the tuner's lottery. Three lives of the best are less than 100 calls. */
enum { RG_LIFE_LEAST = 4, RG_LIFE_MOST = 24, RG_TIMED_MOST = RG_LIFE_MOST - 1 };

struct rg_tuned_kind {
	struct rg_call_kind key;
	struct rg_tuned_candidate candidate[RG_CANDIDATES_MOST];
	int n;
	int now; /* the candidate that serves; -1: not settled, by a trial: the plan decides */

	/* Without a tuner: */
	int64_t due, wait; /* calls from now on until there is a trial, if there is time, 0: none is
	                      due; and after how many the next one */

	/* Of the tuner: */
	int life, timed; /* calls that it still has; of those before, timed ones, -1: the next one
	                    is the first */
	double seconds[RG_TIMED_MOST]; /* [timed] on this rank */
	double drawing;                /* seconds that this rank took to draw the last time */
	struct rg_tuned_kind *next;
};

struct rg_kinds {
	struct rg_lottery lottery; /* rank 0 draws */
	struct rg_tuned_kind *first;
};

/* Whether it is time for a trial of the calls that `due` counts; if not, one more of them is
 * counted. NULL: there is none to come. */
static inline bool rg_is_due(int64_t *due)
{
	if (!due || *due <= 1)
		return due && *due;
	--*due;
	return false;
}

#pragma GCC visibility push(hidden)

/* None yet, of a communicator that is set up and ours. NULL: no memory, which all ranks have to
 * agree on. */
struct rg_kinds *rg_kinds_new(enum rg_tuning tuning);

/* The kind of x->kinds; if it is new, made with the candidates, and with what is known of them:
 * collective then. NULL: *err is MPI's error code; nothing was raised. */
struct rg_tuned_kind *rg_kind_of(struct rg_context *x, const struct rg_call_kind *key,
                                 const struct rg_tuned_candidates *candidates, int *err);

/* Hand what this run measured of a kind to the file. */
void rg_kind_leave(const struct rg_context *x, struct rg_tuned_kind *kind);

/* Say what is known of a kind; `how` it came about. */
void rg_kind_tell(const struct rg_context *x, const struct rg_tuned_kind *kind, const char *how);

/* Hand all that was measured to the file, say it if RINGGEN_VERBOSE, and free all. */
void rg_kinds_free(struct rg_context *x);

#pragma GCC visibility pop
#endif
