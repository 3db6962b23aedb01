/* SPDX-License-Identifier: BSD-3-Clause
 * spread: breadth-first search in a graph.
 */
#ifndef RG_SPREAD_H
#define RG_SPREAD_H

#include "fabric/topo.h"

/* Through switches only, as a machine passes nothing on: from several vertices at once,
 * queue[begin] ... queue[n - 1], with room for all vertices: far[v] is how many links a vertex is
 * from the nearest of them, -1 before, and parent[v] the vertex before it. Returns how many are in
 * the queue then. */
int rg_spread(const struct rg_topo *t, int *queue, int begin, int n, int *far, int *parent);

/* Through all vertices: a tree that spans the graph, from vertex 0, itself if it is one. Where
 * nothing joins all vertices there is one for each part, one after the other. Of each vertex, into
 * arrays [t->vertices]: the link towards the root and the vertex at its other end, -1 at the root,
 * and how many links that takes; and the vertices, each after its parent. */
void rg_span_tree(const struct rg_topo *t, int *up, int *parent, int *depth, int *downward);

/* How many links each vertex is from the nearest machine, [t->vertices]; -1: nothing joins it to
 * one. Free it. */
int *rg_heights(const struct rg_topo *t);

/* Find the parts that are joined at or below a height. part[v] gets the number of the vertex's
 * part, from 0 on; -1 if the vertex is higher, has no height, or is left out by left_out[v] (NULL:
 * none is). Machines join what they are linked to. Returns how many parts there are. Linear
 * time. */
int rg_parts_below(const struct rg_topo *t, const int *high, int height, const bool *left_out,
                   int *part);

#endif
