/* SPDX-License-Identifier: BSD-3-Clause
 * json_plan: the plan of one placement as JSON.
 */
#include "show/json_plan.h"

#include <math.h>

json_object *rg_plan_json_new(const struct rg_scenario *g)
{
	json_object *all = rg_json_new("plan", g->routes->topo);
	rg_json_whole(all, "ranks", g->placement->places.P);
	rg_json_whole(all, "machines", g->placement->machines);
	rg_json_flag(all, "windows", g->windows);
	rg_json_number(all, "startup_seconds", g->model.startup);
	rg_json_flag(all, "estimated", g->placement->places.P > RG_ESTIMATED_FROM);
	rg_json_array(all, "collectives");
	return all;
}

json_object *rg_plan_json_collective(json_object *all, enum rg_collective collective,
                                     enum rg_purpose purpose, const struct rg_time_bound *bound)
{
	static const char *const operands[RG_PURPOSES] = {"any", "ordered", "uneven"};
	json_object *o = rg_json_object(rg_json_under(all, "collectives"), NULL);
	rg_json_text(o, "collective", rg_collectives[collective].name);
	rg_json_text(o, "for", operands[purpose]);
	rg_json_number(o, "bound_seconds_per_byte", bound->each > 0 ? bound->each : NAN);
	rg_json_number(o, "bound_first_seconds", bound->each > 0 ? bound->first : NAN);
	rg_json_number(o, "bound_least_seconds", bound->least > 0 ? bound->least : NAN);
	return o;
}

static void put_variant(json_object *o, const struct rg_variant *variant, int64_t slice)
{
	rg_json_text(o, "algorithm", variant->routine->algorithm->name);
	rg_json_text(o, "parameters", variant->parameters);
	if (slice)
		rg_json_whole(o, "slice_bytes", slice);
	else
		rg_json_null(o, "slice_bytes");
}

void rg_plan_json_choices(json_object *collective, const struct rg_plan_choices *choices)
{
	json_object *list = rg_json_array(collective, "plan");
	for (int i = 0; i < choices->n; i++) {
		const struct rg_plan_choice *p = &choices->choice[i];
		if (i && p->native && p[-1].native)
			continue; /* what would serve instead is another */
		json_object *o = rg_json_object(list, NULL);
		rg_json_whole(o, "from_bytes", p->bytes);
		rg_json_flag(o, "native", p->native);
		if (!p->native)
			put_variant(o, &p->variant, p->slice);
		rg_json_number(o, "seconds", p->seconds);
	}
}

void rg_plan_json_candidate(json_object *collective, const struct rg_contest *c, int i,
                            int64_t bytes, struct rg_prediction prediction)
{
	struct rg_traffic t = rg_contest_traffic(c, i);
	json_object *list = rg_json_under(collective, "candidates");
	if (!list) {
		rg_json_whole(collective, "bytes", bytes);
		list = rg_json_array(collective, "candidates");
	}
	json_object *o = rg_json_object(list, NULL);
	put_variant(o, rg_contest_variant(c, i), prediction.slice);
	rg_json_number(o, "seconds", prediction.seconds);
	rg_json_whole(o, "steps", t.waits);
	rg_json_whole(o, "messages", t.messages);
	rg_json_whole(o, "highest_load", t.load);
	rg_json_resource(o, "on", rg_contest_scenario(c)->routes, t.load ? t.resource : -1);
}
