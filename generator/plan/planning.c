/* SPDX-License-Identifier: BSD-3-Clause
 * planning: the plans for a placement, for a cluster, and for any cluster.
 */
#include "plan/planning.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "plan/lists.h"
#include "plan/wide.h"

/* A machine whose inside is not known is planned for with up to so many ranks, and a cluster
 * without a topology with up to so many machines: other jobs have the plan of the nearest shape.
 * Both are chosen. */
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

/* ---- One placement */

/* A placement that there is to be a plan for. */
struct site {
	struct rg_scenario scenario;
	int ranks;  /* on its fullest machine */
	bool whole; /* all machines, with as many ranks as they have cores, or one */
	/* The contests, by purpose and collective; NULL: not yet open, or as for the collective
	 * before. */
	struct rg_contest *contest[RG_PURPOSES][RG_COLLECTIVES];
	/* The seconds of our choices, by size, if MPI's own routine is a candidate. */
	double ours[RG_COLLECTIVES][RG_SIZES];
};

/* The common part of the two sites on one placement, of which one has windows. */
struct common {
	struct rg_placement *own; /* NULL: it is the caller's */
	struct rg_model model;    /* settled */
	struct rg_cost_cache *cache;
};

struct sites {
	struct site *site; /* [n] */
	size_t n, cap;
	struct common **common; /* [commons] */
	size_t commons, common_cap;
};

static void note_contest(const struct rg_planning *p, const struct rg_contest *c)
{
	for (int i = 0; i < rg_contest_candidates(c); i++) {
		ptrdiff_t routine = rg_contest_variant(c, i)->routine - rg_routines;
		if (p->stuck)
			p->stuck[routine] |= rg_contest_stuck(c, i);
		if (p->runs)
			p->runs[routine] = true;
	}
}

/* Is there to be a list of the collective for that, which is not the one of the collective before?
 */
static bool is_planned(const struct rg_planning *p, enum rg_collective collective, int purpose)
{
	if (!rg_has_purpose(collective, (enum rg_purpose)purpose))
		return false;
	return purpose == RG_FOR_UNEVEN || !rg_same_candidates(p->wanted, collective);
}

/* The contests of a collective at a site, those of the purposes before `end` at a time, so that
 * they can share what they have in common. */
static void open_contests(const struct rg_planning *p, struct site *s,
                          enum rg_collective collective, enum rg_purpose end)
{
	for (int k = 0; k < (int)end; k++)
		if (!s->contest[k][collective] && is_planned(p, collective, k))
			s->contest[k][collective] = rg_contest_new(collective, (enum rg_purpose)k,
			                                           p->wanted, &s->scenario);
}

static void close_contests(const struct rg_planning *p, struct site *s,
                           enum rg_collective collective)
{
	for (int k = 0; k < RG_PURPOSES; k++) {
		if (s->contest[k][collective])
			note_contest(p, s->contest[k][collective]);
		rg_contest_free(s->contest[k][collective]);
		s->contest[k][collective] = NULL;
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
	    strcmp(rg_collectives[collective - 1].family, rg_collectives[collective].family) != 0 ||
	    rg_hides_size(collective - 1) != rg_hides_size(collective))
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

/* Copy the choices of the collective before this one, which has the same candidates. */
static void copy_choices(enum rg_collective collective, struct rg_shape_plan *plan)
{
	for (int k = 0; k < RG_FOR_UNEVEN; k++) {
		struct rg_plan_choices *to = &plan->list[k][collective];
		*to = *(to - 1);
		for (int i = 0; i < to->n + to->spares; i++)
			to->choice[i].variant.routine =
				sibling(to->choice[i].variant.routine, collective);
	}
}

static int fullest(const struct rg_placement *p)
{
	const int *first = p->places.level[RG_ON_MACHINE].first;
	int most = 0;
	for (int i = 0; i < p->machines; i++)
		most = first[i + 1] - first[i] > most ? first[i + 1] - first[i] : most;
	return most;
}

/* ---- Sites */

/* The sites on a placement: with windows, where a machine has several ranks; without them, where it
 * has one, or if `both` are wanted. `own` is the placement if it is to be freed with the sites,
 * else NULL. */
static void add_sites(const struct rg_planning *p, const struct rg_routes *routes,
                      const struct rg_placement *placement, struct rg_placement *own, bool both,
                      bool whole, struct sites *s)
{
	struct common *common = rg_alloc(1, sizeof *common);
	int ranks = fullest(placement);
	common->own = own;
	common->model = *p->model;
	rg_model_settle(&common->model, routes->topo, placement->machine, placement->machines);
	common->cache = rg_cost_cache_new(routes, placement, &common->model);
	s->common = rg_grow(s->common, s->commons, &s->common_cap, sizeof *s->common);
	s->common[s->commons++] = common;
	for (int windows = ranks > 1; windows >= 0; windows--) {
		if (!windows && ranks > 1 && !both)
			continue;
		s->site = rg_grow(s->site, s->n, &s->cap, sizeof *s->site);
		s->site[s->n++] = (struct site){.scenario = {.routes = routes,
		                                             .placement = placement,
		                                             .model = common->model,
		                                             .windows = windows,
		                                             .cache = common->cache},
		                                .ranks = ranks,
		                                .whole = whole && (windows || ranks == 1)};
	}
}

static void free_sites(struct sites *s)
{
	for (size_t i = 0; i < s->commons; i++) {
		rg_cost_cache_free(s->common[i]->cache);
		rg_placement_free(s->common[i]->own);
		free(s->common[i]);
	}
	free(s->common);
	free(s->site);
}

/* Contests of more processes than this take long. They do not count for what is left out, unless
 * they are of a whole cluster: they do without it as the others do. Chosen. */
enum { SAMPLED_MOST = 64 };

static bool is_sample(const struct site *s)
{
	return s->whole || s->scenario.placement->places.P <= SAMPLED_MOST;
}

/* Leave out what is not worth its lines, at all sites: one long block does with what the others
 * leave. Returns the variants that stay, to be freed. */
static struct rg_variant *prune_sites(const struct rg_planning *p, struct sites *s, size_t *n)
{
	int samples = 0;
	struct rg_sample *sample = rg_alloc(s->n * RG_LISTS, sizeof *sample);
	for (size_t i = 0; i < s->n; i++)
		for (int c = 0; c < RG_COLLECTIVES && is_sample(&s->site[i]); c++) {
			if (rg_same_candidates(p->wanted, (enum rg_collective)c))
				continue;
			open_contests(p, &s->site[i], (enum rg_collective)c, RG_FOR_UNEVEN);
			for (int k = 0; k < RG_FOR_UNEVEN; k++)
				if (s->site[i].contest[k][c])
					sample[samples++] = (struct rg_sample){
						s->site[i].contest[k][c], s->site[i].whole};
		}
	struct rg_variant *variant = rg_prune(sample, samples, p->budget, n);
	free(sample);
	return variant;
}

/* Only these variants are there at the site from now on. */
static void restrict_site(struct site *s, const struct rg_variant *variant, size_t n)
{
	s->scenario.variant = variant;
	s->scenario.variants = n;
	for (int k = 0; k < RG_LISTS; k++) {
		struct rg_contest *c = s->contest[k / RG_COLLECTIVES][k % RG_COLLECTIVES];
		for (int i = 0; c && i < rg_contest_candidates(c); i++) {
			size_t w = 0;
			while (w < n && !rg_same_play(&variant[w], rg_contest_variant(c, i)))
				w++;
			if (w == n)
				rg_contest_leave_out(c, i);
		}
	}
}

/* ---- Plans */

/* Did somebody name an algorithm of the collective? */
static bool names_one(const struct rg_wanted wanted[RG_ROUTINES], enum rg_collective collective)
{
	for (int i = 0; i < RG_ROUTINES; i++)
		if (rg_routines[i].collective == collective && wanted[i].n && wanted[i].named)
			return true;
	return false;
}

bool rg_plans_hand_on(const struct rg_planning *p, const struct rg_scenario *scenario,
                      enum rg_collective collective, const double ours[RG_SIZES],
                      struct rg_plan_choices *choices)
{
	double native[RG_SIZES];
	int sizes = rg_sizes_of(collective);
	if (!p->native || names_one(p->wanted, collective))
		return false;
	p->native(p->on, scenario, collective, sizes, native);
	rg_plan_choices_hand_on(choices, collective, ours, native, sizes);
	return true;
}

/* The same of all lists of a site. */
static void hand_on(const struct rg_planning *p, const struct site *s, struct rg_shape_plan *plan)
{
	for (int c = 0; c < RG_COLLECTIVES; c++) {
		int from = c; /* whose candidates it has */
		while (rg_same_candidates(p->wanted, (enum rg_collective)from))
			from--;
		rg_plans_hand_on(p, &s->scenario, (enum rg_collective)c, s->ours[from],
		                 &plan->list[RG_FOR_ANY][c]);
	}
}

/* Plan a collective at all sites. If variants were left out, sites share lists. */
static void plan_collective(const struct rg_planning *p, struct sites *s, int collective,
                            bool shares, struct rg_shape_plan *plan)
{
	struct rg_sample *sample = rg_alloc(s->n, sizeof *sample);
	struct rg_plan_choices *choices = rg_alloc(s->n, sizeof *choices);
	for (size_t i = 0; i < s->n; i++)
		open_contests(p, &s->site[i], (enum rg_collective)collective, RG_PURPOSES);
	for (int k = 0; k < RG_PURPOSES; k++) {
		if (!is_planned(p, (enum rg_collective)collective, k))
			continue;
		for (size_t i = 0; i < s->n; i++)
			sample[i] = (struct rg_sample){s->site[i].contest[k][collective],
			                               s->site[i].whole};
		rg_lists(sample, s->n, shares, choices);
		for (size_t i = 0; i < s->n; i++) {
			plan[i].list[k][collective] = choices[i];
			if (p->wide)
				rg_plan_choices_widen(&plan[i].list[k][collective],
				                      s->site[i].contest[k][collective]);
			if (p->native && k == RG_FOR_ANY && choices[i].n)
				rg_plan_choices_times(&choices[i],
				                      s->site[i].contest[k][collective],
				                      s->site[i].ours[collective]);
		}
	}
	for (size_t i = 0; i < s->n; i++)
		close_contests(p, &s->site[i], (enum rg_collective)collective);
	free(sample);
	free(choices);
}

/* The plans of all sites; the sites are freed. */
static void plan_sites(const struct rg_planning *p, struct sites *s, struct rg_plans *out)
{
	size_t n = 0;
	struct rg_variant *variant = p->budget ? prune_sites(p, s, &n) : NULL;
	struct rg_shape_plan *plan = rg_alloc(s->n, sizeof *plan);
	for (size_t i = 0; i < s->n; i++) {
		const struct site *site = &s->site[i];
		plan[i].machines = site->scenario.placement->machines;
		plan[i].ranks = site->ranks;
		plan[i].windows = site->scenario.windows;
		if (variant)
			restrict_site(&s->site[i], variant, n);
	}
	for (int c = 0; c < RG_COLLECTIVES; c++) {
		if (rg_same_candidates(p->wanted, (enum rg_collective)c))
			for (size_t i = 0; i < s->n; i++)
				copy_choices((enum rg_collective)c, &plan[i]);
		plan_collective(p, s, c, variant, plan);
	}
	for (size_t i = 0; i < s->n; i++) {
		hand_on(p, &s->site[i], &plan[i]);
		rg_plans_add(out, &plan[i]);
	}
	rg_plans_merge(out);
	free(plan);
	free(variant);
	free_sites(s);
}

void rg_plans_fixed(const struct rg_planning *p, const struct rg_routes *routes,
                    const struct rg_placement *placement, struct rg_plans *out)
{
	struct sites s = {0};
	add_sites(p, routes, placement, NULL, true, true, &s);
	plan_sites(p, &s, out);
}

/* ---- Shapes */

/* The number behind n of those that are planned for: 1, 2, 4, 8 ..., with `halves` 1, 2, 3, 4, 6,
 * 8, 12 ..., and the most; behind that, one more. */
static int next_number(int n, bool halves, int most)
{
	bool power = !(n & (n - 1));
	int next = !power ? n / 3 * 4 : halves && n > 1 ? n / 2 * 3 : 2 * n;
	if (n >= most)
		return most + 1;
	return next > most ? most : next;
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

void rg_plans_open(const struct rg_planning *p, const struct rg_routes *routes, const int *order,
                   struct rg_plans *out)
{
	const struct rg_topo *t = routes->topo;
	int most = ranks_most(t);
	struct sites s = {0};
	for (int ranks = 1; ranks <= most; ranks = next_number(ranks, false, most))
		for (int n = 1; n <= t->machines; n = next_number(n, ranks == 1, t->machines)) {
			bool all = n == t->machines, whole = all && (ranks == 1 || ranks == most);
			if ((n * ranks == 1 && t->machines * most > 1) ||
			    !is_planned_for(n, ranks, whole))
				continue;
			struct rg_placement *own = rg_placement_new(t, order, order, n, ranks);
			add_sites(p, routes, own, own, n == 1 || all, whole, &s);
		}
	plan_sites(p, &s, out);
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
	int *order = rg_order(t);
	rg_plans_open(p, routes, order, out);
	free(order);
	rg_routes_free(routes);
	rg_topo_free(t);
}
