/* SPDX-License-Identifier: BSD-3-Clause
 * json_phased: an all-to-all, certified, as JSON.
 */
#include "show/json_phased.h"

#include <math.h>
#include <stdlib.h>

#include "show/json_certify.h"

static void put_verdict(json_object *o, const struct rg_phased_certificate *c)
{
	struct rg_text reason = {0};
	if (c->verdict == RG_IS_UNKNOWN)
		rg_phased_doubt(c, &reason);
	else if (c->fault[0])
		rg_text_add(&reason, c->fault);
	rg_json_text(o, "verdict", rg_json_verdicts[c->verdict]);
	rg_json_text(o, "claim", rg_json_claims[c->verdict]);
	rg_json_text(o, "reason", reason.s);
	rg_json_text(o, "assumed", c->assumed.text.s);
	rg_json_text(o, "collective", "alltoall");
	rg_json_whole(o, "ranks", c->P);
	rg_json_whole(o, "machines", c->machines);
	rg_text_free(&reason);
}

/* The busiest phase, with its overloaded directions and at most so many pairs of each (0: all). */
static void put_busiest(json_object *to, const struct rg_phased_certificate *c, int most_pairs)
{
	if (c->busiest < 0) {
		rg_json_null(to, "busiest");
		return;
	}
	json_object *o = rg_json_object(to, "busiest");
	rg_json_whole(o, "phase", c->busiest + 1);
	rg_json_resource(o, "worst", c->routes, c->worst);
	rg_json_whole(o, "load", c->busy->load[c->worst]);
	rg_json_number(o, "demand", c->demand);
	json_object *list = rg_json_array(o, "overloaded");
	for (int k = 0; k < c->busy->overloaded; k++)
		rg_json_overloaded(list, c->busy, k, most_pairs);
}

/* Phases, with what they take beside the bound. */
static void put_phases(json_object *o, const struct rg_phased_certificate *c, int64_t bytes,
                       double bound, int most_pairs)
{
	double seconds = rg_phased_seconds(c, bytes);
	rg_json_whole(o, "phases", c->phases);
	rg_json_whole(o, "phases_beyond", c->beyond);
	rg_json_whole(o, "highest_load", c->most);
	put_busiest(o, c, most_pairs);
	rg_json_number(o, "seconds", seconds);
	rg_json_number(o, "efficiency", bound > 0 && seconds > 0 ? fmin(bound / seconds, 1) : NAN);
}

static void put_bound(json_object *to, const struct rg_phased_certificate *c,
                      const struct rg_lower_bound *b, int64_t bytes)
{
	if (b->bound <= 0) {
		rg_json_null(to, "bound");
		return;
	}
	json_object *o = rg_json_object(to, "bound");
	int links = 0, *link = b->cut < 0 ? rg_pairs_bound_links(c->busy, &links) : NULL;
	rg_json_whole(o, "bytes", bytes);
	rg_json_number(o, "seconds", b->bound);
	rg_json_resource(o, "link", c->routes, b->cut);
	json_object *list = rg_json_array(o, "parted_by");
	for (int i = 0; i < links; i++)
		rg_json_link(list, NULL, c->routes->topo, link[i]);
	free(link);
}

void rg_json_phased(const struct rg_phased_report *r, struct rg_text *out)
{
	const struct rg_phased_certificate *c = r->c;
	struct rg_lower_bound b = rg_pairs_bound(c->busy, r->o.bytes);
	json_object *all = rg_json_new("certify", c->routes->topo);
	put_verdict(all, c);
	rg_json_text(all, "schedule", r->by);
	put_phases(all, c, r->o.bytes, b.bound, r->o.most_pairs);
	json_object *least = rg_json_resource(all, "most_messages", c->routes, c->crowded);
	if (least)
		rg_json_whole(least, "messages", c->least);
	put_bound(all, c, &b, r->o.bytes);
	put_phases(rg_json_object(all, "pairwise_by_rank"), r->usual, r->o.bytes, b.bound,
	           r->o.most_pairs);
	if (r->o.all_loads) {
		json_object *loads = rg_json_array(all, "loads_by_phase");
		for (int i = 0; i < c->phases; i++)
			rg_json_whole(loads, NULL, c->load[i]);
	}
	rg_json_print(all, out);
}
