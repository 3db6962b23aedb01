/* SPDX-License-Identifier: BSD-3-Clause
 * resources: what messages and work take on the machines and links of a placement.
 */
#include "cost/resources.h"

#include <stdlib.h>

#include "base/alloc.h"

/* Elements that a rank combines, or copies. */
static double elements(const struct rg_record *r, int rank, enum rg_act act)
{
	const struct rg_script *s = &r->script[r->alike ? 0 : rank];
	double sum = 0;
	for (size_t k = 0; k < s->steps; k++)
		for (int i = s->step[k].first; i < s->step[k].first + s->step[k].moves; i++)
			if (s->move[i].act == act)
				sum += (double)s->move[i].len * s->step[k].times;
	return sum;
}

static void count_work(struct rg_resources *w, const struct rg_record *r)
{
	size_t P = (size_t)r->P, machines = (size_t)w->routes->topo->machines;
	w->combines = rg_alloc(P, sizeof *w->combines);
	w->copies = rg_alloc(P, sizeof *w->copies);
	w->all_combine = rg_alloc(machines, sizeof *w->all_combine);
	w->all_copy = rg_alloc(machines, sizeof *w->all_copy);
	for (int i = 0; i < r->P; i++) {
		int machine = w->place[i].machine;
		w->all_combine[machine] += w->combines[i] = elements(r, i, RG_COMBINES);
		w->all_copy[machine] += w->copies[i] = elements(r, i, RG_COPIES);
	}
}

struct rg_resources rg_resources_new(const struct rg_record *r, const struct rg_routes *routes,
                                     const struct rg_place *place, const struct rg_model *m)
{
	const struct rg_topo *t = routes->topo;
	struct rg_resources w = {.routes = routes, .place = place, .model = *m, .P = r->P};
	w.within = 2 * t->links;
	w.resources = w.within + t->machines;
	w.longest = routes->longest + 1;
	w.bandwidth = rg_alloc((size_t)w.resources, sizeof *w.bandwidth);
	for (int i = 0; i < t->links; i++)
		w.bandwidth[2 * i] = w.bandwidth[2 * i + 1] = t->link[i].bandwidth;
	/* A message is written twice, and read twice. */
	for (int i = 0; i < t->machines; i++)
		w.bandwidth[w.within + i] = m->memory / 4;
	count_work(&w, r);
	return w;
}

void rg_resources_free(struct rg_resources *w)
{
	free(w->bandwidth);
	free(w->combines);
	free(w->copies);
	free(w->all_combine);
	free(w->all_copy);
	*w = (struct rg_resources){0};
}

int rg_way_of(const struct rg_resources *w, int from, int to, int *out, double *latency)
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

bool rg_inside(const struct rg_resources *w, int from, int to)
{
	return w->place[from].machine == w->place[to].machine;
}

double rg_startup(const struct rg_resources *w, int from, int to)
{
	return rg_inside(w, from, to) ? w->model.within / 2 : w->model.startup;
}

/* Seconds per byte of one process that does so much of what its machine does in all, and touches a
 * byte so often. */
static double labour(const struct rg_resources *w, double rate, int touches, double own, double all)
{
	double alone = rate > 0 ? 1 / rate : 0;
	bool shares = rate > 0 && w->model.memory > 0 && own > 0;
	double together = shares ? touches * all / own / w->model.memory : 0;
	return alone > together ? alone : together;
}

double rg_labour(const struct rg_resources *w, int rank, bool combines)
{
	int machine = w->place[rank].machine;
	if (combines)
		return labour(w, w->model.combine, 3, w->combines[rank], w->all_combine[machine]);
	return labour(w, w->model.copy, 2, w->copies[rank], w->all_copy[machine]);
}
