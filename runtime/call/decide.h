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

/* The sum of P blocks, and the longest. */
static inline __attribute__((always_inline)) int64_t rg_sum_of_blocks(const int *counts, int P,
                                                                      int64_t *longest)
{
	int64_t sum = 0;

	*longest = 0;
	for (int i = 0; i < P; i++) {
		sum += counts[i];
		*longest = counts[i] > *longest ? counts[i] : *longest;
	}
	return sum;
}

/* Whether it has as much data as the call that was left, of the same type: `told` is what tells
 * this rank. */
static inline __attribute__((always_inline)) bool
rg_is_as_much(const struct rg_call *k, const struct rg_left *l, struct rg_amount told, int P)
{
	int64_t longest;

	if (l->any)
		return true;
	if (told.type != l->type || l->op != k->op)
		return false;
	if (!l->blocks)
		return told.count == l->count;
	return k->counts.small && rg_sum_of_blocks(k->counts.small, P, &longest) == l->count &&
	       longest == l->longest;
}

/* Is it like the last call of its collective that was left to MPI's own routine? Nothing need be
 * found out about it again: the plan goes by the bytes alone, of blocks by the longest, too, where
 * not all ranks know these by nothing, and whether there are windows depends on the type of what is
 * reduced. What a trial decided depends on where the root is, too. */
static inline bool rg_is_left(const struct rg_call *k, const struct rg_context *x)
{
	const struct rg_left *l = &x->to_mpi[k->which];
	if (!l->known || k->form != RG_BLOCKING || (l->tried && l->root != k->root))
		return false;
	return rg_is_as_much(k, l, rg_told_by(k, x->rank), x->P) && !rg_is_due(l->due);
}

/* The same of a call that blocks, if it has that root, too, and is counted nowhere; and may it be
 * handed on in any case? x is as rg_context_last gives it. Inlined where k is made for this
 * question alone, so that of k nothing need be in memory, and with as few looks at memory as can
 * be: what it takes comes on top of MPI's own routine, of which the shortest take 300 nanoseconds.
 */
static inline __attribute__((always_inline)) bool rg_passes(const struct rg_call *k,
                                                            const struct rg_context *x)
{
	const struct rg_left *l = &x->to_mpi[k->which];
	if (!l->known)
		return x->handed_on;
	if (l->root != k->root || rg_counts())
		return false;
	const struct rg_amount told = l->by_in ? (struct rg_amount){k->in_count, k->in_type}
	                                       : (struct rg_amount){k->count, k->type};
	return rg_is_as_much(k, l, told, x->P) && !rg_is_due(l->due);
}

/* Choose anew, without windows: not all ranks could have them. */
enum rg_decision rg_decide_plain(struct rg_call *k, struct rg_inquiry *j);

#pragma GCC visibility pop
#endif
