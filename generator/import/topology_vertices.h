/* SPDX-License-Identifier: BSD-3-Clause
 * topology_vertices: the machines and switches of a topology file.
 */
#ifndef RG_TOPOLOGY_VERTICES_H
#define RG_TOPOLOGY_VERTICES_H

#include "import/reading.h"

/* A <node>: one machine for each name that its id stands for. Each is linked to the vertex around
 * it; outer -1: there is none. */
void rg_topology_node(struct rg_reading *r, const xmlNode *e, int outer);

/* A <switch> and all within, linked likewise; as deep as the XML reader allows. One without an id
 * is there, since what is within has its mistakes, too. */
void rg_topology_switch(struct rg_reading *r, const xmlNode *e, int outer);

#endif
