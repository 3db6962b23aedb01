/* SPDX-License-Identifier: BSD-3-Clause
 * plan_table: the lists of choices and the plans, as C text: the arrays `choices` and `plans` of an
 * emitted file (struct rg_choice and struct rg_plan in ringgen.h).
 */
#ifndef RG_PLAN_TABLE_H
#define RG_PLAN_TABLE_H

#include <stdbool.h>

#include "base/text.h"
#include "plan/plans.h"

/* Both arrays. A list that several plans have is there once. `timed`: a comment tells the predicted
 * time of each choice, which means something only if the plans are for one shape of a job. */
void rg_plan_table(const struct rg_plans *plans, bool timed, struct rg_text *out);

#endif
