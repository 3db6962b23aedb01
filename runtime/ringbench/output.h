/* SPDX-License-Identifier: BSD-3-Clause
 * The output: the table, the CSV file. On rank 0 alone.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "ringbench/measure.h"
#include "ringbench/survey.h"

#include <stdio.h>

/* The data that all rows have in common. */
struct run {
	const struct options *o;
	const struct peer *peers;
	int npeers, ranks, machines;
	struct bound bound[COLLECTIVES]; /* none: all 0 */
	enum blocks blocks;              /* of the collective that is told */
	FILE *csv, *samples;             /* or NULL; rank 0 */
};

/* No algorithm takes less for that many bytes, in seconds; 0: nothing is known. Between ranks that
 * have no block nothing need go: of blocks that may differ, latencies count if each has one. */
bool output_is_bounded(const struct run *r, enum collective c);
double output_bound(const struct run *r, enum collective c, long long bytes);

/* One collective's heading, then a block for each size. */
void output_heading(const struct run *r, enum collective c);
void output_size(const struct run *r, enum collective c, long long bytes,
                 const struct outcome *outcomes);

/* The CSV file's first line, and the lines of one size; each is written at once, so that a job that
 * is ended early keeps what it has measured. */
void output_csv_heading(const struct run *r);
void output_csv(const struct run *r, enum collective c, long long bytes,
                const struct outcome *outcomes);

/* The same of the file that has each sample. */
void output_samples_heading(const struct run *r);
void output_samples(const struct run *r, enum collective c, long long bytes,
                    const struct outcome *outcomes);

/* "1.25 ms", "64 KiB", "940 Mbit/s": as ringgen writes them. */
const char *output_time(double seconds, char text[32]);
/* The same in the unit of the shortest of those that it stands beside. */
const char *output_time_beside(double seconds, double least, char text[32]);
const char *output_size_text(long long bytes, char text[32]);
const char *output_rate(double bytes_per_second, char text[32]);

#endif
