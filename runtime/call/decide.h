/* SPDX-License-Identifier: BSD-3-Clause
 * Is a call ours, and which algorithm of the plan serves it.
 *
 * What decides between ours and native is the same on all ranks: the communicator and what was
 * agreed at its set-up, the bytes of the signature, whether the operation commutes (MPI lets ranks
 * give different operations; that these agree on this is a limit of ours). An argument that MPI
 * would refuse goes to MPI on the rank that has it, which raises what MPI raises.
 */
#ifndef RG_DECIDE_H
#define RG_DECIDE_H

#include "call/arguments.h"

#pragma GCC visibility push(hidden)

/* How a routine is called in what is said: rg_prefix(c)_rg_routine(which). */
const char *rg_prefix(const struct rg_cluster *c);
const char *rg_routine(enum rg_collective which);

/* RINGGEN_VERBOSE: what becomes of the call, once per communicator, collective and cause; RG_OURS
 * without a choice: the tuner chooses. Of a single process there is nothing to tell. Warns where
 * the same bits were asked for in vain. */
void rg_tell(struct rg_context *x, const struct rg_call *k, enum rg_reason why,
             const struct rg_choice *choice);

/* What was found out about a call. */
struct rg_judged {
	struct rg_context *x;
	struct rg_shape s;
	const struct rg_choice *choice;
	int err;
	bool images; /* a buffer is in the memory of a device, and only this rank knows (where.h)
	              */
	/* Of a call that the plan has something for, for the tuner (tune.h): */
	enum rg_reason why; /* RG_OURS, RG_SLOWER, or another cause: it is not to be tuned */
	enum rg_purpose purpose;
	struct rg_choices plan; /* the list that the choice is from */
	bool windows;
	int64_t bytes; /* of the vector, as all ranks know them */
};

/* Whether the tuner is to choose for it: what the plan says of it is not told then. */
static inline bool rg_is_tuned(const struct rg_call *k, const struct rg_judged *j)
{
	return j->x && j->x->tuner && k->form == RG_BLOCKING &&
	       (j->why == RG_OURS || j->why == RG_SLOWER);
}

enum rg_judgement {
	RG_FOR_MPI, /* with the arguments as they are */
	RG_FOR_US,  /* by the choice */
	RG_WRONG    /* it ends with an error, which was raised */
};

/* The communicator's context, into j->x: RG_FOR_US if the call may be ours. */
enum rg_judgement rg_judge_context(const struct rg_call *k, struct rg_judged *j);

/* And then the call. Sets the communicator up if it is not and the form allows that; settles
 * k->in_place and k->ordered. */
enum rg_judgement rg_judge(struct rg_call *k, struct rg_judged *j);

/* Is it like the last call of its collective that the plan left to MPI's own routine? Nothing need
 * be found out about it again: the plan goes by the bytes alone, of an irregular one not even by
 * these, and whether there are windows by the type. */
static inline bool rg_is_left(const struct rg_call *k, const struct rg_context *x)
{
	const struct rg_left *l = &x->to_mpi[k->which];
	if (!l->known || k->form != RG_BLOCKING)
		return false;
	if (!rg_has_data(k->which))
		return true;
	const struct rg_amount told = rg_told_by(k, x->rank);
	return told.type == l->type && (told.count == l->count || rg_is_irregular(k->which)) &&
	       (!k->reduces || k->op == l->op);
}

/* What the plan has for a call whose shape is known, whatever its form and buffers. RG_SLOWER, with
 * a choice: MPI's own is as good. */
enum rg_reason rg_planned(struct rg_call *k, struct rg_judged *j);

/* Choose anew, without windows: not all ranks could have them. */
enum rg_judgement rg_judge_plain(struct rg_call *k, struct rg_judged *j);

#pragma GCC visibility pop
#endif
