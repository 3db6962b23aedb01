/* SPDX-License-Identifier: BSD-3-Clause
 * plans: the plans that are emitted, one for each shape of a job.
 */
#include "plan/plans.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "ringgen/nearest.h"

/* ---- Which plan serves which job */

static struct rg_job_shape shape_of(const struct rg_shape_plan *p)
{
	return (struct rg_job_shape){p->machines, p->ranks, p->windows};
}

/* The plan that serves a job best. out[n]: these are none; NULL: all are. */
static const struct rg_shape_plan *nearest(const struct rg_plans *plans, const bool *out,
                                           struct rg_job_shape job)
{
	const struct rg_shape_plan *best = NULL;
	struct rg_job_shape least = {0};
	for (size_t i = 0; i < plans->n; i++) {
		struct rg_job_shape shape = shape_of(&plans->plan[i]);
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
	return nearest(plans, NULL, (struct rg_job_shape){machines, ranks, windows});
}

static bool same_plan(const struct rg_shape_plan *a, const struct rg_shape_plan *b)
{
	for (int i = 0; i < RG_LISTS; i++)
		if (!rg_plan_choices_same(rg_plan_list(a, i), rg_plan_list(b, i)))
			return false;
	return true;
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

/* Drop the shapes to which the nearest of the others has the same plan. */
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

void rg_plans_add(struct rg_plans *p, const struct rg_shape_plan *plan)
{
	p->plan = rg_grow(p->plan, p->n, &p->cap, sizeof *p->plan);
	p->plan[p->n++] = *plan;
}

void rg_plans_merge(struct rg_plans *p)
{
	qsort(p->plan, p->n, sizeof *p->plan, compare_plans);
	merge_shapes(p);
}

/* ---- What they take */

static void note_used(const struct rg_plan_choices *p, bool used[RG_ROUTINES])
{
	for (int i = 0; i < p->n + p->spares; i++)
		if (p->choice[i].variant.routine)
			used[p->choice[i].variant.routine - rg_routines] = true;
}

void rg_plans_used(const struct rg_plans *p, bool used[RG_ROUTINES])
{
	memset(used, 0, RG_ROUTINES * sizeof *used);
	for (size_t i = 0; i < p->n; i++)
		for (int k = 0; k < RG_LISTS; k++)
			note_used(rg_plan_list(&p->plan[i], k), used);
}

/* The variants of a plan that are not there yet; returns how many are there then. */
static size_t note_variants(const struct rg_plan_choices *p, struct rg_variant **variant, size_t n,
                            size_t *cap)
{
	for (int i = 0; i < p->n + p->spares; i++) {
		const struct rg_variant *v = &p->choice[i].variant;
		size_t k = 0;
		while (k < n && !rg_same_variant(&(*variant)[k], v))
			k++;
		if (k < n || !v->routine)
			continue;
		*variant = rg_grow(*variant, n, cap, sizeof **variant);
		(*variant)[n++] = *v;
	}
	return n;
}

struct rg_variant *rg_plans_variants(const struct rg_plans *p, size_t *n)
{
	struct rg_variant *variant = NULL;
	size_t cap = 0;
	*n = 0;
	for (size_t i = 0; i < p->n; i++)
		for (int k = 0; k < RG_LISTS; k++)
			*n = note_variants(rg_plan_list(&p->plan[i], k), &variant, *n, &cap);
	return variant;
}

void rg_plans_free(struct rg_plans *p)
{
	free(p->plan);
	*p = (struct rg_plans){0};
}
