/* SPDX-License-Identifier: BSD-3-Clause
 * planning: the plans for a placement, for any job on a cluster, and for any cluster.
 */
#ifndef RG_PLANNING_H
#define RG_PLANNING_H

#include "plan/plans.h"
#include "plan/prune.h"

/* More processes than this are too many to plan for: false, after an error. All messages of a
 * candidate are recorded, and gone through for each size. That takes time and memory in proportion
 * to them: for so many processes some minutes and a gigabyte. */
enum { RG_PLAN_MOST = 1 << 15 };
bool rg_plans_can(int P, struct rg_diag *d);

/* The times of a collective by MPI's own routine, where the scenario's ranks are: seconds at each
 * size number below `sizes`; INFINITY: it is not known. */
typedef void rg_native_fn(void *on, const struct rg_scenario *scenario,
                          enum rg_collective collective, int sizes, double *seconds);

/* The settings of all plans. */
struct rg_planning {
	const struct rg_wanted *wanted; /* [RG_ROUTINES] the candidates */
	const struct rg_model *model;   /* not settled */
	/* [RG_ROUTINES] is set for a routine whose processes wait for each other: it is wrong, and
	 * in no plan; NULL: nobody asks. */
	bool *stuck;
	/* [RG_ROUTINES] is set for those that can run on some placement; NULL as well. */
	bool *runs;
	const struct rg_budget *budget; /* NULL: whatever is the fastest somewhere stays */
	/* The times of MPI's own routines, so that sizes for which they are as good are left to
	 * them; NULL: nothing is. Nor is anything where the order of the ranks matters, which MPI
	 * does not keep, for one long block, or in a collective whose algorithms were named. */
	rg_native_fn *native;
	void *on;
	bool wide; /* with all that may be tried, see rg_plan_choices_widen */
};

/* Leave to MPI's own routine the sizes for which it is as good as the choices for the collective
 * there, for any operation and equal blocks; ours[] is what the choices take
 * (rg_plan_choices_times). False: nothing can be left to it. All that plans, shows plans or advises
 * decides by this. */
bool rg_plans_hand_on(const struct rg_planning *p, const struct rg_scenario *scenario,
                      enum rg_collective collective, const double ours[RG_SIZES],
                      struct rg_plan_choices *choices);

/* The plan of one placement, with windows on machines of several ranks and without. */
void rg_plans_fixed(const struct rg_planning *p, const struct rg_routes *routes,
                    const struct rg_placement *placement, struct rg_plans *out);

/* Plans for jobs on some of the machines, neighbours in the order of the ring, order[machines],
 * with several numbers of ranks on each: for up to half of RG_PLANNED_MOST processes, on all
 * machines RG_PLANNED_MOST, with one on each machine RG_MACHINES_MOST. Other jobs have the plan of
 * the nearest shape. With several ranks on a machine windows are the rule: without them there are
 * plans for one machine and for all. Shapes that are served as well by others have none. Both
 * numbers are chosen so that planning takes seconds. */
enum { RG_PLANNED_MOST = 256, RG_MACHINES_MOST = 1024 };
void rg_plans_open(const struct rg_planning *p, const struct rg_routes *routes, const int *order,
                   struct rg_plans *out);

/* The same where no topology is known: machines behind one switch, with links of 10 Gbit/s and 10
 * us, as is usual today. */
void rg_plans_anywhere(const struct rg_planning *p, struct rg_plans *out);

/* So many of these machines. */
struct rg_topo *rg_topo_anywhere(int machines);

/* Does what serves the collective before this one serve this one too? So it is for allgatherv after
 * allgather, and for the reduce-scatters, as blocks are taken to be equal: if the same algorithms
 * are wanted for both. */
bool rg_same_candidates(const struct rg_wanted wanted[RG_ROUTINES], enum rg_collective collective);

#endif
