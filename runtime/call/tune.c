/* SPDX-License-Identifier: BSD-3-Clause
 * The questions of a call to the tuner.
 */
#include "call/tune.h"
#include "call/announce.h"
#include "call/settle.h"
#include "ringgen/tuned.h"

/* The power of two that so many bytes reach. */
static int size_of(int64_t bytes)
{
	int size = 0;

	while (bytes >> (size + 1))
		size++;
	return size;
}

static enum rg_decision wrong(struct rg_inquiry *j, int err)
{
	j->err = err;
	return RG_WRONG;
}

/* By the tuner's lottery. */
static enum rg_decision draw(struct rg_call *k, struct rg_inquiry *j, struct rg_tuned_kind *kind)
{
	int err = rg_tuner_begin(j->x, kind, &j->choice, &k->timing);

	rg_tell_why(j->x, k, RG_OURS, NULL);
	if (err) {
		PMPI_Comm_call_errhandler(k->comm, err);
		return wrong(j, err);
	}
	return j->choice->algorithm ? RG_FOR_US : RG_FOR_MPI;
}

/* By a trial, else as the plan has it: j->why says so already. */
static enum rg_decision settle(struct rg_call *k, struct rg_inquiry *j,
                               const struct rg_call_kind *key,
                               const struct rg_tuned_candidates *candidates)
{
	struct rg_settled settled;
	int err = rg_settle(k, j, *key, candidates, &settled);

	if (err)
		return wrong(j, err);
	if (settled.choice) {
		j->choice = settled.choice;
		j->why = j->choice->algorithm ? RG_OURS : RG_TRIED;
	}
	k->due = settled.due;
	if (j->why != RG_OURS)
		rg_keep_left(k, j->x, j->why);
	rg_tell_why(j->x, k, j->why, j->choice);
	return j->why == RG_OURS ? RG_FOR_US : RG_FOR_MPI;
}

enum rg_decision rg_tune(struct rg_call *k, struct rg_inquiry *j)
{
	struct rg_context *x = j->x;
	const int root = rg_has_root(k->which) ? rg_context_root(x, k->root) : 0;
	const struct rg_call_kind key = {.which = k->which,
	                                 .purpose = j->purpose,
	                                 .windows = j->windows,
	                                 .root = rg_tuned_root(&x->places, k->which, root),
	                                 .size = size_of(j->bytes)};
	const bool planned = j->why == RG_OURS;
	const struct rg_tuned_candidates candidates = {
		.plan = j->plan,
		.planned = planned ? j->choice : NULL,
		.native = !(k->reduces && x->reproducible) && (x->tuning || x->native || !planned)};
	struct rg_tuned_kind *kind = NULL;
	int err = MPI_SUCCESS;

	if (x->tuning && !(kind = rg_kind_of(x, &key, &candidates, &err))) {
		PMPI_Comm_call_errhandler(k->comm, err);
		return wrong(j, err);
	}
	return kind && kind->n ? draw(k, j, kind) : settle(k, j, &key, &candidates);
}
