/* SPDX-License-Identifier: BSD-3-Clause
 * plans: what to emit: which algorithm from which size on, for each shape of a job.
 */
#include "plan/plans.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "ringgen/nearest.h"

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

static bool same_plan(const struct rg_shape_plan *a, const struct rg_shape_plan *b)
{
	for (int i = 0; i < RG_COLLECTIVES; i++)
		if (!rg_picks_same(&a->any[i], &b->any[i]) ||
		    !rg_picks_same(&a->ordered[i], &b->ordered[i]))
			return false;
	return true;
}

/* A placement that there is to be a plan for. */
struct site {
	struct rg_ground ground;
	int ranks;  /* on its fullest machine */
	bool whole; /* all machines, with as many ranks as they have cores, or one */
	/* By collective, for any operation and in the order of the ranks; NULL: not yet there, or
	 * as the collective before. */
	struct rg_contest *contest[2][RG_COLLECTIVES];
};

/* What the sites on one placement share: with windows, and without. */
struct ground {
	struct rg_placement *own; /* NULL: it is the caller's */
	struct rg_model model;    /* settled */
	struct rg_stock *stock;
};

struct sites {
	struct site *site; /* [n] */
	size_t n, cap;
	struct ground **ground; /* [grounds] */
	size_t grounds, ground_cap;
};

static void note_contest(const struct rg_planning *p, const struct rg_contest *c)
{
	for (int i = 0; i < rg_contest_ways(c); i++) {
		ptrdiff_t routine = rg_contest_way(c, i)->routine - rg_routines;
		if (p->stuck)
			p->stuck[routine] |= rg_contest_stuck(c, i);
		if (p->runs)
			p->runs[routine] = true;
	}
}

/* The contests of a collective at a site, both at a time, so that they can share what they have in
 * common. */
static void open_contests(const struct rg_planning *p, struct site *s,
                          enum rg_collective collective)
{
	for (int ordered = 0; ordered <= rg_collectives[collective].reduces; ordered++)
		if (!s->contest[ordered][collective])
			s->contest[ordered][collective] =
				rg_contest_new(collective, ordered, p->wanted, &s->ground);
}

static void close_contests(const struct rg_planning *p, struct site *s,
                           enum rg_collective collective)
{
	for (int ordered = 0; ordered < 2; ordered++) {
		if (s->contest[ordered][collective])
			note_contest(p, s->contest[ordered][collective]);
		rg_contest_free(s->contest[ordered][collective]);
		s->contest[ordered][collective] = NULL;
	}
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

/* Of the choices that other sites have for it, those that do here as well; or its own. */
static void choose(struct rg_contest *c, const struct site *s, int ordered,
                   const struct rg_plans *others, struct rg_picks *picks)
{
	enum rg_collective which = rg_contest_collective(c);
	for (size_t i = 0; i < others->n && s->ground.way; i++) {
		const struct rg_shape_plan *plan = &others->plan[i];
		const struct rg_picks *p = ordered ? &plan->ordered[which] : &plan->any[which];
		if (!rg_picks_will_do(p, c, s->whole ? RG_LOST_WHOLE : RG_LOST_ELSEWHERE))
			continue;
		*picks = *p;
		return;
	}
	*picks = rg_picks_of(c);
}

static struct rg_shape_plan plan_site(const struct rg_planning *p, struct site *s,
                                      const struct rg_plans *others)
{
	struct rg_shape_plan plan = {.machines = s->ground.placement->machines,
	                             .ranks = s->ranks,
	                             .windows = s->ground.windows};
	for (int i = 0; i < RG_COLLECTIVES; i++) {
		enum rg_collective which = (enum rg_collective)i;
		if (copy_picks(p, which, &plan))
			continue;
		open_contests(p, s, which);
		choose(s->contest[0][i], s, 0, others, &plan.any[i]);
		if (s->contest[1][i])
			choose(s->contest[1][i], s, 1, others, &plan.ordered[i]);
		close_contests(p, s, which);
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

/* ---- Sites ---- */

/* With windows where a machine has several ranks; without, if they are not the rule or `both`. The
 * placement becomes `own`ed, or is the caller's. */
static void add_sites(const struct rg_planning *p, const struct rg_routes *routes,
                      const struct rg_placement *placement, struct rg_placement *own, bool both,
                      bool whole, struct sites *s)
{
	struct ground *g = rg_alloc(1, sizeof *g);
	int ranks = fullest(placement);
	g->own = own;
	g->model = *p->model;
	rg_model_settle(&g->model, routes->topo, placement->machine, placement->machines);
	g->stock = rg_stock_new(routes, placement, &g->model);
	s->ground = rg_grow(s->ground, s->grounds, &s->ground_cap, sizeof *s->ground);
	s->ground[s->grounds++] = g;
	for (int windows = ranks > 1; windows >= 0; windows--) {
		if (!windows && ranks > 1 && !both)
			continue;
		s->site = rg_grow(s->site, s->n, &s->cap, sizeof *s->site);
		s->site[s->n++] = (struct site){.ground = {.routes = routes,
		                                           .placement = placement,
		                                           .model = g->model,
		                                           .windows = windows,
		                                           .stock = g->stock},
		                                .ranks = ranks,
		                                .whole = whole && (windows || ranks == 1)};
	}
}

static void free_sites(struct sites *s)
{
	for (size_t i = 0; i < s->grounds; i++) {
		rg_stock_free(s->ground[i]->stock);
		rg_placement_free(s->ground[i]->own);
		free(s->ground[i]);
	}
	free(s->ground);
	free(s->site);
}

/* Contests of more processes than this take long. They do not count for what is left out, unless
 * they are of a whole cluster: they do without it as the others do. Chosen. */
enum { SAMPLED_MOST = 64 };

static bool is_sample(const struct site *s)
{
	return s->whole || s->ground.placement->places.P <= SAMPLED_MOST;
}

/* Leave out what is not worth its lines, at all sites. Returns the ways that stay, to be freed. */
static struct rg_way *prune_sites(const struct rg_planning *p, struct sites *s, size_t *n)
{
	int samples = 0;
	struct rg_sample *sample = rg_alloc(s->n * 2 * RG_COLLECTIVES, sizeof *sample);
	for (size_t i = 0; i < s->n; i++)
		for (int c = 0; c < RG_COLLECTIVES && is_sample(&s->site[i]); c++) {
			if (rg_same_candidates(p->wanted, (enum rg_collective)c))
				continue;
			open_contests(p, &s->site[i], (enum rg_collective)c);
			for (int k = 0; k < 2; k++)
				if (s->site[i].contest[k][c])
					sample[samples++] = (struct rg_sample){
						s->site[i].contest[k][c], s->site[i].whole};
		}
	struct rg_way *way = rg_prune(sample, samples, p->budget, n);
	free(sample);
	return way;
}

static void restrict_site(struct site *s, const struct rg_way *way, size_t n)
{
	s->ground.way = way;
	s->ground.ways = n;
	for (int k = 0; k < 2 * RG_COLLECTIVES; k++) {
		struct rg_contest *c = s->contest[k / RG_COLLECTIVES][k % RG_COLLECTIVES];
		for (int i = 0; c && i < rg_contest_ways(c); i++) {
			size_t w = 0;
			while (w < n && !rg_same_play(&way[w], rg_contest_way(c, i)))
				w++;
			if (w == n)
				rg_contest_leave_out(c, i);
		}
	}
}

static struct rg_shape shape_of(const struct rg_shape_plan *p)
{
	return (struct rg_shape){p->machines, p->ranks, p->windows};
}

/* The plan that serves a job best. out[n]: these are none; NULL: all are. */
static const struct rg_shape_plan *nearest(const struct rg_plans *plans, const bool *out,
                                           struct rg_shape job)
{
	const struct rg_shape_plan *best = NULL;
	struct rg_shape least;
	for (size_t i = 0; i < plans->n; i++) {
		struct rg_shape shape = shape_of(&plans->plan[i]);
		if ((out && out[i]) || !rg_serves_better(shape, best ? &least : NULL, job))
			continue;
		best = &plans->plan[i];
		least = shape;
	}
	return best;
}

const struct rg_shape_plan *rg_plans_nearest(const struct rg_plans *plans, int machines, int ranks,
                                             bool windows)
{
	return nearest(plans, NULL, (struct rg_shape){machines, ranks, windows});
}

static bool all_served(const struct rg_plans *plans, const bool *out)
{
	for (size_t i = 0; i < plans->n; i++) {
		const struct rg_shape_plan *own = &plans->plan[i];
		const struct rg_shape_plan *p = nearest(plans, out, shape_of(own));
		if (out[i] && (!p || !same_plan(p, own)))
			return false;
	}
	return true;
}

/* Shapes to which the nearest of the others has the same plan. */
static void merge_shapes(struct rg_plans *plans)
{
	bool *out = rg_alloc(plans->n, sizeof *out);
	size_t n = 0;
	for (size_t i = 0; i < plans->n; i++) {
		out[i] = true;
		out[i] = all_served(plans, out);
	}
	for (size_t i = 0; i < plans->n; i++)
		if (!out[i])
			plans->plan[n++] = plans->plan[i];
	plans->n = n;
	free(out);
}

static int compare_plans(const void *a, const void *b)
{
	const struct rg_shape_plan *x = a, *y = b;
	if (x->ranks != y->ranks)
		return x->ranks < y->ranks ? -1 : 1;
	if (x->machines != y->machines)
		return x->machines < y->machines ? -1 : 1;
	return y->windows - x->windows;
}

/* The plans of all sites; the sites are freed. Those of whole clusters come first, since nothing
 * else will do for them, but theirs for others, perhaps. */
static void plan_sites(const struct rg_planning *p, struct sites *s, struct rg_plans *out)
{
	size_t n = 0;
	struct rg_way *way = p->budget ? prune_sites(p, s, &n) : NULL;
	for (size_t i = 0; i < 2 * s->n; i++) {
		struct site *site = &s->site[i % s->n];
		if (site->whole != (i < s->n))
			continue;
		if (way)
			restrict_site(site, way, n);
		struct rg_shape_plan plan = plan_site(p, site, out);
		add_plan(out, &plan);
	}
	qsort(out->plan, out->n, sizeof *out->plan, compare_plans);
	merge_shapes(out);
	free(way);
	free_sites(s);
}

void rg_plans_fixed(const struct rg_planning *p, const struct rg_routes *routes,
                    const struct rg_placement *placement, struct rg_plans *out)
{
	struct sites s = {0};
	add_sites(p, routes, placement, NULL, true, true, &s);
	plan_sites(p, &s, out);
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

static bool is_planned_for(int machines, int ranks, bool whole)
{
	if (ranks == 1)
		return machines <= RG_MACHINES_MOST;
	return machines * ranks <= (whole ? RG_PLANNED_MOST : RG_PLANNED_MOST / 2);
}

void rg_plans_open(const struct rg_planning *p, const struct rg_routes *routes,
                   struct rg_plans *out)
{
	const struct rg_topo *t = routes->topo;
	int *dfs = rg_order(t), most = ranks_most(t);
	struct sites s = {0};
	for (int ranks = 1; ranks <= most; ranks = next_number(ranks, false, most))
		for (int n = 1; n <= t->machines; n = next_number(n, ranks == 1, t->machines)) {
			bool all = n == t->machines, whole = all && (ranks == 1 || ranks == most);
			if ((n * ranks == 1 && t->machines * most > 1) ||
			    !is_planned_for(n, ranks, whole))
				continue;
			struct rg_placement *own = rg_placement_new(t, dfs, dfs, n, ranks);
			add_sites(p, routes, own, own, n == 1 || all, whole, &s);
		}
	plan_sites(p, &s, out);
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
		while (k < n && !rg_same_way(&(*way)[k], w))
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
