/* SPDX-License-Identifier: BSD-3-Clause
 * The trial of a kind of calls (communicator/kinds.h): its candidates are timed on scratch data.
 *
 * How long trials may take (RINGGEN_TRIAL) is what rank 0 says: by default 0.3 s in a process, and
 * no more than a fiftieth of the time that it has run.
 */
#ifndef RG_CALL_TRIAL_H
#define RG_CALL_TRIAL_H

#include "call/planned.h"

#pragma GCC visibility push(hidden)

/* Whether enough is known of a candidate. */
bool rg_was_tried(const struct rg_tuned_candidate *c);

/* Try those of a kind that are not known yet, by calls like k, if there is time for it; what was
 * measured is kept. `j` has what was found out about k. Collective. Returns MPI's error code, which
 * was raised. */
int rg_trial(const struct rg_call *k, struct rg_inquiry *j, struct rg_tuned_kind *kind);

#pragma GCC visibility pop
#endif
