/* SPDX-License-Identifier: BSD-3-Clause
 * svg: a picture of the tree, the ring through it, or a phase of an all-to-all, and the load on
 * each link, as SVG.
 */
#ifndef RG_SVG_H
#define RG_SVG_H

#include "base/text.h"
#include "certify/certify.h"
#include "show/colours.h"

/* Draw the topology of c->routes with the ring of c. Readable at 32 machines, sensible at 1,000;
 * the same input gives the same bytes. */
void rg_plot(const struct rg_certificate *c, const struct rg_colours *colours, struct rg_text *svg);

/* The same of one phase of an all-to-all, whose messages are the pairs of c: "phase 3 of 31 by
 * shifts". The ranks of c are in the order of the ring. */
void rg_plot_phase(const struct rg_certificate *c, const char *phase,
                   const struct rg_colours *colours, struct rg_text *svg);

#endif
