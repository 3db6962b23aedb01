/* SPDX-License-Identifier: BSD-3-Clause
 * bound: how fast an allreduce can be on this cluster at all, and how fast a ring is.
 */
#ifndef RG_BOUND_H
#define RG_BOUND_H

#include "certify.h"

/* The bound of an allreduce of `bytes` over the machines of the ring (design: no algorithm is
 * faster), and the time of the ring by the same linear model: bytes per resource over its
 * bandwidth, no latencies. Links only. Efficiency = bound / ring, never above 1. */
struct rg_bound {
	double machines; /* seconds: 2 (M - 1) bytes over the sum of the machines' bandwidths */
	double cut; /* seconds: bytes over the slowest link direction that separates participants */
	double bound;   /* the larger; 0 with one machine */
	double ring;    /* seconds */
	int slowest;    /* the resource of the cut; -1: none */
	int bottleneck; /* resource that the ring waits for; -1: none */
};
struct rg_bound rg_certificate_bound(const struct rg_certificate *c, int64_t bytes);

#endif
