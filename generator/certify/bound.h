/* SPDX-License-Identifier: BSD-3-Clause
 * bound: how fast a collective can be on this cluster at all, and how fast a ring is.
 */
#ifndef RG_BOUND_H
#define RG_BOUND_H

#include <stddef.h>

#include "certify/certify.h"
#include "ringgen/engine.h"

/* The bound of a collective on a vector of `bytes` over the ranks of the ring (no algorithm is
 * faster: bound.c says why), and the time of the ring by the same linear model: bytes per resource
 * over its bandwidth, no latencies. Links only. The vector is the whole one: what an allreduce
 * reduces, an allgather gathers, a reduce-scatter scatters; its blocks, one a rank, are of one
 * size. Both are in proportion to the bytes. */
struct rg_lower_bound {
	double bound;   /* seconds; 0 with one machine */
	double ring;    /* seconds */
	double carries; /* bytes: what the ring sends over the bottleneck */
	int cut; /* the resource that alone is the reason of the bound; -1: several, or none */
	int bottleneck; /* resource that the ring waits for; -1: none */
};
struct rg_lower_bound rg_certificate_bound(const struct rg_certificate *c,
                                           enum rg_collective collective, int64_t bytes);

/* Where no link alone is the reason of the bound: the *links links, ascending, that together are,
 * and into how many parts they part the ranks, *parts. Each part has one of them, but in a graph
 * that is no tree it may have several. Free it. Else NULL, and none. */
int *rg_bound_links(const struct rg_certificate *c, enum rg_collective collective, int *links,
                    int *parts);

/* The bound of an all-to-all of a rank's blocks for all, so many bytes together; there is no ring.
 * And, where no link alone is the reason, the *links links that together are. Free them. */
struct rg_lower_bound rg_pairs_bound(const struct rg_certificate *c, int64_t bytes);
int *rg_pairs_bound_links(const struct rg_certificate *c, int *links);

/* Efficiency, bound / seconds, for people: rounded down, so that 1.00 means 1 (but for the last
 * bits of a double); never above 1. "-" where there is no bound. */
char *rg_show_efficiency(char *buf, size_t n, double bound, double seconds);

#endif
