/* SPDX-License-Identifier: BSD-3-Clause
 * Is a call ours, and which algorithm of the plan serves it.
 */
#include "call/decide.h"
#include "communicator/plans.h"
#include "communicator/proving.h"
#include "communicator/selections.h"
#include "call/call_check.h"
#include "call/where.h"
#include "communicator/trial.h"
#include "mpi/op.h"
#include "mpi/setting.h"

/* ---- What is said */

const char *rg_prefix(const struct rg_cluster *c)
{
	return c == rg_bound ? "MPI" : c->name;
}

const char *rg_routine(enum rg_collective which)
{
	return rg_collectives[which].entry;
}

/* The same bits everywhere were asked for, and cannot be had of MPI's own collectives. Once per
 * cluster and collective. */
static void warn_of_bits(const struct rg_context *x, const struct rg_call *k, enum rg_reason why)
{
	if (!x->reproducible || !k->reduces || why <= RG_EMPTY || why == RG_ONE_PROCESS ||
	    !rg_first(x->c, RG_REASONS + (int)k->which) || x->rank)
		return;
	rg_say("%s_%s: the bits of its result may depend on where the ranks are: native: %s",
	       rg_prefix(x->c), rg_collectives[k->which].entry, rg_reason_text(why));
}

void rg_tell(struct rg_context *x, const struct rg_call *k, enum rg_reason why,
             const struct rg_choice *choice)
{
	const struct rg_cluster *c = x->c;

	_Static_assert(RG_REASONS <= 32, "x->told has a bit for each");
	warn_of_bits(x, k, why);
	if (!rg_verbose() || x->rank || why == RG_ONE_PROCESS || x->told[k->which] & 1u << why)
		return;
	x->told[k->which] |= 1u << why;
	if (why == RG_OURS && !choice)
		rg_say("%s_%s on %d ranks, %d machine%s: by measurement (RINGGEN_TUNE=%s)",
		       rg_prefix(c), rg_collectives[k->which].entry, x->P,
		       x->places.level[RG_ON_MACHINE].n,
		       x->places.level[RG_ON_MACHINE].n == 1 ? "" : "s", rg_setting(RG_TUNE));
	else if (why == RG_OURS)
		rg_say("%s_%s on %d ranks, %d machine%s: %s (%s)", rg_prefix(c),
		       rg_collectives[k->which].entry, x->P, x->places.level[RG_ON_MACHINE].n,
		       x->places.level[RG_ON_MACHINE].n == 1 ? "" : "s",
		       rg_algorithm_name(choice->algorithm, choice->parameters),
		       x->by_name || !c->fact    ? "the machines by host name"
		       : choice->algorithm->ring ? c->fact
		                                 : "no claim on the load of links");
	else
		rg_say("%s_%s on %d ranks: native: %s", rg_prefix(c),
		       rg_collectives[k->which].entry, x->P, rg_reason_text(why));
}

/* ---- Ours or native */

/* The bytes of the vector that all ranks know, on which the choice may depend. */
static int64_t agreed_bytes(const struct rg_call *k, const struct rg_shape *s)
{
	return rg_is_irregular(k->which) ? 0 : s->n * s->size;
}

/* Whether all ranks know that there is nothing to be done. In an irregular call a rank with an
 * empty block may be in between others, and the root alone sees that all are empty. */
static bool is_empty(const struct rg_call *k, const struct rg_shape *s)
{
	return rg_has_data(k->which) && !rg_is_irregular(k->which) && (!s->n || !s->size);
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

/* The last choice whose size is reached. For the same bits everywhere, one that is ours, if there
 * is any. NULL: there is none. */
static const struct rg_choice *choose(struct rg_choices all, const struct rg_context *x,
                                      const struct rg_call *k, const struct rg_shape *s)
{
	const struct rg_choice *best = NULL;

	for (int i = 0; i < all.n; i++) {
		const struct rg_choice *next = &all.choice[i];
		if (!next->algorithm && k->reduces && x->reproducible)
			continue;
		if (!best || next->bytes <= agreed_bytes(k, s))
			best = next;
	}
	return best;
}

/* Does MPI's own routine take a call for which it is as good? That is planned for calls that block,
 * with operations of MPI's own: in other forms, and with operations of users, MPI libraries have
 * other algorithms. The same bits everywhere they do not have. */
static bool leaves_to_mpi(const struct rg_choice *choice, const struct rg_context *x,
                          const struct rg_call *k)
{
	if (!choice->native || !x->native || k->form != RG_BLOCKING ||
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

/* Why no choice can be taken: the algorithms for this collective are not proved, for machines with
 * windows, or for one machine only. */
static enum rg_reason no_choice(const struct rg_context *x, const struct rg_plan *plan,
                                const struct rg_judged *j, const struct rg_call *k, bool windows)
{
	if (any_unproved(j->plan))
		return RG_NOT_PROVED;
	if (serves(plan, k))
		return x->reproducible ? RG_UNORDERED : RG_ORDERED;
	for (int i = 0; i < x->nplans; i++)
		if (serves(&x->plans[i], k))
			return windows ? RG_MACHINES : RG_NO_WINDOWS;
	return RG_NO_ALGORITHM;
}

/* What is to be done with a call that the communicator could serve: j->choice if it is ours. */
static enum rg_reason decide(struct rg_call *k, struct rg_judged *j, bool windows)
{
	const struct rg_context *x = j->x;
	enum rg_reason selection =
		rg_selection_allows(&x->selection, k->which, agreed_bytes(k, &j->s));
	const struct rg_plan *plan = windows ? x->plan : x->plain;

	if (selection != RG_OURS)
		return selection;
	k->ordered =
		k->reduces && (x->reproducible || !(rg_is_known(k, x) || rg_op_commutes(k->op)));
	j->purpose = purpose_of(plan, k, &j->s);
	j->plan = rg_choices_from(x, plan->list[j->purpose][k->which]);
	j->windows = windows;
	j->bytes = agreed_bytes(k, &j->s);
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

/* Why a call that does not block is not for us, whatever the plan. The same on all ranks. */
static enum rg_reason not_in_this_form(const struct rg_call *k, const struct rg_context *x)
{
	if (k->form == RG_BLOCKING)
		return RG_OURS;
	if (k->form == RG_NONBLOCKING && x->asks && rg_has_data(k->which))
		return RG_MAY_BE_ON_DEVICE;
	if (k->reduces && rg_op_predefined(k->op) < 0)
		return RG_USERS_OP;
	return (k->on_its_own || x->no_thread) && !x->progress ? RG_NO_PROGRESS : RG_OURS;
}

/* Keep in mind a call that the plan has left to MPI, if a later one can be recognised by its
 * arguments, and nobody counts them. RINGGEN_VERBOSE is told once of each reason. */
static void keep_left(const struct rg_call *k, struct rg_context *x)
{
	const struct rg_amount told = rg_told_by(k, x->rank);

	if (k->form != RG_BLOCKING || x->check || x->tuner || rg_wants_summary())
		return;
	if (rg_has_data(k->which) && ((rg_has_blocks(k) && !rg_is_irregular(k->which)) ||
	                              told.type != x->dense || (k->reduces && !rg_is_known(k, x))))
		return;
	x->to_mpi[k->which] = (struct rg_left){true, told.count, told.type, k->op};
	x->leaves = true;
}

static enum rg_judgement judge(struct rg_call *k, struct rg_judged *j, bool windows)
{
	enum rg_reason why = j->x->why;

	j->choice = NULL;
	j->images = false;
	if (why == RG_OURS)
		why = not_in_this_form(k, j->x);
	if (why == RG_OURS)
		why = decide(k, j, windows);
	j->why = why;
	if (why == RG_OURS || rg_is_tuned(k, j)) {
		enum rg_reason where = rg_where(k, j->x, &j->s, &j->images);
		j->why = why = where == RG_OURS ? why : where;
	}
	if (why == RG_SLOWER)
		keep_left(k, j->x);
	if (rg_is_tuned(k, j))
		rg_tell(j->x, k, RG_OURS, NULL);
	else
		rg_tell(j->x, k, why, j->choice);
	return why == RG_OURS ? RG_FOR_US : RG_FOR_MPI;
}

static enum rg_judgement wrong(const struct rg_call *k, struct rg_judged *j, int err, bool raised)
{
	j->err = err;
	if (!raised)
		PMPI_Comm_call_errhandler(k->comm, err);
	return RG_WRONG;
}

enum rg_judgement rg_judge_context(const struct rg_call *k, struct rg_judged *j)
{
	bool raised = false;
	int err;

	if (k->comm == MPI_COMM_NULL)
		return RG_FOR_MPI;
	if ((err = rg_context(k->c, k->comm, &j->x)))
		return wrong(k, j, err, err != MPI_ERR_NO_MEM);
	if (!j->x)
		return RG_FOR_MPI;
	bool bad = rg_handles_are_bad(k, j->x);
	if (bad && !rg_wants_check())
		return RG_FOR_MPI;
	if (k->form != RG_NONBLOCKING && rg_is_checked(j->x) && (err = rg_check(k, j->x, &raised)))
		return wrong(k, j, err, raised);
	if (bad)
		return RG_FOR_MPI;
	if (j->x->why == RG_NEW || j->x->why == RG_OURS)
		return RG_FOR_US;
	rg_tell(j->x, k, j->x->why, NULL);
	return RG_FOR_MPI;
}

enum rg_judgement rg_judge(struct rg_call *k, struct rg_judged *j)
{
	struct rg_context *x = j->x;
	bool raised = false;
	int err;

	if ((err = rg_measure(k, x, &j->s))) /* MPI says it in its own way, but some reductions of
	                                        MPICH 4.0 that block crash */
		return k->form == RG_BLOCKING ? wrong(k, j, err, false) : RG_FOR_MPI;
	if (is_empty(k, &j->s)) {
		j->why = RG_EMPTY;
		rg_tell(x, k, RG_EMPTY, NULL);
		return RG_FOR_MPI;
	}
	if (x->why == RG_NEW && k->form == RG_BLOCKING && rg_is_young(x, agreed_bytes(k, &j->s))) {
		rg_tell(x, k, RG_NEW, NULL);
		return RG_FOR_MPI;
	}
	if (!rg_buffers_settled(k, x, &j->s) || (k->reduces && !rg_op_settled(k, x)))
		return RG_FOR_MPI;
	if (x->why == RG_NEW && k->form != RG_NONBLOCKING && (err = rg_check(k, x, &raised)))
		return wrong(k, j, err, raised);
	if (x->why == RG_OURS && !rg_types_are_committed(k, x, &j->s))
		return RG_FOR_MPI;
	return judge(k, j, rg_fits_windows(k, x, &j->s));
}

enum rg_reason rg_planned(struct rg_call *k, struct rg_judged *j)
{
	return decide(k, j, rg_fits_windows(k, j->x, &j->s));
}

enum rg_judgement rg_judge_plain(struct rg_call *k, struct rg_judged *j)
{
	return judge(k, j, false);
}
