/* SPDX-License-Identifier: BSD-3-Clause
 * max_flow: the most that can flow at a time from a vertex of a graph to others, and so the links
 * that carry the least of all that part them (Ford & Fulkerson 1956, along shortest ways: Edmonds &
 * Karp 1972).
 */
#ifndef RG_MAX_FLOW_H
#define RG_MAX_FLOW_H

#include <stdint.h>

#include "fabric/topo.h"

struct rg_max_flow;

/* A flow goes through the vertices that take part, [vertices], of a closed topology, which is
 * borrowed. A half-duplex link carries as much either way: half of its bandwidth if `both_ways`
 * have the same to carry, else all of it. Free it with rg_max_flow_free. */
struct rg_max_flow *rg_max_flow_new(const struct rg_topo *t, const bool *takes_part,
                                    bool both_ways);
void rg_max_flow_free(struct rg_max_flow *f);

/* Is the vertex, which takes part, where it flows to? None is at first. */
void rg_max_flow_sink(struct rg_max_flow *f, int vertex, bool is);

/* Let all flow that can from a source, which is no sink. Returns how many links were looked at in
 * all fills so far, which is what they cost. */
int64_t rg_max_flow_fill(struct rg_max_flow *f, int source);

/* After that: is there a way from the source to a vertex that takes part, by links that carry less
 * than they could? The links around all of these are the least cut, the one nearest to the source.
 */
bool rg_max_flow_reached(const struct rg_max_flow *f, int vertex);

#endif
