/* SPDX-License-Identifier: BSD-3-Clause
 * drawing: the links of the tree, and the ring through it.
 */
#ifndef RG_DRAWING_H
#define RG_DRAWING_H

#include "show/picture.h"

/* What the ring makes of a resource: its load is 0, or 0 unless a pair with several ways takes one
 * over it, or 1, or more. */
enum rg_use { RG_USE_NONE, RG_USE_POSSIBLE, RG_USE_ALONE, RG_USE_SHARED, RG_USES };
enum rg_use rg_use_of(const struct rg_picture *p, int resource);

/* The link directions of that use. */
void rg_draw_links(struct rg_picture *p, const char *colour, enum rg_use use);

/* The loads of 2 and more, where there is room. Links between switches first: there is less room at
 * the machines. */
void rg_label_loads(struct rg_picture *p);

/* Which pairs collide with others: to be known before they are drawn. */
void rg_find_wrong(struct rg_picture *p);

/* The pairs that collide (`wrong`), or the others: their ways; their arrows, of which
 * a crowded circle gets only some, and which are to be seen above its machines. */
void rg_draw_steps(struct rg_picture *p, bool wrong, const char *colour);
void rg_draw_arrows(struct rg_picture *p, bool wrong, const char *colour);

#endif
