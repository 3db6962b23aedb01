/* SPDX-License-Identifier: BSD-3-Clause
 * The questions of a call to the tuner.
 */
#include "call/tune.h"
#include "ringgen/tuned.h"

/* The power of two that so many bytes reach. */
static int size_of(int64_t bytes)
{
	int size = 0;

	while (bytes >> (size + 1))
		size++;
	return size;
}

enum rg_decision rg_tune(struct rg_call *k, struct rg_inquiry *j)
{
	struct rg_context *x = j->x;
	const int root = rg_has_root(k->which) ? rg_context_root(x, k->root) : 0;
	const struct rg_call_kind kind = {.which = k->which,
	                                  .purpose = j->purpose,
	                                  .windows = j->windows,
	                                  .root = rg_tuned_root(&x->places, k->which, root),
	                                  .size = size_of(j->bytes)};
	const struct rg_tuned_candidates candidates = {.plan = j->plan,
	                                               .planned =
	                                                       j->why == RG_OURS ? j->choice : NULL,
	                                               .native = !(k->reduces && x->reproducible)};

	j->err = rg_tuner_begin(x, &kind, &candidates, &j->choice, &k->timing);
	if (j->err) {
		PMPI_Comm_call_errhandler(k->comm, j->err);
		return RG_WRONG;
	}
	return j->choice->algorithm ? RG_FOR_US : RG_FOR_MPI;
}
