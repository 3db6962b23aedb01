/* SPDX-License-Identifier: BSD-3-Clause
 * plan_command: which algorithm for which size, on one placement, and why.
 */
#include "cli/plan_command.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/progress.h"
#include "cli/conditions.h"
#include "cli/fit.h"
#include "cli/own_choice.h"
#include "cli/plan_pages.h"
#include "cli/plan_picture.h"
#include "cli/plan_timeline.h"
#include "engine/sizes.h"
#include "plan/planning.h"

static enum rg_status plan(const struct rg_options *o, const struct rg_job *s, const int64_t *len,
                           const struct rg_tuned *measured, struct rg_plan_native *native,
                           struct rg_text *out, struct rg_diag *d)
{
	enum rg_status status;
	const struct rg_placement *p = s->placement;
	struct rg_scenario g = {.routes = s->routes,
	                        .placement = p,
	                        .model = o->model,
	                        .root = o->root,
	                        .windows = p->places.P > p->machines};
	rg_model_settle(&g.model, s->topo, p->machine, p->machines);
	g.cache = rg_cost_cache_new(g.routes, p, &g.model);
	rg_progress_begin();
	if (native)
		native->ground = rg_native_ground_new(g.routes, p, &g.model, o->root);
	if (o->show.timeline)
		status = rg_plan_timeline(o, &g, len, out, d);
	else
		status = rg_plan_pages(o, &g, len, measured, native, out) ? RG_OK : RG_REFUTED;
	if (native)
		rg_native_ground_free(native->ground);
	rg_progress_end();
	rg_cost_cache_free(g.cache);
	return status;
}

/* The lengths of blocks that are asked about, into *len, to be freed; NULL: none are. False: they
 * are wrong. */
static bool lengths(const struct rg_options *o, int P, int64_t **len, struct rg_diag *d)
{
	int64_t mean = o->size / P > 1 ? o->size / P : 1;
	*len = NULL;
	if (!o->size && !o->blocks)
		return true;
	if (o->blocks && !o->size && !strchr("0123456789", o->blocks[0])) {
		rg_error(d, NULL, 0, "--blocks: a kind of blocks needs --size");
		return false;
	}
	*len = rg_alloc((size_t)P, sizeof **len);
	char *wrong = rg_sizes_parse(o->blocks ? o->blocks : "same", P, mean, *len);
	if (wrong)
		rg_error(d, NULL, 0, "--blocks: '%s' %s", o->blocks, wrong);
	bool right = !wrong;
	free(wrong);
	return right;
}

static enum rg_status run(const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct rg_job s = {0};
	struct rg_text text = {0};
	enum rg_status status = RG_INVALID;
	int64_t *len = NULL;
	struct rg_tuned measured = {.n = 0};
	struct rg_own_choice choice = {.mpich = NULL};
	struct rg_plan_native native = {.library = &choice.library};
	bool read = !o->tuned || rg_tuning_read(&measured, o->tuned, &d) == 0;
	if (rg_job_load(&s, &o->job, o->model.of, &d) == 0 && read) {
		rg_fit_parameters(o, s.placement->places.P, s.placement->machines);
		if (!rg_fit_root(o, s.placement->places.P, &d) ||
		    (o->show.plot && !rg_plan_picture_can(o, &d)) ||
		    (o->show.timeline && !rg_plan_timeline_can(o, &d)) ||
		    !lengths(o, s.placement->places.P, &len, &d))
			status = RG_USAGE;
		else if (!rg_plans_can(s.placement->places.P, &d))
			status = RG_UNKNOWN;
		else
			status = o->mpi ? rg_own_choice_find(&choice, o, s.placement->places.P, &d)
			                : RG_OK;
		if (status == RG_OK)
			status = plan(o, &s, len, &measured, o->mpi ? &native : NULL, &text, &d);
		if (status == RG_OK && rg_write(&(struct rg_output){o->output, &text}, 1, &d) != 0)
			status = RG_INVALID;
	}
	rg_text_free(&text);
	rg_own_choice_free(&choice);
	rg_tuned_free(&measured);
	free(len);
	rg_job_free(&s);
	return status;
}

static bool is_no_drawing(const struct rg_options *o)
{
	return !o->show.plot && (!o->show.timeline || o->show.json);
}

static const struct rg_condition conditions[] = {
	RG_WITH_TASKS,
	RG_WITH_STDIN_ONCE,
	{.given = "from", .needs = "mpi", .says = "--from goes with --mpi mpich"},
	RG_WITH_FROM,
	{.given = "plot",
         .without = "csv size blocks tuned mpi",
         .says = "--plot goes without --csv, --size, --blocks, --tuned and --mpi"},
	{.given = "timeline",
         .without = "csv plot tuned mpi",
         .says = "--timeline goes without --csv, --plot, --tuned and --mpi"},
	{.given = "measured", .needs = "timeline", .says = "--measured goes with --timeline"},
	{.given = "dark", .wrong = is_no_drawing, .says = "--dark goes with --plot or --timeline"},
	RG_WITH_JSON,
	{.says = NULL},
};

const struct rg_command rg_plan_command = {
	.name = "plan",
	.takes = "hosts ranks-per-node ops collective size blocks tuned mpi from root "
		 "csv plot timeline measured dark model json reduce rail seconds seed "
		 "output",
	.conditions = conditions,
	.file = RG_ONE_FILE,
	.run = run,
};
