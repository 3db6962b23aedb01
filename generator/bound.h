/* SPDX-License-Identifier: BSD-3-Clause
 * bound: how fast a collective can be on this cluster at all, and how fast a ring is.
 */
#ifndef RG_BOUND_H
#define RG_BOUND_H

#include "certify.h"
#include "ringgen.h"

/* The bound of a collective on a vector of `bytes` over the ranks of the ring (design: no algorithm
 * is faster), and the time of the ring by the same linear model: bytes per resource over its
 * bandwidth, no latencies. Links only. The vector is the whole one: what an allreduce reduces, an
 * allgather gathers, a reduce-scatter scatters; its blocks, one a rank, are of one size. Efficiency
 * = bound / ring, never above 1. */
struct rg_bound {
	double machines; /* seconds: what the machines' ports must carry together, over what they
	                    can; 0 where the cut of each machine says as much */
	double cut;      /* seconds: what must cross a cut of the tree, over its link's bandwidth */
	double bound;    /* the larger; 0 with one machine */
	double ring;     /* seconds */
	int slowest;     /* the resource of the cut; -1: none */
	int bottleneck;  /* resource that the ring waits for; -1: none */
};
struct rg_bound rg_certificate_bound(const struct rg_certificate *c, enum rg_collective collective,
                                     int64_t bytes);

#endif
