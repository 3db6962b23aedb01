/* SPDX-License-Identifier: BSD-3-Clause
 * chart: predicted times against the size of the vector, as SVG: a panel for each collective, in it
 * all candidates, and in front of them the plan.
 */
#ifndef RG_CHART_H
#define RG_CHART_H

#include "base/text.h"
#include "show/colours.h"
#include "show/panel.h"

/* Under a title and a line below it. The same panels give the same bytes. */
void rg_chart(const struct rg_panel *panel, int panels, const char *title, const char *below,
              const struct rg_colours *colours, struct rg_text *svg);

#endif
