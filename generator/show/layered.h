/* SPDX-License-Identifier: BSD-3-Clause
 * layered: where the vertices of a graph that is no tree stand in its picture. Machines stand on a
 * circle in the order of the ring, those that it leaves out behind the one before them in the order
 * of an embedded tree. Switches stand on circles of their own inside, the nearer to the centre the
 * more links they are from all machines; each where what is below it is, as far as there is room.
 */
#ifndef RG_LAYERED_H
#define RG_LAYERED_H

#include "show/layout.h"

/* For a checked graph and the ring ring[0] ... ring[P - 1]. Free it with rg_layout_free. */
struct rg_layout *rg_layered_new(const struct rg_topo *t, const struct rg_place *ring, int P);

#endif
