/* SPDX-License-Identifier: BSD-3-Clause
 * resources: the costs of messages and work on the machines and links of a placement.
 */
#include "cost/resources.h"

#include <stdlib.h>

#include "base/alloc.h"

/* Elements that a rank combines, or copies; or, of those, reads from other NUMA nodes. */
static double elements(const struct rg_record *r, int rank, enum rg_act act, bool far)
{
	const struct rg_script *s = &r->script[r->alike ? 0 : rank];
	double sum = 0;
	for (size_t k = 0; k < s->steps; k++)
		for (int i = s->step[k].first; i < s->step[k].first + s->step[k].moves; i++)
			if (s->move[i].act == act)
				sum += (double)(far ? s->move[i].far : s->move[i].len) *
				       s->step[k].times;
	return sum;
}

/* Number the NUMA nodes of machines that have several, and find those of the ranks. */
static void find_nodes(struct rg_resources *w)
{
	const struct rg_topo *t = w->routes->topo;
	int *first = rg_alloc((size_t)t->machines, sizeof *first);
	w->node = rg_alloc((size_t)w->P, sizeof *w->node);
	for (int i = 0; i < t->machines; i++) {
		const struct rg_inside *in = t->vertex[t->machine[i]].inside;
		first[i] = in && in->numas > 1 ? w->nodes : -1;
		w->nodes += in && in->numas > 1 ? in->numas : 0;
	}
	for (int i = 0; i < w->P; i++) {
		struct rg_place at = w->place[i];
		const struct rg_inside *in = t->vertex[t->machine[at.machine]].inside;
		bool known = first[at.machine] >= 0 && at.core >= 0;
		w->node[i] = known ? first[at.machine] + in->core[at.core].numa : -1;
	}
	free(first);
}

static void count_work(struct rg_resources *w, const struct rg_record *r)
{
	size_t P = (size_t)r->P, machines = (size_t)w->routes->topo->machines;
	w->combines = rg_alloc(P, sizeof *w->combines);
	w->copies = rg_alloc(P, sizeof *w->copies);
	w->all_combine = rg_alloc(machines, sizeof *w->all_combine);
	w->all_copy = rg_alloc(machines, sizeof *w->all_copy);
	w->far_combine = rg_alloc((size_t)w->nodes, sizeof *w->far_combine);
	w->far_copy = rg_alloc((size_t)w->nodes, sizeof *w->far_copy);
	for (int i = 0; i < r->P; i++) {
		int machine = w->place[i].machine, node = w->node[i];
		w->all_combine[machine] += w->combines[i] = elements(r, i, RG_COMBINES, false);
		w->all_copy[machine] += w->copies[i] = elements(r, i, RG_COPIES, false);
		if (node < 0)
			continue;
		w->far_combine[node] += elements(r, i, RG_COMBINES, true);
		w->far_copy[node] += elements(r, i, RG_COPIES, true);
	}
}

/* Start-ups take longer when all machines are busy with them than when two are: they share so many
 * processors. */
static double count_processors(const struct rg_model *m, int machines)
{
	double least = rg_least_startup(m);
	return least < m->startup ? machines * least / m->startup : 0;
}

struct rg_resources rg_resources_new(const struct rg_record *r, const struct rg_routes *routes,
                                     const struct rg_place *place, const struct rg_model *m)
{
	const struct rg_topo *t = routes->topo;
	struct rg_resources w = {.routes = routes, .place = place, .model = *m, .P = r->P};
	w.processors = count_processors(m, t->machines);
	w.within = 2 * t->links;
	find_nodes(&w);
	w.across = w.within + t->machines;
	w.resources = w.across + (m->across > 0 ? w.nodes : 0);
	w.longest = routes->longest + 2;
	w.bandwidth = rg_alloc((size_t)w.resources, sizeof *w.bandwidth);
	for (int i = 0; i < t->links; i++)
		w.bandwidth[2 * i] = w.bandwidth[2 * i + 1] = t->link[i].bandwidth;
	/* A message is written twice, and read twice. */
	for (int i = 0; i < t->machines; i++)
		w.bandwidth[w.within + i] = m->memory / 4;
	for (int i = w.across; i < w.resources; i++)
		w.bandwidth[i] = m->across;
	count_work(&w, r);
	return w;
}

void rg_resources_free(struct rg_resources *w)
{
	free(w->bandwidth);
	free(w->node);
	free(w->far_combine);
	free(w->far_copy);
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
	if (n > 0)
		return n;
	bool leaves = w->node[from] >= 0 && w->node[to] >= 0 && w->node[from] != w->node[to];
	if (w->model.memory > 0)
		out[n++] = w->within + a.machine;
	if (leaves && w->model.across > 0)
		out[n++] = w->across + w->node[to];
	return n;
}

double rg_saving(const struct rg_resources *w, const int *way, int n)
{
	double longest = 0;
	for (int i = 0; i < n; i++)
		if (way[i] < w->within && 1 / w->bandwidth[way[i]] > longest)
			longest = 1 / w->bandwidth[way[i]];
	return longest;
}

bool rg_inside(const struct rg_resources *w, int from, int to)
{
	return w->place[from].machine == w->place[to].machine;
}

double rg_startup(const struct rg_resources *w, int from, int to)
{
	if (rg_inside(w, from, to))
		return w->model.within / 2;
	return rg_least_startup(&w->model);
}

/* Seconds per byte of one process that does so much, while so much is read into its NUMA node. */
static double labour_far(const struct rg_resources *w, int rank, double own, const double *far)
{
	int node = w->node[rank];
	return node >= 0 && own > 0 && w->model.across > 0 ? far[node] / own / w->model.across : 0;
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
	const double *own = combines ? w->combines : w->copies;
	double all = combines ? w->all_combine[machine] : w->all_copy[machine];
	double here = combines ? labour(w, w->model.combine, 3, own[rank], all)
	                       : labour(w, w->model.copy, 2, own[rank], all);
	double far = labour_far(w, rank, own[rank], combines ? w->far_combine : w->far_copy);
	return here > far ? here : far;
}
