/* SPDX-License-Identifier: BSD-3-Clause
 * detour: where the links of a graph bend, so that none runs through the box of a switch, or
 * through a machine, that it does not end at.
 */
#ifndef RG_DETOUR_H
#define RG_DETOUR_H

#include "show/picture.h"

/* Fill p->bend. The labels of switches must have been placed. In a tree, and where there are very
 * many links, all are straight. */
void rg_find_bends(struct rg_picture *p);
void rg_free_bends(struct rg_picture *p);

/* The stroke of a link. */
double rg_link_stroke(const struct rg_picture *p, int link);

/* How far beside the line between its ends a direction of a link is drawn: links between the same
 * two vertices lie beside each other. */
double rg_link_aside(const struct rg_picture *p, int link);

#endif
