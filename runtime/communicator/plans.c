/* SPDX-License-Identifier: BSD-3-Clause
 * Which plans serve a communicator.
 */
#include "communicator/plans.h"

#include "ringgen/nearest.h"

static rg_plan_maker *make_plans;

void rg_plans_by(rg_plan_maker *maker)
{
	make_plans = maker;
}

bool rg_plans_missing(const struct rg_cluster *c)
{
	return !c->nplans && make_plans;
}

int rg_plans_get(struct rg_context *x, const int *machine)
{
	int err = MPI_SUCCESS;

	x->plans = x->c->plans;
	x->choices = x->c->choices;
	x->nplans = x->c->nplans;
	if (!rg_plans_missing(x->c))
		return err;
	err = make_plans(x, machine);
	x->plans = x->own_plans;
	return err;
}

struct rg_choices rg_choices_from(const struct rg_context *x, int first)
{
	if (!first)
		return (struct rg_choices){NULL, 0, 0};
	int n = 1, spares = 0;
	while (x->choices[first + n].bytes > 0 && !x->choices[first + n].spare)
		n++;
	while (x->choices[first + n + spares].spare)
		spares++;
	return (struct rg_choices){x->choices + first, n, spares};
}

/* Where list k of a plan begins: by purpose, then by collective. */
enum { PLAN_LISTS = RG_PURPOSES * RG_COLLECTIVES };
static int list_of(const struct rg_plan *plan, int k)
{
	return plan->list[k / RG_COLLECTIVES][k % RG_COLLECTIVES];
}

static bool asks_for(const struct rg_context *x, int first, enum rg_level level)
{
	struct rg_choices choices = rg_choices_from(x, first);

	for (int i = 0; i < choices.n; i++) {
		const struct rg_choice *c = &choices.choice[i];
		if (c->algorithm && rg_algorithm_level(c->algorithm, c->parameters) == level)
			return true;
	}
	return false;
}

bool rg_plans_ask_for(const struct rg_context *x, enum rg_level level)
{
	for (int i = 0; i < x->nplans; i++)
		for (int k = 0; k < PLAN_LISTS; k++)
			if (asks_for(x, list_of(&x->plans[i], k), level))
				return true;
	return false;
}

/* The plan that serves the communicator best. */
static const struct rg_plan *nearest_plan(const struct rg_context *x, bool windows)
{
	static const struct rg_plan none;
	const struct rg_job_shape job = {x->places.level[RG_ON_MACHINE].n, x->ranks, windows};
	const struct rg_plan *best = NULL;
	struct rg_job_shape least;

	for (int i = 0; i < x->nplans; i++) {
		const struct rg_plan *plan = &x->plans[i];
		const struct rg_job_shape shape = {plan->machines, plan->ranks, plan->windows};
		if (!rg_serves_better(shape, best ? &least : NULL, job))
			continue;
		best = plan;
		least = shape;
	}
	return best ? best : &none;
}

void rg_plans_settle(struct rg_context *x)
{
	x->plan = nearest_plan(x, true);
	x->plain = nearest_plan(x, false);
}

static void visit_list(const struct rg_context *x, enum rg_collective which, int first,
                       rg_choice_fn *visit, void *on)
{
	struct rg_choices choices = rg_choices_from(x, first);

	for (int i = 0; i < choices.n + choices.spares; i++)
		visit(on, which, &choices.choice[i]);
}

static void visit_plan(const struct rg_context *x, const struct rg_plan *plan, rg_choice_fn *visit,
                       void *on)
{
	for (int k = 0; k < PLAN_LISTS; k++)
		visit_list(x, (enum rg_collective)(k % RG_COLLECTIVES), list_of(plan, k), visit,
		           on);
}

void rg_plans_visit(const struct rg_context *x, rg_choice_fn *visit, void *on)
{
	visit_plan(x, x->plan, visit, on);
	if (x->plain != x->plan)
		visit_plan(x, x->plain, visit, on);
}

static void longest_frame(void *on, enum rg_collective which, const struct rg_choice *choice)
{
	size_t *longest = on;
	(void)which;

	if (choice->algorithm && choice->algorithm->frame > *longest)
		*longest = choice->algorithm->frame;
}

size_t rg_plans_frame(const struct rg_context *x)
{
	size_t longest = 1;

	rg_plans_visit(x, longest_frame, &longest);
	return longest;
}

struct last {
	const struct rg_choice *first;
	size_t number;
};

static void find_last(void *on, enum rg_collective which, const struct rg_choice *choice)
{
	struct last *last = on;
	size_t number = (size_t)(choice - last->first);
	(void)which;

	last->number = number > last->number ? number : last->number;
}

size_t rg_plans_choices(const struct rg_context *x)
{
	struct last last = {x->choices, 0};

	for (int i = 0; i < x->nplans; i++)
		visit_plan(x, &x->plans[i], find_last, &last);
	return last.number + 2;
}
