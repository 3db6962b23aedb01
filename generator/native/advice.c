/* SPDX-License-Identifier: BSD-3-Clause
 * advice: what a job would gain by what.
 */
#include "native/advice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/progress.h"
#include "certify/bound.h"
#include "plan/planning.h"

const char *const rg_advised_names[RG_ADVISED] = {"as it is", "ring's order", "tuning file",
                                                  "ringgen"};

const int rg_advised_size[RG_ADVISED_SIZES] = {7, 12, 17, 22};

/* Something is the first thing to do if it has half of what can be gained, in logarithms, and
 * what takes less effort has not. Chosen. */
#define MOST_OF_IT 0.5

/* ---- What it takes */

static struct rg_placement *in_the_rings_order(const struct rg_topo *t,
                                               const struct rg_placement *p)
{
	int P = p->places.P, *machine = rg_alloc((size_t)P, sizeof *machine);
	for (int pos = 0; pos < P; pos++)
		machine[pos] = p->machine[p->host[p->places.order[pos]]];
	struct rg_placement *q = rg_placement_on(t, machine, P);
	free(machine);
	return q;
}

/* The ring that the ranks make in the order of their numbers. */
static struct rg_certificate *certify_ranks(const struct rg_job *s)
{
	return rg_certify(s->routes, s->placement->place, s->placement->places.P);
}

/* A rg_native_fn: what it takes as it is. */
static void seconds_as_it_is(void *on, const struct rg_scenario *scenario,
                             enum rg_collective collective, int sizes, double *seconds)
{
	const struct rg_native_choices *usual = on;
	(void)scenario, (void)collective; /* they are of these */
	memcpy(seconds, usual->at, (size_t)sizes * sizeof *seconds);
}

/* What serves with ringgen's routines, what is as good left to MPI's own. */
static void ask_routines(struct rg_advice *a, enum rg_collective c, struct rg_cost_cache *cache,
                         struct rg_native_choices *usual)
{
	const struct rg_placement *p = a->job->placement;
	const struct rg_scenario g = {.routes = a->job->routes,
	                              .placement = p,
	                              .model = a->model,
	                              .windows = p->places.P > p->machines,
	                              .root = a->root,
	                              .cache = cache};
	const struct rg_planning planning = {
		.wanted = a->wanted, .native = seconds_as_it_is, .on = usual};
	struct rg_contest *contest = rg_contest_new(c, RG_FOR_ANY, a->wanted, &g);
	struct rg_plan_choices choices = rg_plan_choices_of(contest);
	double ours[RG_SIZES];
	if (choices.n) {
		rg_plan_choices_times(&choices, contest, ours);
		rg_plans_hand_on(&planning, &g, c, ours, &choices);
	}
	for (int i = 0; i < RG_ADVISED_SIZES; i++) {
		const struct rg_plan_choice *choice =
			choices.n ? rg_plan_choices_at(&choices,
		                                       (double)rg_planned_size(rg_advised_size[i]))
				  : NULL;
		a->seconds[c][i][RG_BY_ROUTINES] = !choice          ? INFINITY
		                                   : choice->native ? usual->at[rg_advised_size[i]]
		                                                    : ours[rg_advised_size[i]];
	}
	rg_contest_free(contest);
}

static void ask(struct rg_advice *a, enum rg_collective c, struct rg_cost_cache *cache)
{
	const struct rg_mpi_library *l = a->library;
	struct rg_native_choices usual = rg_native_usually(a->ground[0], l, c),
				 ordered = rg_native_usually(a->ground[1], l, c),
				 tuned = rg_native_choose(a->ground[0], l, c);
	for (int i = 0; i < RG_ADVISED_SIZES; i++) {
		double *row = a->seconds[c][i];
		row[RG_AS_IT_IS] = usual.at[rg_advised_size[i]];
		row[RG_BY_ORDER] = ordered.at[rg_advised_size[i]];
		row[RG_BY_TUNING] = isinf(tuned.at[rg_advised_size[i]])
		                            ? row[RG_AS_IT_IS]
		                            : tuned.at[rg_advised_size[i]];
	}
	ask_routines(a, c, cache, &usual);
	a->bound[c] = rg_time_bound_of(a->certificate, c, &a->model);
}

bool rg_is_asked(const struct rg_advice *a, enum rg_collective c)
{
	bool wanted = false;
	for (int i = 0; i < RG_ROUTINES; i++)
		wanted |= a->wanted[i].n && rg_routines[i].collective == c;
	return wanted && !rg_has_one_size(c);
}

/* The mean gain of each way over all that is known, as a factor. */
static void sum_up(struct rg_advice *a)
{
	double sum[RG_ADVISED] = {0};
	for (int c = 0; c < RG_COLLECTIVES; c++)
		for (int i = 0; i < RG_ADVISED_SIZES; i++) {
			const double *row = a->seconds[c][i];
			if (!rg_is_asked(a, (enum rg_collective)c) || isinf(row[RG_AS_IT_IS]))
				continue;
			a->known++;
			for (int w = 0; w < RG_ADVISED; w++) {
				double gain = row[RG_AS_IT_IS] / row[w];
				sum[w] += log(gain);
				a->best_gain[w] = fmax(a->best_gain[w], gain);
			}
		}
	for (int w = 0; w < RG_ADVISED; w++)
		a->gain[w] = a->known ? exp(sum[w] / a->known) : 1;
}

void rg_advice_ask(struct rg_advice *a)
{
	const struct rg_job *s = a->job;
	const struct rg_placement *p = s->placement;
	a->model = *a->asked;
	rg_model_settle(&a->model, s->topo, p->machine, p->machines);
	a->ordered = in_the_rings_order(s->topo, p);
	a->ground[0] = rg_native_ground_new(s->routes, p, &a->model, a->root);
	a->ground[1] = rg_native_ground_new(s->routes, a->ordered, &a->model, a->root);
	a->certificate = certify_ranks(s);
	struct rg_cost_cache *cache = rg_cost_cache_new(s->routes, p, &a->model);
	rg_progress_begin();
	for (int c = 0; c < RG_COLLECTIVES; c++) {
		rg_show_progress("predicting %s", rg_collectives[c].name);
		if (rg_is_asked(a, (enum rg_collective)c))
			ask(a, (enum rg_collective)c, cache);
	}
	rg_progress_end();
	rg_cost_cache_free(cache);
	sum_up(a);
}

enum rg_advised rg_first_to_do(const struct rg_advice *a)
{
	double most = 0;
	for (int w = RG_BY_ORDER; w < RG_ADVISED; w++)
		most = fmax(most, log(a->gain[w]));
	if (most < log(RG_WORTH_IT))
		return RG_AS_IT_IS;
	enum rg_advised first = RG_BY_ORDER;
	while (log(a->gain[first]) < MOST_OF_IT * most)
		first++;
	return first;
}

void rg_advice_free(struct rg_advice *a)
{
	for (int i = 0; i < 2; i++)
		rg_native_ground_free(a->ground[i]);
	rg_placement_free(a->ordered);
	rg_certificate_free(a->certificate);
}
