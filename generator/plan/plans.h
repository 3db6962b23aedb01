/* SPDX-License-Identifier: BSD-3-Clause
 * plans: the plans that are emitted: which algorithm from which size on, for each shape of a job.
 * planning.h finds them.
 */
#ifndef RG_PLANS_H
#define RG_PLANS_H

#include "plan/choices.h"

/* As struct rg_plan of ringgen.h. */
struct rg_shape_plan {
	int machines, ranks;
	bool windows;
	struct rg_plan_choices list[RG_PURPOSES][RG_COLLECTIVES];
};

/* All lists of a plan: number k of them, by purpose, then by collective. */
enum { RG_LISTS = RG_PURPOSES * RG_COLLECTIVES };
static inline const struct rg_plan_choices *rg_plan_list(const struct rg_shape_plan *p, int k)
{
	return &p->list[k / RG_COLLECTIVES][k % RG_COLLECTIVES];
}

struct rg_plans {                   /* zero it to begin */
	struct rg_shape_plan *plan; /* [n] */
	size_t n, cap;
};

void rg_plans_add(struct rg_plans *p, const struct rg_shape_plan *plan);
void rg_plans_free(struct rg_plans *p);

/* Sort them by shape, and drop those without which the shape has the same plan from another. */
void rg_plans_merge(struct rg_plans *p);

/* The plan that libringgen takes for so many machines of so many ranks, with windows or without. */
const struct rg_shape_plan *rg_plans_nearest(const struct rg_plans *plans, int machines, int ranks,
                                             bool windows);

/* Which routines some plan takes. */
void rg_plans_used(const struct rg_plans *p, bool used[RG_ROUTINES]);

/* The variants that the plans take, each once: an array of *n, to be freed. */
struct rg_variant *rg_plans_variants(const struct rg_plans *p, size_t *n);

#endif
