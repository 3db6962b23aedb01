/* SPDX-License-Identifier: BSD-3-Clause
 * vertices: the machines and switches of a picture, and their names.
 */
#ifndef RG_VERTICES_H
#define RG_VERTICES_H

#include "show/picture.h"

/* Is a package or NUMA node boundary of the machine overloaded? */
bool rg_inside_shared(const struct rg_picture *p, int machine);

void rg_draw_machines(struct rg_picture *p);

/* How large the box of each switch is: before anything is drawn. From the centre outwards, so that
 * the names that matter most find room. */
void rg_place_labels(struct rg_picture *p);

void rg_draw_switches(struct rg_picture *p);

/* The height of the names of switches that stand outside the circle, beside their machines; 0: none
 * do, since the machines' own names do, or since they would not be legible. */
double rg_outer_font(const struct rg_picture *p);

/* Has the switch such a name? Its machines' names are not drawn then. */
bool rg_has_outer_name(const struct rg_picture *p, int vertex);

#endif
