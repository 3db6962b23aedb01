/* SPDX-License-Identifier: BSD-3-Clause
 * plan_pages: the plan of one placement, a page for each collective and purpose.
 */
#ifndef RG_PLAN_PAGES_H
#define RG_PLAN_PAGES_H

#include "cli/options.h"
#include "show/plan_page.h"

/* Print it. `len`: of the blocks of irregular collectives, NULL: all lengths. `native` NULL: MPI's
 * own routines are not asked about. False: a candidate is wrong. */
bool rg_plan_pages(const struct rg_options *o, const struct rg_scenario *g, const int64_t *len,
                   const struct rg_tuned *measured, struct rg_plan_native *native,
                   struct rg_text *out);

#endif
