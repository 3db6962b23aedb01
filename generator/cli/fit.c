/* SPDX-License-Identifier: BSD-3-Clause
 * fit: do options fit the job that they are for?
 */
#include "cli/fit.h"

void rg_fit_parameters(const struct rg_options *o, int P, int machines)
{
	for (int i = 0; i < RG_ROUTINES; i++)
		for (int k = 0; k < o->wanted[i].n && o->wanted[i].named; k++) {
			const struct rg_variant v = {&rg_routines[i], o->wanted[i].parameters[k]};
			char name[128];
			int most = rg_variant_excess(&v, P, machines);
			if (most > 0)
				rg_warning(NULL, 0,
				           "--%s: %s=%s: a step has at most %d port%s there",
				           o->ops_by, v.routine->name,
				           rg_variant_name(&v, name, sizeof name), most,
				           most == 1 ? "" : "s");
		}
}

bool rg_fit_root(const struct rg_options *o, int P, struct rg_diag *d)
{
	if (o->root >= P)
		rg_error(d, NULL, 0, "--root: there is no rank %d among %d", o->root, P);
	return o->root < P;
}
