/* SPDX-License-Identifier: BSD-3-Clause
 * What the tuner is asked of a call.
 */
#include "call/tune.h"

/* The power of two that so many bytes reach. */
static int size_of(int64_t bytes)
{
	int size = 0;

	while (bytes >> (size + 1))
		size++;
	return size;
}

/* A root on which other ranks of its machine wait costs more where they are many. */
static enum rg_root_class root_of(const struct rg_call *k, struct rg_context *x)
{
	const struct rg_runs *machines = &x->places.level[RG_ON_MACHINE];

	if (!rg_has_root(k->which))
		return RG_NO_ROOT;
	int pos = rg_context_root(x, k->root);
	return machines->first[rg_run_at(machines, pos)] == pos ? RG_ROOT_LEADS : RG_ROOT_ELSEWHERE;
}

enum rg_judgement rg_tune(struct rg_call *k, struct rg_judged *j)
{
	struct rg_context *x = j->x;
	const struct rg_kind kind = {.which = k->which,
	                             .purpose = j->purpose,
	                             .windows = j->windows,
	                             .root = root_of(k, x),
	                             .size = size_of(j->bytes)};
	const struct rg_ways ways = {.plan = j->plan,
	                             .planned = j->why == RG_OURS ? j->choice : NULL,
	                             .native = !(k->reduces && x->reproducible)};

	j->err = rg_tuner_begin(x, &kind, &ways, &j->choice, &k->timing);
	if (j->err) {
		PMPI_Comm_call_errhandler(k->comm, j->err);
		return RG_WRONG;
	}
	return j->choice->algorithm ? RG_FOR_US : RG_FOR_MPI;
}
