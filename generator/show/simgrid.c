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

/* ---- Links, then the routes over each. SimGrid wants them in this order. */

static void print_link(const struct rg_topo *t, const struct rg_link *l, double latency,
                       struct rg_text *xml)
{
	rg_textf(xml,
	         "    <link id=\"%s:%s\" bandwidth=\"%.15gBps\" latency=\"%.15gs\" "
	         "sharing_policy=\"%s\"/>\n",
	         t->vertex[l->a].name, t->vertex[l->b].name, l->bandwidth,
	         latency < 0 ? l->latency : latency, l->half ? "SHARED" : "SPLITDUPLEX");
}

/* 1e18 bytes a second is the most that a link of a topology file can have. */
static void print_loopback(const char *name, struct rg_text *xml)
{
	rg_textf(xml,
	         "    <link id=\"%s:%s\" bandwidth=\"1e18Bps\" latency=\"0s\" "
	         "sharing_policy=\"FATPIPE\"/>\n",
	         name, name);
}

/* The route of one hop from vertex `from` to vertex `to` over link a:b. */
static void print_route(const char *from, const char *to, const char *a, const char *b,
                        const char *direction, struct rg_text *xml)
{
	rg_textf(xml,
	         "    <route src=\"%s\" dst=\"%s\" symmetrical=\"NO\"><link_ctn "
	         "id=\"%s:%s\"%s/></route>\n",
	         from, to, a, b, direction);
}

static void print_routes(const struct rg_topo *t, const struct rg_link *l, struct rg_text *xml)
{
	const char *a = t->vertex[l->a].name, *b = t->vertex[l->b].name;
	print_route(a, b, a, b, l->half ? "" : " direction=\"UP\"", xml);
	print_route(b, a, a, b, l->half ? "" : " direction=\"DOWN\"", xml);
}

void rg_simgrid_platform(const struct rg_topo *t, const struct rg_place *place, int P,
                         double latency, struct rg_text *xml)
{
	rg_text_add(xml, "<?xml version=\"1.0\"?>\n"
	                 "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
	                 "<platform version=\"4.1\">\n");
	rg_textf(xml, "  <zone id=\":%s\" routing=\"DijkstraCache\">\n", t->name);
	print_vertices(t, place, P, xml);
	for (int i = 0; i < t->links; i++)
		print_link(t, &t->link[i], latency, xml);
	for (int i = 0; i < t->machines; i++)
		print_loopback(machine_name(t, i), xml);
	for (int i = 0; i < t->links; i++)
		print_routes(t, &t->link[i], xml);
	for (int i = 0; i < t->machines; i++) {
		const char *name = machine_name(t, i);
		print_route(name, name, name, name, "", xml);
	}
	rg_text_add(xml, "  </zone>\n</platform>\n");
}

void rg_simgrid_hosts(const struct rg_topo *t, const struct rg_place *place, int P,
                      struct rg_text *out)
{
	for (int i = 0; i < P; i++)
		rg_textf(out, "%s\n", machine_name(t, place[i].machine));
}
