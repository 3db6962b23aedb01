/* SPDX-License-Identifier: BSD-3-Clause
 * Plans for clusters that a program met at run time.
 */
#ifndef RG_CLUSTER_PLANNING_H
#define RG_CLUSTER_PLANNING_H

#include "library/planner.h"

#pragma GCC visibility push(hidden)

/* From now on, make plans (plans.h): of this topology's machines (NULL: there is none), and of
 * those that are told apart by host name. */
void rg_planning_begin(const struct rg_planner *topology);

#pragma GCC visibility pop
#endif
