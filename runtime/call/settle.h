/* SPDX-License-Identifier: BSD-3-Clause
 * What serves a kind of calls for good, by a trial before the first of them if there is time: what
 * was the fastest, or MPI's own routine where that does as well (rg_serves_as_well).
 *
 * What is known from earlier runs is taken as it is. Where there was no time for a trial before the
 * first call, the plan decides for all of this run; a trial may come later, for the runs that
 * follow. So what serves a kind of calls never changes within a run; and once all its candidates
 * have been tried it does not change between runs, either.
 *
 * Calls whose lengths not all ranks know are of one kind: the same serves them all. So that it is
 * slow for none, calls of some lengths are tried (rungs.h), whatever those of the program are; what
 * is behind MPI's own at one of them serves none. For a length there may be no time before a later
 * run; until then those decide that were tried.
 */
#ifndef RG_SETTLE_H
#define RG_SETTLE_H

#include "call/planned.h"

struct rg_settled {
	const struct rg_choice *choice; /* NULL: the plan decides */
	int64_t *due; /* calls until there is a trial of their kind; NULL: none is to come */
};

#pragma GCC visibility push(hidden)

/* Settle by what such a call is served. Collective. `key` is of its bytes, and the candidates are
 * what the kind is made from. Returns MPI's error code, which was raised. */
int rg_settle(const struct rg_call *k, struct rg_inquiry *j, struct rg_call_kind key,
              const struct rg_tuned_candidates *candidates, struct rg_settled *settled);

#pragma GCC visibility pop
#endif
