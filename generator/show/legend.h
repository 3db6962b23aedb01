/* SPDX-License-Identifier: BSD-3-Clause
 * legend: what the colours and strokes of a picture mean, of those that it has.
 */
#ifndef RG_LEGEND_H
#define RG_LEGEND_H

#include "show/picture.h"

/* Its top line begins at `at`; lengths are multiples of unit. */
void rg_draw_legend(struct rg_picture *p, struct rg_point at, double unit);

/* Its height, in units. */
double rg_legend_height(const struct rg_picture *p);

#endif
