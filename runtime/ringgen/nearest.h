/* SPDX-License-Identifier: BSD-3-Clause
 * nearest: which of the plans of a file serves a job. libringgen takes it at run time; the
 * generator leaves out the plans of shapes that are served as well by another one.
 */
#ifndef RG_NEAREST_H
#define RG_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

/* The shape of a job, or that which a plan was made for. */
struct rg_job_shape {
	int machines, ranks; /* ranks on each machine */
	bool windows;        /* a job: there may be windows; a plan: it needs them */
};

/* How many times as many one is as the other, whichever is more. */
static inline double rg_times_as_many(int a, int b)
{
	return a > b ? (double)a / b : (double)b / a;
}

/* 1: the same numbers; twice as many machines are as far away as twice as many ranks on each. */
static inline double rg_shape_distance(struct rg_job_shape a, struct rg_job_shape b)
{
	return rg_times_as_many(a.machines, b.machines) * rg_times_as_many(a.ranks, b.ranks);
}

/* Does a plan for this shape serve the job better than the best of those before (NULL: there was
 * none)? It is nearer, or as near, and for windows. */
static inline bool rg_serves_better(struct rg_job_shape plan, const struct rg_job_shape *best,
                                    struct rg_job_shape job)
{
	if (plan.windows && !job.windows)
		return false;
	if (!best)
		return true;
	double far = rg_shape_distance(plan, job), least = rg_shape_distance(*best, job);
	return far < least || (far == least && plan.windows && !best->windows);
}

#endif
