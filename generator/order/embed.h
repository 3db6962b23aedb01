/* SPDX-License-Identifier: BSD-3-Clause
 * embed: an order of the machines of any graph, by a tree embedded in it (Patarasuk & Yuan 2009,
 * section 4.1: "for other topologies, a tree can be embedded").
 */
#ifndef RG_EMBED_H
#define RG_EMBED_H

#include "fabric/topo.h"

/* The machines, [t->machines], depth first in the tree of the shortest ways from the switch that is
 * farthest from all machines, the first of several. So machines of a switch follow each other, and
 * in a fat tree those of a pod: a ring goes over an uplink once in each direction, whichever
 * uplinks the routes take. Parts that nothing joins come one after the other. Linear time for each
 * part. Free it. */
int *rg_embed(const struct rg_topo *t);

/* The order of the machines of a checked topology: that of the tree it is (rg_order), or else of
 * one embedded in it. Free it. */
int *rg_usual_order(const struct rg_topo *t);

#endif
