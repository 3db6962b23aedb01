/* SPDX-License-Identifier: BSD-3-Clause
 * Lines on stderr while it measures: wrong results, what takes very long, and the progress. On rank
 * 0 alone.
 */
#ifndef TERMINAL_H
#define TERMINAL_H

#include "ringbench/vector.h"

/* A wrong result of that rank's, on stderr. */
void terminal_wrong(const struct vector *v, const char *peer, int rank, const struct wrong *w);

/* A call, or several of a peer's that are timed as one, took far longer than all before. */
void terminal_far(const char *what, const char *peer, long long bytes, double seconds,
                  double before);

/* A line on stderr that the next one replaces, if that is a terminal; and its end. */
__attribute__((format(printf, 1, 2))) void terminal_progress(const char *format, ...);
void terminal_progress_end(void);

#endif
