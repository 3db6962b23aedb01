/* SPDX-License-Identifier: BSD-3-Clause
 * Is a call ours, and which algorithm of the plan serves it.
 */
#include "decide.h"
#include "op.h"

static const char *const names[RG_COLLECTIVES] = {
	[RG_ALLREDUCE] = "Allreduce",
	[RG_ALLGATHER] = "Allgather",
	[RG_ALLGATHERV] = "Allgatherv",
	[RG_REDUCE_SCATTER] = "Reduce_scatter",
	[RG_REDUCE_SCATTER_BLOCK] = "Reduce_scatter_block",
};

/* ---- What is said */

/* The same bits everywhere were asked for, and cannot be had of MPI's own collectives. Once per
 * cluster and collective. */
static void warn_of_bits(const struct rg_context *x, const struct rg_call *k, enum rg_reason why)
{
	if (!x->reproducible || !k->reduces || why <= RG_EMPTY || why == RG_ONE_PROCESS ||
	    !rg_first(x->c, RG_REASONS + (int)k->which) || x->rank)
		return;
	rg_say("%s_%s: the bits of its result may depend on where the ranks are: native: %s",
	       x->c->name, names[k->which], rg_reason_text(why));
}

void rg_tell(struct rg_context *x, const struct rg_call *k, enum rg_reason why,
             const struct rg_algorithm *algorithm)
{
	const struct rg_cluster *c = x->c;

	warn_of_bits(x, k, why);
	if (!rg_verbose() || x->rank || why == RG_ONE_PROCESS || x->told[k->which] & 1u << why)
		return;
	x->told[k->which] |= 1u << why;
	if (why == RG_OURS)
		rg_say("%s_%s on %d ranks, %d machine%s: %s (%s)", c->name, names[k->which], x->P,
		       x->machines, x->machines == 1 ? "" : "s", algorithm->name,
		       x->by_name || !c->fact ? "the machines by host name"
		       : algorithm->ring      ? c->fact
		                              : "no claim on the load of links");
	else
		rg_say("%s_%s on %d ranks: native: %s", c->name, names[k->which], x->P,
		       rg_reason_text(why));
}

/* ---- Ours or native */

/* The choices that a plan has for this call. */
static const struct rg_choices *choices_of(const struct rg_plan *plan, const struct rg_call *k)
{
	return k->ordered ? &plan->ordered[k->which] : &plan->any[k->which];
}

/* Whether windows can be used: they hold elements without gaps, and a few of them at least.
 * Reductions have the same type on all ranks; allgathers run in bytes. */
static bool fits_windows(const struct rg_call *k, const struct rg_context *x,
                         const struct rg_shape *s)
{
	return x->windows &&
	       (!k->reduces || (rg_is_dense(s) && 2 * x->P * s->size <= RG_WINDOW_BYTES));
}

/* The last choice whose size is reached. For the same bits everywhere, one that is ours, if there
 * is any. NULL: there is none. */
static const struct rg_choice *choose(const struct rg_choices *all, const struct rg_context *x,
                                      const struct rg_call *k, const struct rg_shape *s)
{
	const struct rg_choice *best = NULL;

	for (int i = 0; i < all->n; i++) {
		const struct rg_choice *next = &all->choice[i];
		if (!next->algorithm && k->reduces && x->reproducible)
			continue;
		if (!best || next->bytes <= s->n * s->size)
			best = next;
	}
	return best;
}

/* Whether a plan has anything for this collective. */
static bool serves(const struct rg_plan *plan, const struct rg_call *k)
{
	return plan->any[k->which].n || plan->ordered[k->which].n;
}

/* Why no choice is ours: what other plans have for this collective is for machines with windows, or
 * for one machine. */
static enum rg_reason no_choice(const struct rg_context *x, const struct rg_plan *plan,
                                const struct rg_call *k, bool windows)
{
	if (serves(plan, k))
		return x->reproducible ? RG_UNORDERED : RG_ORDERED;
	for (int i = 0; i < x->nplans; i++)
		if (serves(&x->plans[i], k))
			return windows ? RG_MACHINES : RG_NO_WINDOWS;
	return RG_NO_ALGORITHM;
}

enum rg_reason rg_decide(struct rg_call *k, const struct rg_context *x, const struct rg_shape *s,
                         const struct rg_choice **choice)
{
	bool windows = fits_windows(k, x, s);
	const struct rg_plan *plan = windows ? x->plan : x->plain;

	k->ordered =
		k->reduces && (x->reproducible || !(rg_is_known(k, x) || rg_op_commutes(k->op)));
	*choice = choose(choices_of(plan, k), x, k, s);
	if (!*choice)
		return no_choice(x, plan, k, windows);
	const struct rg_algorithm *algorithm = (*choice)->algorithm;
	if (!algorithm)
		return RG_SLOWER;
	if (algorithm->machine && x->machines > 1)
		return RG_MACHINES;
	return algorithm->windows && !windows ? RG_NO_WINDOWS : RG_OURS;
}
