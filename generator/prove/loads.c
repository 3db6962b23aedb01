/* SPDX-License-Identifier: BSD-3-Clause
 * loads: the load that the messages of a routine put on the links of a topology.
 */
#include "prove/loads.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

int rg_proof_loads(const struct rg_proof *p, const struct rg_routes *routes,
                   const struct rg_place *place, int *load)
{
	int *route = rg_alloc((size_t)routes->longest, sizeof *route), most = 0;
	struct rg_found found;
	memset(load, 0, (size_t)routes->resources * sizeof *load);
	for (size_t bit = 0; bit < (size_t)p->P * (size_t)p->P; bit++) {
		if (!(p->talks[bit / 64] >> bit % 64 & 1))
			continue;
		size_t from = bit / (size_t)p->P, to = bit % (size_t)p->P;
		int n = rg_find_route(routes, place[from], place[to], route, &found);
		for (int i = 0; i < n; i++)
			if (++load[route[i]] > most)
				most = load[route[i]];
	}
	free(route);
	return most;
}
