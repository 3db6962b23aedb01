/* SPDX-License-Identifier: BSD-3-Clause
 * Pictures by gnuplot. What cannot be done is said on stderr.
 */
#ifndef GNUPLOT_H
#define GNUPLOT_H

#include <stdbool.h>
#include <stdio.h>

/* Is it there? Could the file be written? For the time before anything is measured. */
bool gnuplot_is_here(void);
bool gnuplot_can_write(const char *name);

/* A string in a script, which is taken as it is. */
void gnuplot_quote(FILE *f, const char *text);

/* Draw what the script says: its output becomes the file, whole or not at all. */
bool gnuplot_draw(const char *name, const char *script);

#endif
