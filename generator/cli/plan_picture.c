/* SPDX-License-Identifier: BSD-3-Clause
 * plan_picture: the plan of one placement as a picture.
 */
#include "cli/plan_picture.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/units.h"
#include "show/chart.h"

bool rg_plan_picture_can(const struct rg_options *o, struct rg_diag *d)
{
	for (int i = 0; i < RG_ROUTINES; i++)
		if (o->wanted[i].n && !rg_has_one_size(rg_routines[i].collective))
			return true;
	rg_error(d, NULL, 0, "--plot: the time of these collectives does not depend on the size");
	return false;
}

void rg_plan_picture_add(struct rg_plan_picture *p, struct rg_contest *c,
                         enum rg_collective collective, enum rg_purpose purpose,
                         const struct rg_time_bound *bound)
{
	if (!rg_contest_candidates(c) || rg_has_one_size(collective))
		return;
	p->panel = rg_grow(p->panel, p->n, &p->cap, sizeof *p->panel);
	p->panel[p->n++] = rg_panel_new(c, collective, purpose, bound);
}

void rg_plan_picture_draw(const struct rg_plan_picture *p, const struct rg_options *o,
                          const struct rg_scenario *g, struct rg_text *svg)
{
	const struct rg_placement *at = g->placement;
	struct rg_text title = {0}, below = {0};
	char startup[32];

	rg_textf(&title, "%s: what collectives are predicted to take", g->routes->topo->name);
	rg_textf(&below,
	         "%d rank%s on %d machine%s%s; start-up of a message between machines: %s "
	         "at each end",
	         at->places.P, at->places.P == 1 ? "" : "s", at->machines,
	         at->machines == 1 ? "" : "s", g->windows ? ", with windows" : "",
	         rg_show_time(startup, sizeof startup, g->model.startup));
	rg_chart(p->panel, (int)p->n, title.s, below.s, o->show.dark ? &rg_dark : &rg_light, svg);
	rg_text_free(&title);
	rg_text_free(&below);
}

void rg_plan_picture_free(struct rg_plan_picture *p)
{
	for (size_t i = 0; i < p->n; i++)
		rg_panel_free(&p->panel[i]);
	free(p->panel);
}
