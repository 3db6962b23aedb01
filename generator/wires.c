/* SPDX-License-Identifier: BSD-3-Clause
 * wires: what messages and work take on the machines and links of a placement.
 */
#include "wires.h"

#include <stdlib.h>

#include "alloc.h"

struct rg_wires rg_wires_new(int P, const struct rg_routes *routes, const struct rg_place *place,
                             const struct rg_model *m)
{
	const struct rg_topo *t = routes->topo;
	struct rg_wires w = {.routes = routes, .place = place, .model = *m, .P = P};
	w.within = 2 * t->links;
	w.resources = w.within + t->machines;
	w.longest = routes->longest + 1;
	w.bandwidth = rg_alloc((size_t)w.resources, sizeof *w.bandwidth);
	w.ranks = rg_alloc((size_t)t->machines, sizeof *w.ranks);
	for (int i = 0; i < t->links; i++)
		w.bandwidth[2 * i] = w.bandwidth[2 * i + 1] = t->link[i].bandwidth;
	/* A message is written twice, and read twice. */
	for (int i = 0; i < t->machines; i++)
		w.bandwidth[w.within + i] = m->memory / 4;
	for (int i = 0; i < P; i++)
		w.ranks[place[i].machine]++;
	return w;
}

void rg_wires_free(struct rg_wires *w)
{
	free(w->bandwidth);
	free(w->ranks);
	*w = (struct rg_wires){0};
}

int rg_way_of(const struct rg_wires *w, int from, int to, int *out, double *latency)
{
	const struct rg_topo *t = w->routes->topo;
	struct rg_place a = {w->place[from].machine, -1}, b = {w->place[to].machine, -1};
	int n = rg_route(w->routes, a, b, out);
	*latency = 0;
	for (int i = 0; i < n; i++)
		*latency += t->link[out[i] / 2].latency;
	if (n == 0 && w->model.memory > 0)
		out[n++] = w->within + a.machine;
	return n;
}

double rg_startup(const struct rg_wires *w, int from, int to)
{
	if (w->place[from].machine == w->place[to].machine)
		return w->model.within / 2;
	return w->model.startup;
}

double rg_labour(const struct rg_wires *w, int rank, bool combines)
{
	double rate = combines ? w->model.combine : w->model.copy;
	int touches = combines ? 3 : 2, ranks = w->ranks[w->place[rank].machine];
	double alone = rate > 0 ? 1 / rate : 0;
	double together = rate > 0 && w->model.memory > 0 ? touches * ranks / w->model.memory : 0;
	return alone > together ? alone : together;
}
