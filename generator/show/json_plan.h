/* SPDX-License-Identifier: BSD-3-Clause
 * json_plan: the plan of one placement as JSON.
 */
#ifndef RG_JSON_PLAN_H
#define RG_JSON_PLAN_H

#include "cost/time_bound.h"
#include "plan/choices.h"
#include "show/json.h"

/* The object of a plan on this ground, to which collectives are put; print it with rg_json_print.
 */
json_object *rg_plan_json_new(const struct rg_scenario *g);

/* Put a collective with its bound (all 0: that is not known), and return it: rg_plan_json_choices
 * or rg_plan_json_candidate put what is found. */
json_object *rg_plan_json_collective(json_object *all, enum rg_collective collective,
                                     enum rg_purpose purpose, const struct rg_time_bound *bound);

/* Put what serves from which size on. */
void rg_plan_json_choices(json_object *collective, const struct rg_plan_choices *choices);

/* Put a candidate: what it takes for so many bytes in slices of so many (0: in one), and its
 * traffic. */
void rg_plan_json_candidate(json_object *collective, const struct rg_contest *c, int i,
                            int64_t bytes, struct rg_prediction prediction);

#endif
