/* SPDX-License-Identifier: BSD-3-Clause
 * Time against size, log-log, as SVG by gnuplot. On rank 0 alone.
 */
#ifndef PLOT_H
#define PLOT_H

#include "output.h"

/* Is gnuplot there? If not, that is said. */
bool plot_is_possible(void);

/* One collective; bytes [n], outcomes [n][r->npeers]. Written to r->o->plot, with the collective in
 * its name if there are several. What goes wrong is said. */
void plot_write(const struct run *r, enum collective c, int n, const long long *bytes,
                const struct outcome *outcomes);

#endif
