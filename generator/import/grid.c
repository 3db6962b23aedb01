/* SPDX-License-Identifier: BSD-3-Clause
 * grid: a torus of hosts, as a graph of switches.
 */
#include "import/grid.h"

#include "base/text.h"

/* A switch for each machine, and as many machines as a topology file has. */
enum { PLACES_MOST = 1 << 18 };

int rg_grid_places(const struct rg_grid *g)
{
	long places = 1;
	for (int i = 0; i < g->dimensions; i++) {
		places *= g->size[i];
		if (places > PLACES_MOST)
			return -1;
	}
	return (int)places;
}

static void join(struct rg_topo *t, int a, int b, int line)
{
	rg_topo_link(t,
	             (struct rg_link){
			     .a = a, .b = b, .bandwidth = 1e9 / 8, .latency = 50e-6, .line = line});
}

/* The switch at a place; returns its vertex. */
static int add_switch(struct rg_topo *t, const struct rg_grid *g, int place)
{
	struct rg_text name = {0};
	int position[1 + RG_GRID_DIMENSIONS], n = 0;
	rg_text_add(&name, g->name);
	if (g->number >= 0)
		position[n++] = g->number;
	for (int i = 0, rest = place; i < g->dimensions; rest /= g->size[i++]) {
		position[n++] = rest % g->size[i];
		rg_textf(&name, "-%d", rest % g->size[i]);
	}
	int v = rg_topo_vertex(t, RG_SWITCH, name.s, g->line);
	rg_topo_put(t, v, position, n);
	rg_text_free(&name);
	return v;
}

void rg_grid_add(struct rg_topo *t, const struct rg_grid *g)
{
	int places = rg_grid_places(g), first = t->vertices;
	for (int place = 0; place < places; place++)
		add_switch(t, g, place);
	for (int place = 0; place < places; place++)
		if (g->host[place])
			join(t, first + place,
			     rg_topo_vertex(t, RG_MACHINE, g->host[place], g->line), g->line);
	for (int i = 0, step = 1; i < g->dimensions; step *= g->size[i++])
		for (int place = 0; place < places; place++) {
			int at = place / step % g->size[i];
			bool last = at + 1 == g->size[i];
			if (!last)
				join(t, first + place, first + place + step, g->line);
			else if (g->size[i] > 2)
				join(t, first + place, first + place - at * step, g->line);
		}
}
