/* SPDX-License-Identifier: BSD-3-Clause
 * The trial of a kind of calls (communicator/kinds.h): its candidates are timed on scratch data,
 * before its first call if there is time, and what was the fastest serves such calls for good, or
 * MPI's own routine where that does as well (rg_serves_as_well).
 *
 * What is known from earlier runs is taken as it is. Where there was no time for a trial before the
 * first call, the plan decides for all of this run; a trial may come later, for the runs that
 * follow. So what serves a kind of calls never changes within a run; and once all its candidates
 * have been tried it does not change between runs, either.
 *
 * How long trials may take (RINGGEN_TRIAL) is what rank 0 says: by default 0.3 s in a process, and
 * no more than a fiftieth of the time that it has run.
 */
#ifndef RG_CALL_TRIAL_H
#define RG_CALL_TRIAL_H

#include "call/planned.h"

#pragma GCC visibility push(hidden)

/* Settle by what such a call is served: by *choice; NULL: by the plan. Collective. `candidates` are
 * those that the kind was made from. Returns MPI's error code, which was raised. */
int rg_trial_choose(const struct rg_call *k, struct rg_inquiry *j, struct rg_tuned_kind *kind,
                    const struct rg_choice **choice);

#pragma GCC visibility pop
#endif
