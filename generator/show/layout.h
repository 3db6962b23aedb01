/* SPDX-License-Identifier: BSD-3-Clause
 * layout: where the vertices of a tree stand in its picture. Machines stand on a circle, switches
 * inside it, each in the wedge of the machines behind it. The machines stand in the order in which
 * the ring meets them, as far as the tree lets them: a contention-free ring is the circle itself,
 * every other one cuts across it.
 */
#ifndef RG_LAYOUT_H
#define RG_LAYOUT_H

#include "fabric/route.h"

struct rg_layout {
	double *angle;  /* [vertices] clockwise from the top, where the ring's first machine is */
	double *radius; /* [vertices] distance from the centre; machines that the ring leaves out
	                   stand a little within the circle */
	double *room;   /* [vertices] its share of the circle of its own radius, as a length */
	double step;    /* from the circle of switches to the next */
	double circle;  /* the machines' distance */
	double spacing; /* between neighbours on the circle; a little more between two switches */
	int *order;     /* [vertices] from the centre outwards along the branches */
	int *seat; /* [machines] its number among those of the ring, clockwise from the first; -1:
	              not in the ring */
	int seats;
};

/* A layout without places: room for those of all vertices, and the size of the circle. */
struct rg_layout *rg_layout_empty(const struct rg_topo *t);

/* For a checked tree and the ring ring[0] ... ring[P - 1]. Time O(V log V), memory O(V). */
struct rg_layout *rg_layout_new(const struct rg_topo *t, const struct rg_place *ring, int P);
void rg_layout_free(struct rg_layout *l);

#endif
