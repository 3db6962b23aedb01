/* SPDX-License-Identifier: BSD-3-Clause
 * The results of pairs: the table, the CSV file, the calibrated topology. On rank 0 alone.
 */
#ifndef PAIRS_OUTPUT_H
#define PAIRS_OUTPUT_H

#include <stdio.h>

#include "ringbench/pairs.h"

void pairs_print(const struct options *o, const struct survey *s, const struct speed *speeds,
                 const struct toll *toll, const struct host *hosts, int ranks);

/* The lines that `ringgen calibrate` reads. */
void pairs_csv(const struct survey *s, const struct speed *speeds, const struct toll *toll,
               const struct host *hosts, FILE *to);

/* `ringgen calibrate` writes o->calibrate, and what it prints is printed. False: it failed, which
 * was said. */
bool pairs_calibrate(const struct options *o, const struct survey *s, const struct speed *speeds,
                     const struct toll *toll, const struct host *hosts);

#endif
