/* SPDX-License-Identifier: BSD-3-Clause
 * json_check: a topology as JSON.
 */
#include "show/json_check.h"

#include "fabric/check.h"
#include "fabric/rail.h"
#include "fabric/rules.h"
#include "show/json.h"

static void put_cores(json_object *o, const struct rg_topo *t, const struct rg_overview *view)
{
	if (view->undescribed == t->machines)
		rg_json_null(o, "cores");
	else
		rg_json_whole(o, "cores", view->cores);
	rg_json_whole(o, "machines_not_described", view->undescribed);
}

static void put_routing(json_object *o, const struct rg_topo *t, const struct rg_overview *view)
{
	char words[64];
	rg_json_whole(o, "switches_with_tables", view->tables);
	rg_json_text(o, "routes", rg_routing_words(t, words, sizeof words));
	if (t->rail)
		rg_json_whole(o, "rail", t->rail);
	else
		rg_json_null(o, "rail");
	rg_json_whole(o, "machines_with_several_links", rg_rail_hosts(t));
}

static void put_narrow(json_object *list, const struct rg_topo *t, const struct rg_narrow *n)
{
	json_object *o =
		n->link < 0 ? rg_json_object(list, NULL) : rg_json_link(list, NULL, t, n->link);
	if (n->link < 0) {
		rg_json_text(o, "switch", t->vertex[n->at].name);
		rg_json_whole(o, "switches", n->switches);
		rg_json_whole(o, "links", n->links);
	}
	rg_json_whole(o, "machines_behind", n->machines);
	rg_json_number(o, "demand_bytes_per_second", n->demand);
	rg_json_number(o, "carries_bytes_per_second", n->carries);
	rg_json_number(o, "ratio", n->demand / n->carries);
}

void rg_json_check(const struct rg_topo *t, struct rg_text *out)
{
	struct rg_overview view = rg_overview(t);
	json_object *o = rg_json_new("check", t);
	rg_json_whole(o, "machines", t->machines);
	put_cores(o, t, &view);
	rg_json_whole(o, "switches", t->vertices - t->machines);
	rg_json_whole(o, "links", t->links);
	rg_json_flag(o, "tree", view.tree);
	rg_json_whole(o, "parts", view.parts);
	put_routing(o, t, &view);
	if (view.tree)
		rg_json_whole(o, "depth", view.depth);
	else
		rg_json_null(o, "depth");
	if (view.slowest < 0)
		rg_json_null(o, "slowest_link");
	else
		rg_json_link(o, "slowest_link", t, view.slowest);
	json_object *list = rg_json_array(o, "oversubscribed");
	for (int i = 0; i < view.narrows; i++)
		put_narrow(list, t, &view.narrow[i]);
	rg_overview_free(&view);
	rg_json_print(o, out);
}

void rg_json_graph(const struct rg_topo *t, struct rg_text *out)
{
	json_object *o = rg_json_new("check", t), *graph = rg_json_object(o, "graph");
	json_object *machines = rg_json_array(graph, "machines");
	json_object *switches = rg_json_array(graph, "switches");
	json_object *links = rg_json_array(graph, "links");
	for (int v = 0; v < t->vertices; v++)
		rg_json_text(t->vertex[v].kind == RG_MACHINE ? machines : switches, NULL,
		             t->vertex[v].name);
	for (int l = 0; l < t->links; l++)
		rg_json_link(links, NULL, t, l);
	rg_json_print(o, out);
}
