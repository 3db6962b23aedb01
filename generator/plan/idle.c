/* SPDX-License-Identifier: BSD-3-Clause
 * idle: what was asked for and cannot run.
 */
#include "plan/idle.h"

static const char *what_for(const struct rg_algorithm *a)
{
	if (a->machine && a->takes == RG_A_LEVEL)
		return "one machine of which the ranks' NUMA nodes are known; by a level that is "
		       "named, as :numa, it finds them at run time";
	if (a->machine)
		return "several ranks on one machine";
	return "other machines, or has too many messages to plan with";
}

bool rg_any_idle(const struct rg_wanted wanted[RG_ROUTINES], const char *asked_by,
                 const bool runs[RG_ROUTINES], struct rg_diag *d)
{
	bool runs_by[RG_COLLECTIVES] = {0}, told[RG_COLLECTIVES] = {0}, any = false;
	for (int i = 0; i < RG_ROUTINES; i++)
		runs_by[rg_routines[i].collective] |= runs[i];
	for (int i = 0; i < RG_ROUTINES; i++) {
		const struct rg_routine *r = &rg_routines[i];
		if (!wanted[i].n || runs_by[r->collective] || told[r->collective])
			continue;
		rg_error(d, NULL, 0,
		         "--%s: no algorithm that is asked for can serve %s there (%s is for %s)",
		         asked_by, r->name, r->algorithm->name, what_for(r->algorithm));
		any = told[r->collective] = true;
	}
	return any;
}
