/* SPDX-License-Identifier: BSD-3-Clause
 * plan_timeline: what happens when in one collective, by what the plan takes for it: a picture, or
 * the same for programs that show such things.
 */
#ifndef RG_PLAN_TIMELINE_H
#define RG_PLAN_TIMELINE_H

#include "base/diag.h"
#include "base/text.h"
#include "cli/options.h"
#include "plan/contest.h"

/* Is there one collective, and the size of its vector? Else that is an error of the user's. */
bool rg_plan_timeline_can(const struct rg_options *o, struct rg_diag *d);

/* Add it. `len`: of irregular collectives, [P] bytes of the blocks. Else d says why not:
 * RG_UNKNOWN, it cannot be followed or shown; RG_INVALID, what was measured is not in the files. */
enum rg_status rg_plan_timeline(const struct rg_options *o, const struct rg_scenario *g,
                                const int64_t *len, struct rg_text *out, struct rg_diag *d);

#endif
