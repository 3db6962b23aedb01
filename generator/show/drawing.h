/* SPDX-License-Identifier: BSD-3-Clause
 * drawing: the links of the tree, and the ring through it.
 */
#ifndef RG_DRAWING_H
#define RG_DRAWING_H

#include "show/picture.h"

/* The links whose load is at least `least` and at most `most`. */
void rg_draw_links(struct rg_picture *p, const char *colour, int least, int most);

/* The loads of 2 and more, where there is room. Links between switches first: there is less room at
 * the machines. */
void rg_label_loads(struct rg_picture *p);

/* Which pairs of neighbours collide with others: to be known before they are drawn. */
void rg_find_wrong(struct rg_picture *p);

/* The pairs of neighbours that collide (`wrong`), or the others: their ways; their arrows, of which
 * a crowded circle gets only some, and which are to be seen above its machines. */
void rg_draw_steps(struct rg_picture *p, bool wrong, const char *colour);
void rg_draw_arrows(struct rg_picture *p, bool wrong, const char *colour);

#endif
