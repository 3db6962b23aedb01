/* SPDX-License-Identifier: BSD-3-Clause
 * Time against size, log-log, as SVG by gnuplot. On rank 0 alone.
 */
#ifndef PLOT_H
#define PLOT_H

#include "ringbench/output.h"

/* Is gnuplot there, and can the files be written? Before anything is measured. If not, that is
 * said.
 */
bool plot_is_possible(const struct options *o);

/* One collective; bytes [n], outcomes [n][r->npeers]. Written to r->o->plot, with the collective in
 * its name if there are several, and the kind of blocks, too. False: it could not be, which is
 * said. */
bool plot_write(const struct run *r, enum collective c, int n, const long long *bytes,
                const struct outcome *outcomes);

#endif
