/* SPDX-License-Identifier: BSD-3-Clause
 * strokes: how wide a link of each speed is drawn, so that the speeds of one picture can be told
 * apart by eye.
 */
#ifndef RG_STROKES_H
#define RG_STROKES_H

#include "fabric/topo.h"

/* The different speeds in rising order, and the stroke of each. */
struct rg_strokes {
	double *bandwidth, *width; /* [n] */
	int n;
};

/* Free it with rg_strokes_free. */
struct rg_strokes rg_strokes_new(const struct rg_topo *t);
void rg_strokes_free(struct rg_strokes *s);

/* The stroke of a speed that the topology has. */
double rg_stroke_of(const struct rg_strokes *s, double bandwidth);

#endif
