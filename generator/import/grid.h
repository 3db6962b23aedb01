/* SPDX-License-Identifier: BSD-3-Clause
 * grid: a torus of hosts: a ring, or one of two or three dimensions.
 */
#ifndef RG_GRID_H
#define RG_GRID_H

#include "fabric/topo.h"
#include "base/host_names.h"

enum { RG_GRID_DIMENSIONS = 3 };

struct rg_grid {
	const char *name;
	int dimensions, size[RG_GRID_DIMENSIONS];
	const char *
		*host; /* [rg_grid_places] at each place, the first dimension first; NULL: none */
	int number;    /* among several, from 0 on; -1: it is the only one */
	int line;
};

/* How many places there are; -1: more than a topology has room for. */
int rg_grid_places(const struct rg_grid *g);

/* Add a switch at each place, with links to its neighbours in each dimension, which is closed, by
 * one link where it has two places; and the hosts, one at a switch. Switches are called NAME-0-0-0,
 * and have these numbers as their positions, behind that of the grid if there are several. */
void rg_grid_add(struct rg_topo *t, const struct rg_grid *g);

#endif
