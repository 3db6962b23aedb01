/* SPDX-License-Identifier: BSD-3-Clause
 * simgrid: the cluster as a platform file of the simulator SimGrid.
 *
 * One zone with routes of one hop, which SimGrid joins by Dijkstra's algorithm and remembers: in a
 * tree there is one path, so it finds the right one; a thousand machines take a second, for a ring
 * has few pairs and each source is searched once. (Floyd's algorithm would search all pairs, a
 * table of whole routes would have a million lines, and nested zones would describe a tree and
 * nothing else.) A full-duplex link is two resources in SimGrid, UP from its first end to its
 * second and DOWN back; a half-duplex link is one that both directions share.
 *
 * In a graph that is no tree each pair of hosts that have ranks has its whole route: the one that
 * rg_route tells, so that what is simulated is what is certified and planned for.
 *
 * What passes between the ranks of one machine takes a loopback of the machine's own that never
 * limits: topology files give no bandwidth to the inside of a machine.
 *
 * Names are kept, and SimGrid takes every name that a topology file can have. In the identifiers of
 * zones and links, which are not written there, a colon stands between names: no name has one.
 */
#include "show/simgrid.h"

#include <stdlib.h>

#include "base/alloc.h"

static const char *machine_name(const struct rg_topo *t, int machine)
{
	return t->vertex[t->machine[machine]].name;
}

/* ---- Hosts and routers. SimGrid needs a speed; what is simulated here are messages only. */

static void print_vertices(const struct rg_topo *t, const struct rg_place *place, int P,
                           struct rg_text *xml)
{
	int *ranks = rg_alloc(t->machines, sizeof(int));
	for (int i = 0; i < P; i++)
		ranks[place[i].machine]++;
	for (int i = 0; i < t->vertices; i++) {
		const struct rg_vertex *v = &t->vertex[i];
		if (v->kind == RG_SWITCH) {
			rg_textf(xml, "    <router id=\"%s\"/>\n", v->name);
			continue;
		}
		int cores = v->inside ? v->inside->cores : ranks[v->machine];
		rg_textf(xml, "    <host id=\"%s\" speed=\"1Gf\" core=\"%d\"/>\n", v->name,
		         cores > 0 ? cores : 1);
	}
	free(ranks);
}

/* ---- Links, then the routes. SimGrid wants them in this order. */

/* "a:b", and of several between the same two ":2" behind it, and so on. */
static void add_link_id(const struct rg_topo *t, int link, struct rg_text *xml)
{
	const struct rg_link *l = &t->link[link];
	int n = rg_topo_link_number(t, link);
	rg_textf(xml, "%s:%s", t->vertex[l->a].name, t->vertex[l->b].name);
	if (n > 1)
		rg_textf(xml, ":%d", n);
}

static void print_link(const struct rg_topo *t, int link, double latency, struct rg_text *xml)
{
	const struct rg_link *l = &t->link[link];
	rg_text_add(xml, "    <link id=\"");
	add_link_id(t, link, xml);
	rg_textf(xml, "\" bandwidth=\"%.15gBps\" latency=\"%.15gs\" sharing_policy=\"%s\"/>\n",
	         l->bandwidth, latency < 0 ? l->latency : latency,
	         l->half ? "SHARED" : "SPLITDUPLEX");
}

/* 1e18 bytes a second is the most that a link of a topology file can have. */
static void print_loopback(const char *name, struct rg_text *xml)
{
	rg_textf(xml,
	         "    <link id=\"%s:%s\" bandwidth=\"1e18Bps\" latency=\"0s\" "
	         "sharing_policy=\"FATPIPE\"/>\n",
	         name, name);
}

static void begin_route(const char *from, const char *to, struct rg_text *xml)
{
	rg_textf(xml, "    <route src=\"%s\" dst=\"%s\" symmetrical=\"NO\">", from, to);
}

/* A link of a route, taken from its end b on if `down`. */
static void add_leg(const struct rg_topo *t, int link, bool down, struct rg_text *xml)
{
	rg_text_add(xml, "<link_ctn id=\"");
	add_link_id(t, link, xml);
	rg_textf(xml, "\"%s/>",
	         t->link[link].half ? ""
	         : down             ? " direction=\"DOWN\""
	                            : " direction=\"UP\"");
}

/* The routes of one hop over a link. */
static void print_hops(const struct rg_topo *t, int link, struct rg_text *xml)
{
	const struct rg_link *l = &t->link[link];
	for (int down = 0; down < 2; down++) {
		int from = down ? l->b : l->a, to = down ? l->a : l->b;
		begin_route(t->vertex[from].name, t->vertex[to].name, xml);
		add_leg(t, link, down, xml);
		rg_text_add(xml, "</route>\n");
	}
}

/* The whole route from machine to machine. */
static void print_route(const struct rg_routes *r, int from, int to, int *way, struct rg_text *xml)
{
	const struct rg_topo *t = r->topo;
	int n = rg_route(r, (struct rg_place){from, -1}, (struct rg_place){to, -1}, way);
	begin_route(machine_name(t, from), machine_name(t, to), xml);
	for (int i = 0; i < n; i++)
		add_leg(t, way[i] / 2, way[i] % 2, xml);
	rg_text_add(xml, "</route>\n");
}

/* The routes between all machines that have ranks. */
static void print_routes(const struct rg_routes *r, const struct rg_place *place, int P,
                         struct rg_text *xml)
{
	bool *used = rg_alloc((size_t)r->topo->machines, sizeof *used);
	int *way = rg_alloc((size_t)r->longest, sizeof *way);
	for (int i = 0; i < P; i++)
		used[place[i].machine] = true;
	for (int i = 0; i < r->topo->machines; i++)
		for (int k = 0; used[i] && k < r->topo->machines; k++)
			if (used[k] && k != i)
				print_route(r, i, k, way, xml);
	free(used);
	free(way);
}

void rg_simgrid_platform(const struct rg_routes *r, const struct rg_place *place, int P,
                         double latency, struct rg_text *xml)
{
	const struct rg_topo *t = r->topo;
	rg_text_add(xml, "<?xml version=\"1.0\"?>\n"
	                 "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
	                 "<platform version=\"4.1\">\n");
	rg_textf(xml, "  <zone id=\":%s\" routing=\"%s\">\n", t->name,
	         r->tree ? "DijkstraCache" : "Full");
	print_vertices(t, place, P, xml);
	for (int i = 0; i < t->links; i++)
		print_link(t, i, latency, xml);
	for (int i = 0; i < t->machines; i++)
		print_loopback(machine_name(t, i), xml);
	for (int i = 0; i < t->links && r->tree; i++)
		print_hops(t, i, xml);
	if (!r->tree)
		print_routes(r, place, P, xml);
	for (int i = 0; i < t->machines; i++) {
		const char *name = machine_name(t, i);
		begin_route(name, name, xml);
		rg_textf(xml, "<link_ctn id=\"%s:%s\"/></route>\n", name, name);
	}
	rg_text_add(xml, "  </zone>\n</platform>\n");
}

void rg_simgrid_hosts(const struct rg_topo *t, const struct rg_place *place, int P,
                      struct rg_text *out)
{
	for (int i = 0; i < P; i++)
		rg_textf(out, "%s\n", machine_name(t, place[i].machine));
}
