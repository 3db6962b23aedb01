/* SPDX-License-Identifier: BSD-3-Clause
 * The plan's choice for a call.
 */
#include "call/planned.h"
#include "communicator/plans.h"
#include "communicator/proving.h"
#include "communicator/selections.h"
#include "mpi/op.h"

int64_t rg_agreed_bytes(const struct rg_call *k, const struct rg_shape *s)
{
	return rg_hides_size(k->which) ? 0 : s->n * s->size;
}

/* Which list of choices is for the call. Where all ranks know the lengths of the blocks they have
 * something to go by beside the vector's. */
static enum rg_purpose purpose_of(const struct rg_plan *plan, const struct rg_call *k,
                                  const struct rg_shape *s)
{
	if (k->ordered)
		return RG_FOR_ORDER;
	if (rg_has_purpose(k->which, RG_FOR_UNEVEN) && s->longest > s->n - s->longest &&
	    plan->list[RG_FOR_UNEVEN][k->which])
		return RG_FOR_UNEVEN;
	return RG_FOR_ANY;
}

/* Whether what it waits for comes through windows, and it needs nothing else. */
static bool is_by_windows(const struct rg_choice *choice)
{
	return choice->algorithm && choice->algorithm->windows && !choice->algorithm->lends;
}

/* What serves where ranks are starved of CPUs: the last choice by windows whose size is reached, or
 * else the first one, or a spare. NULL: there is none; so where the same bits are asked for
 * everywhere, whatever CPUs there are. */
static const struct rg_choice *choose_by_windows(struct rg_choices all, const struct rg_context *x,
                                                 const struct rg_call *k, const struct rg_shape *s)
{
	const struct rg_choice *best = NULL;

	for (int i = 0; i < all.n + all.spares && !x->reproducible; i++) {
		const struct rg_choice *next = &all.choice[i];
		bool reached = i < all.n && next->bytes <= rg_agreed_bytes(k, s);
		if (is_by_windows(next) && (!best || reached))
			best = next;
	}
	return best;
}

/* The last choice whose size is reached; one that lends is passed over where ranks may not use each
 * other's memory. If the same bits are asked for everywhere, it is one that is ours, if there is
 * any. NULL: there is none. */
static const struct rg_choice *choose(struct rg_choices all, const struct rg_context *x,
                                      const struct rg_call *k, const struct rg_shape *s)
{
	const struct rg_choice *best = NULL;

	for (int i = 0; i < all.n; i++) {
		const struct rg_choice *next = &all.choice[i];
		if (!next->algorithm && k->reduces && x->reproducible)
			continue;
		if (next->algorithm && next->algorithm->lends && !x->lends)
			continue;
		if (!best || next->bytes <= rg_agreed_bytes(k, s))
			best = next;
	}
	return best;
}

/* Does MPI's own routine take a call for which it is as good? That is planned for calls that block,
 * where there is a CPU for each rank, with operations of MPI's own: in other forms, and with
 * operations of users, MPI libraries have other algorithms. They do not give the same bits
 * everywhere. */
static bool leaves_to_mpi(const struct rg_choice *choice, const struct rg_context *x,
                          const struct rg_call *k)
{
	if (!choice->native || !x->native || k->form != RG_BLOCKING || x->starved ||
	    (k->reduces && x->reproducible))
		return false;
	return !k->reduces || rg_is_known(k, x) || rg_op_predefined(k->op) >= 0;
}

/* Whether a plan has anything for this collective. */
static bool serves(const struct rg_plan *plan, const struct rg_call *k)
{
	return plan->list[RG_FOR_ANY][k->which] || plan->list[RG_FOR_ORDER][k->which];
}

/* Whether one of the choices is MPI's own because its algorithm is not proved. */
static bool any_unproved(struct rg_choices all)
{
	int i = 0;

	while (i < all.n && !rg_is_unproved(&all.choice[i]))
		i++;
	return i < all.n;
}

/* Whether one of them needs ranks that use each other's memory. */
static bool any_lends(struct rg_choices all)
{
	int i = 0;

	while (i < all.n && !(all.choice[i].algorithm && all.choice[i].algorithm->lends))
		i++;
	return i < all.n;
}

/* Why no choice can be taken: the algorithms for this collective are not proved, for machines with
 * windows, or for one machine only. */
static enum rg_reason no_choice(const struct rg_context *x, const struct rg_plan *plan,
                                const struct rg_inquiry *j, const struct rg_call *k, bool windows)
{
	if (any_unproved(j->plan))
		return RG_NOT_PROVED;
	if (!x->lends && any_lends(j->plan))
		return RG_NO_LOANS;
	if (serves(plan, k))
		return x->reproducible ? RG_UNORDERED : RG_ORDERED;
	for (int i = 0; i < x->nplans; i++)
		if (serves(&x->plans[i], k))
			return windows ? RG_MACHINES : RG_NO_WINDOWS;
	return RG_NO_ALGORITHM;
}

enum rg_reason rg_planned(struct rg_call *k, struct rg_inquiry *j, bool windows)
{
	const struct rg_context *x = j->x;
	enum rg_reason selection =
		rg_selection_allows(&x->selection, k->which, rg_agreed_bytes(k, &j->s));
	const struct rg_plan *plan = windows ? x->plan : x->plain;

	if (selection != RG_OURS)
		return selection;
	k->ordered =
		k->reduces && (x->reproducible || !(rg_is_known(k, x) || rg_op_commutes(k->op)));
	j->purpose = purpose_of(plan, k, &j->s);
	j->plan = rg_choices_from(x, plan->list[j->purpose][k->which]);
	j->windows = windows;
	j->bytes = rg_agreed_bytes(k, &j->s);
	j->choice = windows && x->starved ? choose_by_windows(j->plan, x, k, &j->s) : NULL;
	if (!j->choice)
		j->choice = choose(j->plan, x, k, &j->s);
	if (!j->choice)
		return no_choice(x, plan, j, k, windows);
	const struct rg_algorithm *algorithm = j->choice->algorithm;
	if (!algorithm)
		return rg_is_unproved(j->choice) ? RG_NOT_PROVED : RG_SLOWER;
	if (leaves_to_mpi(j->choice, x, k))
		return RG_SLOWER;
	if (algorithm->machine && x->places.level[RG_ON_MACHINE].n > 1)
		return RG_MACHINES;
	return algorithm->windows && !windows ? RG_NO_WINDOWS : RG_OURS;
}
