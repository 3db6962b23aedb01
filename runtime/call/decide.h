/* SPDX-License-Identifier: BSD-3-Clause
 * Is a call ours? planned.h has what the plan says of one that may be.
 *
 * The choice between ours and native depends on values that are the same on all ranks: the
 * communicator and what was agreed at its set-up, the bytes of the signature, whether the operation
 * commutes. (MPI lets ranks give different operations; that these agree on this is a limit of
 * ours.) An argument that MPI would refuse goes to MPI on the rank that has it, which raises what
 * MPI raises.
 */
#ifndef RG_DECIDE_H
#define RG_DECIDE_H

#include "call/planned.h"

#pragma GCC visibility push(hidden)

/* Whether the tuner is to choose for it: what the plan says of it is not told then. */
static inline bool rg_is_tuned(const struct rg_call *k, const struct rg_inquiry *j)
{
	return j->x && j->x->kinds && k->form == RG_BLOCKING &&
	       (j->why == RG_OURS || j->why == RG_SLOWER);
}

enum rg_decision {
	RG_FOR_MPI, /* with the arguments as they are */
	RG_FOR_US,  /* by the choice */
	RG_WRONG    /* it ends with an error, which was raised */
};

/* The communicator's context, into j->x: RG_FOR_US if the call may be ours. */
enum rg_decision rg_find_context(const struct rg_call *k, struct rg_inquiry *j);

/* Then decide about the call. Sets the communicator up if it is not and the form allows that;
 * settles k->in_place and k->ordered. */
enum rg_decision rg_decide(struct rg_call *k, struct rg_inquiry *j);

/* Keep in mind a call that is left to MPI, if a later one can be recognised by its arguments. */
void rg_keep_left(const struct rg_call *k, struct rg_context *x, enum rg_reason why);

/* Is it like the last call of its collective that was left to MPI's own routine? Nothing need be
 * found out about it again: the plan goes by the bytes alone, where not all ranks know these by
 * nothing, and whether there are windows depends on the type of what is reduced. What a trial
 * decided depends on where the root is, too. */
static inline __attribute__((always_inline)) bool rg_is_left(const struct rg_call *k,
                                                             const struct rg_context *x)
{
	const struct rg_left *l = &x->to_mpi[k->which];
	if (!l->known || k->form != RG_BLOCKING)
		return false;
	if (!rg_has_data(k->which))
		return !rg_is_due(l->due);
	if (l->due && l->root != k->root)
		return false;
	if (!rg_hides_size(k->which)) {
		const struct rg_amount told = rg_told_by(k, x->rank);
		if (told.type != l->type || told.count != l->count ||
		    (k->reduces && k->op != l->op))
			return false;
	}
	return !rg_is_due(l->due);
}

/* Is it like such a call, and counted nowhere? x is as rg_context_last gives it. Inlined where k is
 * made for this question alone, so that of k nothing need be in memory: what it takes comes on top
 * of MPI's own routine, of which the shortest take 300 nanoseconds. */
static inline __attribute__((always_inline)) bool rg_passes(const struct rg_call *k,
                                                            const struct rg_context *x)
{
	return x->handed_on || (x->leaves && !rg_counts() && rg_is_left(k, x));
}

/* Choose anew, without windows: not all ranks could have them. */
enum rg_decision rg_decide_plain(struct rg_call *k, struct rg_inquiry *j);

#pragma GCC visibility pop
#endif
