/* SPDX-License-Identifier: BSD-3-Clause
 * json_survey: what to measure between ranks, as JSON.
 */
#include "show/json_survey.h"

#include "show/json.h"

static void put_bounds(json_object *all, const struct rg_survey_bound bound[RG_COLLECTIVES])
{
	json_object *bounds = rg_json_array(all, "bounds");
	for (int i = 0; i < RG_COLLECTIVES; i++) {
		json_object *o = rg_json_object(bounds, NULL);
		rg_json_text(o, "collective", rg_collectives[i].name);
		rg_json_number(o, "seconds_per_byte", bound[i].time.each);
		rg_json_number(o, "ring_seconds_per_byte", bound[i].ring);
		rg_json_number(o, "first_seconds", bound[i].time.first);
		rg_json_number(o, "least_seconds", bound[i].time.least);
	}
}

static void put_pair(json_object *list, const struct rg_survey_pair *p)
{
	json_object *o = rg_json_object(list, NULL);
	rg_json_whole(o, "a_rank", p->a);
	rg_json_whole(o, "b_rank", p->b);
	rg_json_whole(o, "links", p->links);
}

static void put_cut(json_object *list, const struct rg_topo *t, const struct rg_survey *s,
                    const struct rg_survey_cut *cut)
{
	json_object *o = rg_json_link(list, NULL, t, cut->link), *pairs = rg_json_array(o, "pairs");
	for (int i = cut->first; i < cut->first + cut->pairs; i++)
		put_pair(pairs, &s->crossing[i]);
}

void rg_json_survey(const struct rg_routes *r, const struct rg_place *rank, int P,
                    struct rg_text *out)
{
	struct rg_survey *s = rg_survey_new(r, rank, P);
	struct rg_survey_bound bound[RG_COLLECTIVES];
	json_object *all = rg_json_new("survey", r->topo);
	rg_json_whole(all, "ranks", P);
	rg_json_whole(all, "machines", rg_survey_bounds(r, rank, P, bound));
	put_bounds(all, bound);
	json_object *pairs = rg_json_array(all, "pairs");
	for (int i = 0; i < s->pairs; i++)
		put_pair(pairs, &s->pair[i]);
	json_object *cuts = rg_json_array(all, "cuts");
	for (int i = 0; i < s->cuts; i++)
		put_cut(cuts, r->topo, s, &s->cut[i]);
	rg_survey_free(s);
	rg_json_print(all, out);
}
