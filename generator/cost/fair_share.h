/* SPDX-License-Identifier: BSD-3-Clause
 * fair_share: how long messages take that are under way together.
 */
#ifndef RG_FAIR_SHARE_H
#define RG_FAIR_SHARE_H

struct rg_flow {
	const int *route; /* [hops] the resources that it takes */
	int hops;
	double bytes;
	double seconds; /* what comes out: when it is through */
};

/* Let the flows begin at once and share each resource fairly (max-min: nobody can get more without
 * taking from one that has no more than that), also what others leave behind that are through.
 * bandwidth[resources] in bytes per second. A flow without hops takes no time. When there are many
 * different ends, the last ones keep the rate that they have by then. */
void rg_share(struct rg_flow *flow, int flows, const double *bandwidth, int resources);

#endif
