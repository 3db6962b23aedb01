/* SPDX-License-Identifier: BSD-3-Clause
 * All checks of guidelines in a picture, as SVG by gnuplot. On rank 0 alone.
 */
#ifndef GUIDELINE_PLOT_H
#define GUIDELINE_PLOT_H

#include "ringbench/agenda.h"
#include "ringbench/output.h"

/* Is gnuplot there, and can the file be written? Before anything is measured. If not, that is said.
 */
bool guideline_plot_is_possible(const struct options *o);

/* Written to r->o->plot. False: it could not be, which is said. */
bool guideline_plot(const struct run *r, const struct agenda *a);

#endif
