/* SPDX-License-Identifier: BSD-3-Clause
 * plans: what to emit: which algorithm from which size on, for each shape of a job.
 */
#ifndef RG_PLANS_H
#define RG_PLANS_H

#include "plan/picks.h"
#include "plan/prune.h"

/* All messages of a candidate are recorded, and gone through for each size: that takes time and
 * memory in proportion to them. So many processes take some minutes and a gigabyte. More are too
 * many to plan for: false, after an error. */
enum { RG_PLAN_MOST = 1 << 15 };
bool rg_plans_can(int P, struct rg_diag *d);

/* As struct rg_plan. */
struct rg_shape_plan {
	int machines, ranks;
	bool windows;
	struct rg_picks any[RG_COLLECTIVES], ordered[RG_COLLECTIVES];
};

struct rg_plans {
	struct rg_shape_plan *plan; /* [n] */
	size_t n, cap;
};

/* What is planned. */
struct rg_planning {
	const struct rg_wanted *wanted; /* [RG_ROUTINES] the candidates */
	const struct rg_model *model;   /* not settled */
	bool *stuck; /* [RG_ROUTINES] is set where the processes of a routine wait for each other:
	                it is wrong, and in no plan; NULL: nobody asks */
	bool *runs;  /* [RG_ROUTINES] is set for those that some ground allows; NULL as well */
	const struct rg_budget *budget; /* NULL: whatever is the fastest somewhere stays */
};

/* The plan of one placement, with windows on machines of several ranks and without. */
void rg_plans_fixed(const struct rg_planning *p, const struct rg_routes *routes,
                    const struct rg_placement *placement, struct rg_plans *out);

/* Plans for jobs on some of the machines, neighbours in the order of the ring, with several numbers
 * of ranks on each; for up to half of RG_PLANNED_MOST processes, on all machines RG_PLANNED_MOST,
 * with one on each machine RG_MACHINES_MOST: the nearest shape serves the others. With several
 * ranks on a machine windows are the rule: without them there are plans for one machine and for
 * all. Shapes that are served as well by others have none. */
enum { RG_PLANNED_MOST = 256, RG_MACHINES_MOST = 1024 };
void rg_plans_open(const struct rg_planning *p, const struct rg_routes *routes,
                   struct rg_plans *out);

/* The same where no topology is known: machines behind one switch, with links of 10 Gbit/s and 10
 * us. */
void rg_plans_anywhere(const struct rg_planning *p, struct rg_plans *out);

/* So many of these machines. */
struct rg_topo *rg_topo_anywhere(int machines);

/* Does what serves the collective before this one serve this one too? So it is for allgatherv after
 * allgather, and for the reduce-scatters, as blocks are taken to be equal: if the same algorithms
 * are wanted for both. */
bool rg_same_candidates(const struct rg_wanted wanted[RG_ROUTINES], enum rg_collective collective);

/* The plan that libringgen takes for so many machines of so many ranks, with windows or without. */
const struct rg_shape_plan *rg_plans_nearest(const struct rg_plans *plans, int machines, int ranks,
                                             bool windows);

/* Which routines some plan takes. */
void rg_plans_used(const struct rg_plans *p, bool used[RG_ROUTINES]);

/* The ways that the plans take, each once: an array of *n, to be freed. */
struct rg_way *rg_plans_ways(const struct rg_plans *p, size_t *n);

void rg_plans_free(struct rg_plans *p);

#endif
