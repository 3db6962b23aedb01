/* SPDX-License-Identifier: BSD-3-Clause
 * The data kept with a communicator: one context for each cluster whose routines were called on it.
 */
#ifndef RG_CONTEXT_H
#define RG_CONTEXT_H

#include "mpi/setting.h"
#include "ringgen/lottery.h"
#include "transport/kernel.h"
#include "transport/window.h"

/* Scratch memory up to this stays with the communicator; more is given back after each call. */
enum { RG_SCRATCH_KEPT = 1 << 20 };

/* Ranks do not use each other's memory since one of them does not want that. */
enum { RG_NOT_WANTED = 1 << 20 };

/* At most so many nonblocking collectives are in progress on a communicator, less one: one that is
 * started beyond that waits for one of them. Each has a slot: the tags of its lanes. Slot 0 is for
 * calls that block, slot RG_SLOTS for the messages that compare calls (call_check.h). Persistent
 * ones have a slot each for good; when there is none left they are for MPI. With RG_LANES_MOST tags
 * for each slot, that is 8,192 of the 32,767 that MPI promises. */
enum { RG_SLOTS = 64 };

/* So many nonblocking collectives have room in the windows at a time, behind the room of calls that
 * block; they take turns. Each is as large as a window, of memory that is touched on first use
 * only. */
enum { RG_ROOMS = 4 };

/* A call that was left to MPI's own routine. */
struct rg_left {
	bool known;
	bool any;   /* whatever its data are: there are none, or not all ranks know how much */
	bool by_in; /* else `count` and `type` are those of the send buffer: see rg_told_by */
	bool tried; /* a trial decided or is to come, for where this root is; else it is the plan */
	int root;   /* 0 where there is none */
	bool blocks;       /* blocks have lengths that all ranks know: */
	int64_t count;     /* their sum then, */
	int64_t longest;   /* and the longest; else 0 */
	MPI_Datatype type; /* predefined, and so is the operation */
	MPI_Op op;
	enum rg_reason why; /* the plan's word, or a trial's, */
	int64_t *due; /* and then calls like it until the next one (kinds.h), if one is to come */
};

struct rg_context {
	const struct rg_cluster *c;
	MPI_Comm comm; /* the user's */
	int P, rank;
	enum rg_reason why;    /* RG_NEW, RG_OURS, or why it is native for good */
	bool reproducible;     /* reductions give the same bits wherever the ranks are; before the
	                          set-up, what this process asks for */
	bool check;            /* the ranks compare their calls: any of them wants it */
	enum rg_tuning tuning; /* what rank 0 asks for: once set up */
	int trial;             /* the same: milliseconds, RG_TRIAL_USUAL or 0: see trial.h */
	bool asks;             /* its ranks agree where buffers are (where.h): once set up */
	bool native;           /* the same: MPI's own may be taken where it is as good */
	int64_t asked;         /* what it was asked for before the set-up (young.h) */
	struct rg_selection
		selection; /* which collectives are ours, from which size on: once set up */

	/* From the set-up (setup.h), when RG_OURS: */
	MPI_Comm own;                /* private: same processes, same ranks */
	struct rg_places places;     /* where its ranks are; the levels' runs are the context's */
	struct rg seat;              /* this process there: rg_sit */
	int root_pos;                /* where the last root is: rg_context_root */
	int ranks;                   /* on the fullest machine */
	const struct rg_plan *plans; /* [nplans] the cluster's, or own_plans */
	const struct rg_choice *choices; /* of these: as in struct rg_cluster */
	int nplans;
	struct rg_plan *own_plans; /* see plans.h */
	int *own_ring;             /* [own_ringers] machines in an order of its own: see plans.h */
	int own_ringers;
	struct rg_choice *own_choices;            /* see proving.h */
	const struct rg_plan *plan;               /* of these the nearest, */
	const struct rg_plan *plain;              /* and the nearest without windows */
	struct rg_kinds *kinds;                   /* see kinds.h; NULL: nothing is measured */
	void (*free_kinds)(struct rg_context *x); /* if there are any: they are above this layer */
	bool progress;            /* on all ranks operations go on within any call of MPI */
	bool no_thread;           /* a rank could not start the one for that */
	bool by_name;             /* the machines are told apart by host name only */
	bool windows;             /* all machines with several ranks have them */
	struct rg_window *window; /* of this machine; NULL: none */
	bool crowd;               /* all ranks are on one machine, and more than its CPUs, */
	bool starved; /* and who waits in MPI keeps one: by windows a call takes microseconds, by
	                 messages milliseconds */
	bool lends;   /* all ranks of a machine may use each other's memory; */
	int barred;   /* else why not: an error, RG_NOT_WANTED, 0: no windows */
	int trouble;  /* why this rank could not have them: an error of a limit, or 0 */
	void *frame;  /* of one lane: big enough for each of the plan's algorithms */

	int64_t *off, *len;           /* [P] blocks of the current call, once one needed them, */
	int64_t *sent_off, *sent_len; /* [P] and those that it sends, where they are others */
	char *scratch;
	size_t scratch_size;
	MPI_Op op;                     /* the last operation found to be defined, */
	MPI_Datatype type;             /* for this type; */
	rg_kernel *kernel;             /* if there is one for them: both are predefined then */
	MPI_Datatype dense;            /* the last predefined type without gaps, */
	MPI_Count size;                /* and its size */
	uint64_t told[RG_COLLECTIVES]; /* bit `why`: has been told (RINGGEN_VERBOSE) */

	/* Operations (operation.h): */
	uint64_t made;                    /* nonblocking ones so far, */
	uint64_t left[RG_SLOTS];          /* and how many of each slot's are over */
	uint64_t entered;                 /* nonblocking ones with windows so far, */
	uint64_t emptied[RG_ROOMS];       /* and how many of each room's are over */
	struct rg_window *room[RG_ROOMS]; /* their windows; NULL: not used yet */
	int persistent;                   /* and persistent ones made, */
	int slots;                        /* of so many that there are tags for */
	struct rg_exchange *exchange;     /* of calls (call_exchange.h); NULL: none yet */
	MPI_Errhandler handler; /* of the freed communicator; MPI_ERRHANDLER_NULL: it is there */
	int users;              /* operations and comparisons that there are: locked, as all
	                           that counts those that are over (progress.h) */
	bool gone;              /* the user's communicator is freed: this goes with the last user */

	struct rg_ready *ready; /* calls like earlier ones: see run.h; NULL: none yet */
	struct rg_left to_mpi[RG_COLLECTIVES]; /* the last ones: see decide.h */
	bool leaves;                           /* there is one */
	bool handed_on; /* all calls are for MPI, and nothing is to be said of that */

	struct rg_context *sibling; /* same communicator, another cluster */
	int *own_order;             /* places.order, if it is not the cluster's */
};

/* Whether calls on this communicator can be served by an algorithm, with windows or without. */
static inline bool rg_context_takes(const struct rg_context *x, const struct rg_algorithm *a,
                                    bool windows)
{
	return a && (!a->machine || x->places.level[RG_ON_MACHINE].n == 1) &&
	       (!a->windows || windows) && (!a->lends || x->lends);
}

#pragma GCC visibility push(hidden)

/* The context of cluster c on this communicator, made if need be: a local operation. The
 * communicator frees it. NULL: there is none on MPI_COMM_SELF, nor in a program of MPI sessions
 * alone, nor once MPI_Finalize has begun. Returns MPI's error code; MPI_ERR_NO_MEM is for the
 * caller to raise; MPI has raised all others. */
int rg_context(const struct rg_cluster *c, MPI_Comm comm, struct rg_context **x);

/* The same, if it is what this thread asked for last, and has windows, is native for good or has
 * left a call to MPI; else NULL. No call of MPI. */
struct rg_context *rg_context_last(const struct rg_cluster *c, MPI_Comm comm);

/* Have what is to be done when MPI_Finalize begins done, also if there is no context until then.
 * MPI is initialised. */
void rg_context_begin(void);

/* Call `end`, once, when MPI_Finalize begins and tasks have stopped, before contexts go; the
 * functions are called in the order in which they were given. At most five. */
void rg_context_at_end(void (*end)(void));
/* Forget the contexts of this communicator, as when it is freed: it will be set up anew. Collective
 * as far as it was set up. */
void rg_context_forget(MPI_Comm comm);

/* Raise the error of a collective on the user's communicator. The communicator may be freed: then
 * the handler that it had gets a communicator of this process alone. Not locked (progress.h). */
void rg_context_raise(const struct rg_context *x, int err);

/* The private communicators that this process holds. */
int rg_contexts_held(void);

/* Give the context a private communicator, or count that it was taken away (MPI_COMM_NULL). */
void rg_context_own(struct rg_context *x, MPI_Comm own);

/* Forget where its ranks are: as before the set-up. */
void rg_context_forget_places(struct rg_context *x);

/* Where in the ring this rank is, which mostly was the last root, too. Once set up. */
int rg_context_root(struct rg_context *x, int root);

/* Make x->off and x->len. False: no memory. */
bool rg_context_blocks(struct rg_context *x);

/* Scratch memory of this size, which rg_context_trim gives back if it is big. NULL: no memory. */
char *rg_context_scratch(struct rg_context *x, size_t size);
void rg_context_trim(struct rg_context *x);

#pragma GCC visibility pop
#endif
