/* SPDX-License-Identifier: BSD-3-Clause
 * plan_picture: the plan of one placement as a picture, see show/chart.h.
 */
#ifndef RG_PLAN_PICTURE_H
#define RG_PLAN_PICTURE_H

#include "cli/options.h"
#include "show/panel.h"

/* Zero it to begin. */
struct rg_plan_picture {
	struct rg_panel *panel; /* [n] */
	size_t n, cap;
};

/* Is anything wanted whose time depends on the size? If not that is reported. */
bool rg_plan_picture_can(const struct rg_options *o, struct rg_diag *d);

/* A panel for that contest, if it has candidates and what they take depends on the size. */
void rg_plan_picture_add(struct rg_plan_picture *p, struct rg_contest *c,
                         enum rg_collective collective, enum rg_purpose purpose,
                         const struct rg_time_bound *bound);
void rg_plan_picture_draw(const struct rg_plan_picture *p, const struct rg_options *o,
                          const struct rg_scenario *g, struct rg_text *svg);
void rg_plan_picture_free(struct rg_plan_picture *p);

#endif
