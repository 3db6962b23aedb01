/* SPDX-License-Identifier: BSD-3-Clause
 * Is a call ours?
 */
#include "call/decide.h"
#include "call/announce.h"
#include "call/call_check.h"
#include "call/where.h"
#include "communicator/young.h"
#include "mpi/op.h"

/* Whether all ranks know that there is nothing to be done. In an irregular call a rank with an
 * empty block may be in between others, and the root alone sees that all are empty. */
static bool is_empty(const struct rg_call *k, const struct rg_shape *s)
{
	return rg_has_data(k->which) && !rg_hides_size(k->which) && (!s->n || !s->size);
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

void rg_keep_left(const struct rg_call *k, struct rg_context *x, enum rg_reason why)
{
	const struct rg_amount told = rg_told_by(k, x->rank);
	const bool blocks = rg_has_blocks(k) && !rg_hides_size(k->which);
	int64_t count = told.count, longest = 0;

	if (k->form != RG_BLOCKING || x->check || x->tuning)
		return;
	if (rg_has_data(k->which) && !rg_hides_size(k->which) &&
	    (told.type != x->dense || (k->reduces && !rg_is_known(k, x))))
		return;
	if (blocks && !k->counts.small)
		return;
	if (blocks)
		count = rg_sum_of_blocks(k->counts.small, x->P, &longest);
	x->to_mpi[k->which] =
		(struct rg_left){.known = true,
	                         .any = !rg_has_data(k->which) || rg_hides_size(k->which),
	                         .by_in = rg_is_told_by_in(k, x->rank),
	                         .tried = why == RG_TRIED || k->due,
	                         .root = k->root,
	                         .blocks = blocks,
	                         .count = count,
	                         .longest = longest,
	                         .type = told.type,
	                         .op = k->op,
	                         .why = why,
	                         .due = k->due};
	x->leaves = true;
}

static enum rg_decision decide(struct rg_call *k, struct rg_inquiry *j, bool windows)
{
	enum rg_reason why = j->x->why;

	j->choice = NULL;
	j->images = false;
	if (why == RG_OURS)
		why = not_in_this_form(k, j->x);
	if (why == RG_OURS)
		why = rg_planned(k, j, windows);
	j->why = why;
	if (why == RG_OURS || rg_is_tuned(k, j)) {
		enum rg_reason where = rg_where(k, j->x, &j->s, &j->images);
		j->why = why = where == RG_OURS ? why : where;
	}
	if (rg_is_tuned(k, j)) /* that is still to be settled */
		return why == RG_OURS ? RG_FOR_US : RG_FOR_MPI;
	if (why == RG_SLOWER)
		rg_keep_left(k, j->x, why);
	rg_tell_why(j->x, k, why, j->choice);
	return why == RG_OURS ? RG_FOR_US : RG_FOR_MPI;
}

static enum rg_decision wrong(const struct rg_call *k, struct rg_inquiry *j, int err, bool raised)
{
	j->err = err;
	if (!raised)
		PMPI_Comm_call_errhandler(k->comm, err);
	return RG_WRONG;
}

enum rg_decision rg_find_context(const struct rg_call *k, struct rg_inquiry *j)
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
	rg_tell_why(j->x, k, j->x->why, NULL);
	return RG_FOR_MPI;
}

enum rg_decision rg_decide(struct rg_call *k, struct rg_inquiry *j)
{
	struct rg_context *x = j->x;
	bool raised = false;
	int err;

	if ((err = rg_measure(k, x, &j->s))) /* MPI says it in its own way, but some reductions of
	                                        MPICH 4.0 that block crash */
		return k->form == RG_BLOCKING ? wrong(k, j, err, false) : RG_FOR_MPI;
	if (is_empty(k, &j->s)) {
		j->why = RG_EMPTY;
		rg_tell_why(x, k, RG_EMPTY, NULL);
		return RG_FOR_MPI;
	}
	if (x->why == RG_NEW && k->form == RG_BLOCKING &&
	    rg_is_young(x, rg_agreed_bytes(k, &j->s))) {
		rg_tell_why(x, k, RG_NEW, NULL);
		return RG_FOR_MPI;
	}
	if (!rg_buffers_settled(k, x, &j->s) || (k->reduces && !rg_op_settled(k, x)))
		return RG_FOR_MPI;
	if (x->why == RG_NEW && k->form != RG_NONBLOCKING && (err = rg_check(k, x, &raised)))
		return wrong(k, j, err, raised);
	if (x->why == RG_OURS && !rg_types_are_committed(k, x, &j->s))
		return RG_FOR_MPI;
	return decide(k, j, rg_fits_windows(k, x, &j->s));
}

enum rg_decision rg_decide_plain(struct rg_call *k, struct rg_inquiry *j)
{
	return decide(k, j, false);
}
