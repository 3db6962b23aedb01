/* SPDX-License-Identifier: BSD-3-Clause
 * plans: what to emit: which algorithm from which size on, for each shape of a job.
 */
#include "plan/plans.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* A machine whose inside is not known has no more ranks than this that are planned for; nobody
 * plans for more machines than this where there is no topology. */
enum { RANKS_MOST = 16, ANYWHERE = 64 };

bool rg_plans_can(int P, struct rg_diag *d)
{
	if (P > RG_PLAN_MOST)
		rg_error(d, NULL, 0,
		         "%d ranks are too many to plan for, at most %d: name some of the machines "
		         "with --hosts",
		         P, RG_PLAN_MOST);
	return P <= RG_PLAN_MOST;
}

/* ---- One placement ---- */

static bool same_parameters(const struct rg_way *a, const struct rg_way *b)
{
	return strcmp(a->parameters ? a->parameters : "", b->parameters ? b->parameters : "") == 0;
}

bool rg_same_play(const struct rg_way *a, const struct rg_way *b)
{
	return a->routine->algorithm == b->routine->algorithm && same_parameters(a, b);
}

static bool same_choice(const struct rg_pick *a, const struct rg_pick *b)
{
	return a->bytes == b->bytes && a->slice == b->slice && a->drift == b->drift &&
	       rg_same_play(&a->way, &b->way);
}

bool rg_picks_same(const struct rg_picks *a, const struct rg_picks *b)
{
	for (int i = 0; i < a->n && a->n == b->n; i++)
		if (!same_choice(&a->pick[i], &b->pick[i]))
			return false;
	return a->n == b->n;
}

static bool same_plan(const struct rg_shape_plan *a, const struct rg_shape_plan *b)
{
	for (int i = 0; i < RG_COLLECTIVES; i++)
		if (!rg_picks_same(&a->any[i], &b->any[i]) ||
		    !rg_picks_same(&a->ordered[i], &b->ordered[i]))
			return false;
	return true;
}

/* Returns the contest. Free it. */
static struct rg_contest *choose(const struct rg_planning *p, const struct rg_ground *g,
                                 enum rg_collective collective, bool ordered,
                                 struct rg_picks *picks)
{
	struct rg_contest *c = rg_contest_new(collective, ordered, p->wanted, g);
	picks->n = rg_contest_choose(c, picks->pick);
	for (int i = 0; i < rg_contest_ways(c); i++) {
		ptrdiff_t routine = rg_contest_way(c, i)->routine - rg_routines;
		if (p->stuck)
			p->stuck[routine] |= rg_contest_stuck(c, i);
		if (p->runs)
			p->runs[routine] = true;
	}
	return c;
}

/* The routine of this collective by the same algorithm as r, or NULL. */
static const struct rg_routine *sibling(const struct rg_routine *r, enum rg_collective collective)
{
	for (int i = 0; i < RG_ROUTINES; i++)
		if (rg_routines[i].collective == collective &&
		    rg_routines[i].algorithm == r->algorithm)
			return &rg_routines[i];
	return NULL;
}

bool rg_same_candidates(const struct rg_wanted wanted[RG_ROUTINES], enum rg_collective collective)
{
	if (!collective ||
	    strcmp(rg_collectives[collective - 1].family, rg_collectives[collective].family) != 0)
		return false;
	const struct rg_wanted none = {0};
	for (int i = 0; i < RG_ROUTINES; i++) {
		const struct rg_routine *r = &rg_routines[i];
		if (r->collective != collective && r->collective != collective - 1)
			continue;
		const struct rg_routine *other =
			sibling(r, r->collective == collective ? collective - 1 : collective);
		if (!rg_wanted_alike(&wanted[i], other ? &wanted[other - rg_routines] : &none))
			return false;
	}
	return true;
}

/* What serves the collective before this one, if they have the same candidates. */
static bool copy_picks(const struct rg_planning *p, enum rg_collective collective,
                       struct rg_shape_plan *plan)
{
	if (!rg_same_candidates(p->wanted, collective))
		return false;
	struct rg_picks *to[] = {&plan->any[collective], &plan->ordered[collective]};
	for (int k = 0; k < 2; k++) {
		*to[k] = *(to[k] - 1);
		for (int i = 0; i < to[k]->n; i++)
			to[k]->pick[i].way.routine =
				sibling(to[k]->pick[i].way.routine, collective);
	}
	return true;
}

static struct rg_shape_plan plan_ground(const struct rg_planning *p, const struct rg_ground *g,
                                        int ranks)
{
	struct rg_shape_plan plan = {
		.machines = g->placement->machines, .ranks = ranks, .windows = g->windows};
	for (int i = 0; i < RG_COLLECTIVES; i++) {
		enum rg_collective which = (enum rg_collective)i;
		if (copy_picks(p, which, &plan))
			continue;
		/* Both at a time, so that they can share what they have in common. */
		struct rg_contest *any = choose(p, g, which, false, &plan.any[i]), *ordered = NULL;
		if (rg_collectives[which].reduces)
			ordered = choose(p, g, which, true, &plan.ordered[i]);
		rg_contest_free(any);
		rg_contest_free(ordered);
	}
	return plan;
}

static int fullest(const struct rg_placement *p)
{
	const int *first = p->places.level[RG_ON_MACHINE].first;
	int most = 0;
	for (int i = 0; i < p->machines; i++)
		most = first[i + 1] - first[i] > most ? first[i + 1] - first[i] : most;
	return most;
}

static void add_plan(struct rg_plans *out, const struct rg_shape_plan *plan)
{
	out->plan = rg_grow(out->plan, out->n, &out->cap, sizeof *out->plan);
	out->plan[out->n++] = *plan;
}

/* With windows where a machine has several ranks; without, if they are not the rule or `both`. */
static void plan_placement(const struct rg_planning *p, const struct rg_routes *routes,
                           const struct rg_placement *placement, bool both, struct rg_plans *out)
{
	struct rg_ground g = {.routes = routes, .placement = placement, .model = *p->model};
	int ranks = fullest(placement);
	rg_model_settle(&g.model, routes->topo, placement->machine, placement->machines);
	g.stock = rg_stock_new(routes, placement, &g.model);
	if (ranks > 1) {
		g.windows = true;
		struct rg_shape_plan with = plan_ground(p, &g, ranks);
		add_plan(out, &with);
		g.windows = false;
	}
	if (ranks == 1 || both) {
		struct rg_shape_plan without = plan_ground(p, &g, ranks);
		if (ranks > 1 && same_plan(&out->plan[out->n - 1], &without))
			out->n--;
		add_plan(out, &without);
	}
	rg_stock_free(g.stock);
}

void rg_plans_fixed(const struct rg_planning *p, const struct rg_routes *routes,
                    const struct rg_placement *placement, struct rg_plans *out)
{
	plan_placement(p, routes, placement, true, out);
}

/* Plans that are all the same are one. */
static void merge_plans(struct rg_plans *p)
{
	for (size_t i = 1; i < p->n; i++)
		if (!same_plan(&p->plan[0], &p->plan[i]))
			return;
	if (p->n) {
		p->n = 1;
		p->plan[0].machines = p->plan[0].ranks = 1;
		p->plan[0].windows = false;
	}
}

/* ---- Shapes ---- */

/* The next number behind n: powers of two, and one and a half of them if `halves`, up to the most,
 * which is one too. */
static int next_number(int n, bool halves, int most)
{
	bool power = !(n & (n - 1));
	int next = 2 * n;
	if (!power)
		next = halves ? n / 3 * 4 : n + 1; /* the most, else: */
	else if (halves && n > 1)
		next = n / 2 * 3;
	return n < most && next > most ? most : next;
}

static int ranks_most(const struct rg_topo *t)
{
	int most = 0;
	for (int i = 0; i < t->machines; i++) {
		const struct rg_inside *in = t->vertex[t->machine[i]].inside;
		int cores = in ? in->cores : RANKS_MOST;
		most = cores > most ? cores : most;
	}
	return most;
}

void rg_plans_open(const struct rg_planning *p, const struct rg_routes *routes,
                   struct rg_plans *out)
{
	const struct rg_topo *t = routes->topo;
	int *dfs = rg_order(t), most = ranks_most(t);
	for (int ranks = 1; ranks <= most; ranks = next_number(ranks, false, most))
		for (int n = 1; n <= t->machines &&
		                n * ranks <= (ranks > 1 ? RG_PLANNED_MOST : RG_MACHINES_MOST);
		     n = next_number(n, ranks == 1, t->machines)) {
			if (n * ranks == 1 && t->machines * most > 1)
				continue;
			struct rg_placement *placement = rg_placement_new(t, dfs, dfs, n, ranks);
			plan_placement(p, routes, placement, n == 1 || n == t->machines, out);
			rg_placement_free(placement);
		}
	merge_plans(out);
	free(dfs);
}

struct rg_topo *rg_topo_anywhere(int machines)
{
	struct rg_topo *t = rg_topo_new("anywhere");
	int middle = rg_topo_vertex(t, RG_SWITCH, "switch", 0);
	for (int i = 0; i < machines; i++) {
		char name[16];
		snprintf(name, sizeof name, "m%d", i);
		int v = rg_topo_vertex(t, RG_MACHINE, name, 0);
		rg_topo_link(t,
		             (struct rg_link){
				     .a = middle, .b = v, .bandwidth = 1.25e9, .latency = 10e-6});
	}
	rg_topo_close(t);
	return t;
}

void rg_plans_anywhere(const struct rg_planning *p, struct rg_plans *out)
{
	struct rg_topo *t = rg_topo_anywhere(ANYWHERE);
	struct rg_routes *routes = rg_routes_new(t);
	rg_plans_open(p, routes, out);
	rg_routes_free(routes);
	rg_topo_free(t);
}

static void note_used(const struct rg_picks *p, bool used[RG_ROUTINES])
{
	for (int i = 0; i < p->n; i++)
		used[p->pick[i].way.routine - rg_routines] = true;
}

void rg_plans_used(const struct rg_plans *p, bool used[RG_ROUTINES])
{
	memset(used, 0, RG_ROUTINES * sizeof *used);
	for (size_t i = 0; i < p->n; i++)
		for (int k = 0; k < RG_COLLECTIVES; k++) {
			note_used(&p->plan[i].any[k], used);
			note_used(&p->plan[i].ordered[k], used);
		}
}

/* The ways of a plan that are not there yet; returns how many are there then. */
static size_t note_ways(const struct rg_picks *p, struct rg_way **way, size_t n, size_t *cap)
{
	for (int i = 0; i < p->n; i++) {
		const struct rg_way *w = &p->pick[i].way;
		size_t k = 0;
		while (k < n &&
		       ((*way)[k].routine != w->routine || !same_parameters(&(*way)[k], w)))
			k++;
		if (k < n)
			continue;
		*way = rg_grow(*way, n, cap, sizeof **way);
		(*way)[n++] = *w;
	}
	return n;
}

struct rg_way *rg_plans_ways(const struct rg_plans *p, size_t *n)
{
	struct rg_way *way = NULL;
	size_t cap = 0;
	*n = 0;
	for (size_t i = 0; i < p->n; i++)
		for (int k = 0; k < RG_COLLECTIVES; k++) {
			*n = note_ways(&p->plan[i].any[k], &way, *n, &cap);
			*n = note_ways(&p->plan[i].ordered[k], &way, *n, &cap);
		}
	return way;
}

void rg_plans_free(struct rg_plans *p)
{
	free(p->plan);
	*p = (struct rg_plans){0};
}
