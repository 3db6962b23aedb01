/* SPDX-License-Identifier: BSD-3-Clause
 * plan_pages: the plan of one placement.
 */
#include "cli/plan_pages.h"

#include <stdio.h>

#include "base/progress.h"
#include "certify/bound.h"
#include "cli/plan_picture.h"
#include "plan/planning.h"
#include "show/json_plan.h"

/* Says which of the candidates are wrong, as their processes wait for each other; true: some. */
static bool any_stuck(const struct rg_plan_page *p)
{
	bool any = false;
	for (int i = 0; i < rg_contest_candidates(p->contest); i++) {
		const struct rg_variant *v = rg_contest_variant(p->contest, i);
		if (!rg_contest_stuck(p->contest, i))
			continue;
		rg_progress_clear();
		fprintf(stderr,
		        "ringgen: error: %s by %s is refuted: its processes wait for each other\n",
		        rg_collectives[p->collective].name,
		        rg_algorithm_name(v->routine->algorithm, v->parameters));
		any = true;
	}
	return any;
}

static void print_head(const struct rg_options *o, const struct rg_scenario *g, struct rg_text *out)
{
	const struct rg_placement *p = g->placement;
	char startup[32];
	if (o->show.csv) {
		rg_text_add(out, "collective,ordered,bytes,algorithm,ports,slice,seconds,bound\n");
		return;
	}
	rg_textf(out, "%s: %d rank%s on %d machine%s%s\n", g->routes->topo->name, p->places.P,
	         p->places.P == 1 ? "" : "s", p->machines, p->machines == 1 ? "" : "s",
	         g->windows ? ", with windows" : "");
	rg_textf(out, "start-up of a message between machines: %s at each end\n",
	         rg_show_time(startup, sizeof startup, g->model.startup));
	if (p->places.P > RG_ESTIMATED_FROM)
		rg_text_add(out,
		            "estimated: of many ranks the messages that come after as many "
		            "others are taken to share the links, in the order of the steps\n");
}

/* Has an operation that does not commute other candidates? */
static bool order_matters(const struct rg_options *o, enum rg_collective collective)
{
	for (int i = 0; i < RG_ROUTINES; i++)
		if (o->wanted[i].n && rg_routines[i].collective == collective &&
		    rg_routines[i].algorithm->commutes)
			return true;
	return false;
}

bool rg_plan_pages(const struct rg_options *o, const struct rg_scenario *g, const int64_t *len,
                   const struct rg_tuned *measured, struct rg_plan_native *native,
                   struct rg_text *out)
{
	bool right = true;
	const struct rg_placement *p = g->placement;
	struct rg_certificate *c = rg_certify(g->routes, p->ring, p->places.P);
	struct rg_contest *contest[RG_PURPOSES] = {NULL};
	while (p->places.order[c->root] != g->root)
		c->root++;
	struct rg_plan_picture picture = {0};
	json_object *json = o->show.json ? rg_plan_json_new(g) : NULL;
	if (!o->show.plot && !o->show.json)
		print_head(o, g, out);
	for (int i = 0; i < RG_LISTS; i++) {
		const int k = i % RG_PURPOSES;
		struct rg_plan_page page = {.collective = (enum rg_collective)(i / RG_PURPOSES),
		                            .purpose = (enum rg_purpose)k,
		                            .certificate = c,
		                            .measured = measured,
		                            .wanted = o->wanted,
		                            .native = native,
		                            .json = json,
		                            .out = out};
		page.len = rg_hides_size(page.collective) ? len : NULL;
		if (!rg_has_purpose(page.collective, page.purpose) ||
		    (page.purpose == RG_FOR_ORDER && !order_matters(o, page.collective)))
			continue;
		if (!contest[k] || page.purpose == RG_FOR_UNEVEN ||
		    !rg_same_candidates(o->wanted, page.collective)) {
			rg_contest_free(contest[k]);
			contest[k] = rg_contest_new(page.collective, page.purpose, o->wanted, g);
		}
		page.contest = contest[k];
		if (page.purpose != RG_FOR_UNEVEN && !page.len) /* of equal blocks */
			page.bound = rg_time_bound_of(c, page.collective, &g->model);
		if (o->show.plot)
			rg_plan_picture_add(&picture, page.contest, page.collective, page.purpose,
			                    &page.bound);
		else if (rg_contest_candidates(page.contest))
			rg_plan_page_print(&page, o->show.csv, o->size);
		right &= !any_stuck(&page);
	}
	for (int k = 0; k < RG_PURPOSES; k++)
		rg_contest_free(contest[k]);
	if (o->show.plot)
		rg_plan_picture_draw(&picture, o, g, out);
	if (json)
		rg_json_print(json, out);
	rg_plan_picture_free(&picture);
	rg_certificate_free(c);
	return right;
}
