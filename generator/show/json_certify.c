/* SPDX-License-Identifier: BSD-3-Clause
 * json_certify: a certificate as JSON.
 */
#include "show/json_certify.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "certify/apart.h"
#include "show/json.h"

const char *const rg_json_verdicts[] = {[RG_IS_PROVED] = "proved",
                                        [RG_IS_PROVED_ANY_WAY] = "proved",
                                        [RG_IS_WITHIN_CAPACITY] = "proved",
                                        [RG_IS_REFUTED] = "refuted",
                                        [RG_IS_UNKNOWN] = "unknown"};

/* What is proved. */
const char *const rg_json_claims[] = {[RG_IS_PROVED] = "contention free",
                                      [RG_IS_PROVED_ANY_WAY] = "contention free on any way",
                                      [RG_IS_WITHIN_CAPACITY] = "within capacity",
                                      [RG_IS_UNKNOWN] = NULL};

static const char *host_of(const struct rg_certificate *c, int position)
{
	const struct rg_topo *t = c->routes->topo;
	return t->vertex[t->machine[c->ring[position].machine]].name;
}

/* ---- The verdict and the loads ---- */

static void put_verdict(json_object *o, const struct rg_certificate *c)
{
	double demand;
	int worst = rg_certificate_worst(c, &demand);
	rg_json_text(o, "verdict", rg_json_verdicts[c->verdict]);
	rg_json_text(o, "claim", rg_json_claims[c->verdict]);
	if (c->verdict == RG_IS_UNKNOWN) {
		struct rg_text reason = {0};
		rg_certificate_doubt(c, &reason);
		rg_json_text(o, "reason", reason.s);
		rg_text_free(&reason);
	}
	rg_json_text(o, "assumed", rg_certificate_assumes(c));
	rg_json_whole(o, "ranks", c->P);
	rg_json_whole(o, "machines", c->machines);
	rg_json_whole(o, "highest_load", c->most);
	rg_json_resource(o, "worst", c->routes, worst);
	rg_json_number(o, "highest_demand", c->overloaded ? demand : NAN);
}

static void put_used(json_object *o, const char *key, int used, int overloaded)
{
	json_object *n = rg_json_object(o, key);
	rg_json_whole(n, "used", used);
	rg_json_whole(n, "overloaded", overloaded);
}

static json_object *put_pair(json_object *list, const struct rg_certificate *c, struct rg_pair p)
{
	json_object *o = rg_json_object(list, NULL);
	rg_json_text(o, "from", host_of(c, p.from));
	rg_json_text(o, "to", host_of(c, p.to));
	rg_json_whole(o, "from_rank", p.from);
	rg_json_whole(o, "to_rank", p.to);
	return o;
}

/* The k-th overloaded resource, with at most so many pairs (0: all). */
void rg_json_overloaded(json_object *list, const struct rg_certificate *c, int k, int most_pairs)
{
	int64_t begin = c->first[k], end = c->first[k + 1], shown = end;
	if (most_pairs > 0 && end - begin > most_pairs)
		shown = begin + most_pairs;
	json_object *o = rg_json_resource(list, NULL, c->routes, c->over[k]);
	rg_json_whole(o, "load", c->load[c->over[k]]);
	rg_json_number(o, "demand", c->demand[k]);
	json_object *pairs = rg_json_array(o, "pairs");
	for (int64_t i = begin; i < shown; i++)
		put_pair(pairs, c, c->pair[i]);
	rg_json_whole(o, "pairs_left_out", end - shown);
}

static void put_overloaded(json_object *o, const struct rg_certificate *c, int most_pairs)
{
	json_object *list = rg_json_array(o, "overloaded");
	for (int k = 0; k < c->overloaded; k++)
		rg_json_overloaded(list, c, k, most_pairs);
}

/* Pairs that have not one way, and why. */
static void put_lost(json_object *list, const struct rg_certificate *c, int most_pairs)
{
	char why[640];
	for (int i = 0; i < c->losts && (most_pairs <= 0 || i < most_pairs); i++) {
		const struct rg_lost *l = &c->lost[i];
		rg_json_text(put_pair(list, c, l->pair), "why",
		             rg_found_phrase(c->routes->topo, &l->found,
		                             c->ring[l->pair.to].machine, why, sizeof why));
	}
}

static void put_loads(json_object *o, const struct rg_certificate *c)
{
	json_object *loads = rg_json_array(o, "loads");
	for (int i = 0; i < c->routes->resources; i++)
		if (rg_certificate_tells(c, i))
			rg_json_whole(rg_json_resource(loads, NULL, c->routes, i), "load",
			              c->load[i]);
}

/* ---- Parts that nothing joins ---- */

/* The machines of a ring, each once, in the order of their first ranks. */
static void put_hosts(json_object *list, const struct rg_certificate *c)
{
	bool *told = rg_alloc((size_t)c->routes->topo->machines, sizeof *told);
	for (int k = 0; k < c->P; k++) {
		if (!told[c->ring[k].machine])
			rg_json_text(list, NULL, host_of(c, k));
		told[c->ring[k].machine] = true;
	}
	free(told);
}

static void put_parts(json_object *list, const struct rg_certificate *c, int most_pairs)
{
	struct rg_apart a = rg_certify_apart(c);
	for (int i = 0; i < a.parts; i++) {
		struct rg_certificate *part = rg_apart_certify(&a, i);
		json_object *o = rg_json_object(list, NULL);
		put_verdict(o, part);
		put_hosts(rg_json_array(o, "hosts"), part);
		put_overloaded(o, part, most_pairs);
		rg_certificate_free(part);
	}
	rg_apart_free(&a);
}

/* ---- The bound ---- */

/* Why nothing is faster: one link, or several that together part the ranks. */
static void put_reason(json_object *o, const struct rg_certificate *c, int cut)
{
	int links = 0, parts, *link = NULL;
	if (cut < 0)
		link = rg_bound_links(c, RG_ALLREDUCE, &links, &parts);
	rg_json_resource(o, "link", c->routes, cut);
	json_object *list = rg_json_array(o, "parted_by");
	for (int i = 0; i < links; i++)
		rg_json_link(list, NULL, c->routes->topo, link[i]);
	free(link);
}

static void put_bound(json_object *o, const struct rg_certificate *c, int64_t bytes)
{
	if (c->machines < 2) {
		rg_json_null(o, "bound");
		rg_json_null(o, "ring");
		rg_json_null(o, "efficiency");
		return;
	}
	struct rg_lower_bound b = rg_certificate_bound(c, RG_ALLREDUCE, bytes);
	json_object *bound = rg_json_object(o, "bound");
	rg_json_text(bound, "collective", rg_collectives[RG_ALLREDUCE].name);
	rg_json_whole(bound, "bytes", bytes);
	rg_json_number(bound, "seconds", b.bound);
	put_reason(bound, c, b.cut);
	if (c->losts) {
		rg_json_null(o, "ring");
		rg_json_null(o, "efficiency");
		return;
	}
	json_object *ring = rg_json_object(o, "ring");
	rg_json_number(ring, "seconds", b.ring);
	json_object *waits = rg_json_resource(ring, "waits_for", c->routes, b.bottleneck);
	if (waits) {
		rg_json_whole(waits, "load", c->load[b.bottleneck]);
		rg_json_number(waits, "carries_bytes", b.carries);
		rg_json_number(waits, "bandwidth_bytes_per_second",
		               c->routes->topo->link[b.bottleneck / 2].bandwidth);
	}
	rg_json_number(o, "efficiency",
	               b.bound > 0 && b.ring > 0 ? fmin(b.bound / b.ring, 1) : NAN);
}

/* ---- All of it ---- */

static void put_limits(json_object *o, const struct rg_certificate *c)
{
	const struct rg_topo *t = c->routes->topo;
	json_object *not = rg_json_object(o, "not_in_claim");
	rg_json_whole(not, "machines_not_described", rg_certificate_undescribed(c));
	rg_json_whole(not, "half_duplex_links", rg_certificate_half(c));
	rg_json_flag(not, "cores_not_known", c->inside_unknown);
	rg_json_text(not, "cores_shared_on",
	             c->cores_shared ? t->vertex[t->machine[c->shared]].name : NULL);
}

void rg_json_certify(const struct rg_certificate *c, const struct rg_report_options *o,
                     struct rg_text *out)
{
	json_object *all = rg_json_new("certify", c->routes->topo);
	int links = rg_certificate_overloaded_links(c);
	put_verdict(all, c);
	put_used(all, "link_directions", c->links_used, links);
	put_used(all, "boundary_directions", c->boundaries_used, c->overloaded - links);
	put_overloaded(all, c, o->most_pairs);
	put_lost(rg_json_array(all, "unknown"), c, o->most_pairs);
	json_object *parts = rg_json_array(all, "parts");
	if (c->verdict == RG_IS_UNKNOWN)
		put_parts(parts, c, o->most_pairs);
	if (o->all_loads)
		put_loads(all, c);
	if (o->bytes > 0)
		put_bound(all, c, o->bytes);
	put_limits(all, c);
	rg_json_print(all, out);
}

void rg_json_certify_unknown(const struct rg_topo *t, const char *reason, struct rg_text *out)
{
	json_object *o = rg_json_new("certify", t);
	rg_json_text(o, "verdict", rg_json_verdicts[RG_IS_UNKNOWN]);
	rg_json_text(o, "claim", rg_json_claims[RG_IS_UNKNOWN]);
	rg_json_text(o, "reason", reason);
	rg_json_print(o, out);
}
