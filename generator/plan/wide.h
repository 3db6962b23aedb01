/* SPDX-License-Identifier: BSD-3-Clause
 * wide: all that may be tried of a collective, behind the choices of its plan.
 */
#ifndef RG_PLAN_WIDE_H
#define RG_PLAN_WIDE_H

#include "plan/choices.h"

/* Add spare choices: all candidates, in the slices that are best for some size, in half of these
 * and in twice as long ones, and uncut, that are predicted to take at most RG_WORTH_WIDE times as
 * long as the fastest at some size; if these are too many, those that come nearest to the fastest.
 * Trees and segments are searched so by R. Nishtala and others, 2003, section 4. Chosen: nine of
 * ten of the model's predictions are right within a factor of 2.4 at best. */
#define RG_WORTH_WIDE 2.4
void rg_plan_choices_widen(struct rg_plan_choices *p, struct rg_contest *c);

#endif
