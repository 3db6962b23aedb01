/* SPDX-License-Identifier: BSD-3-Clause
 * The report about guidelines: violations, a summary, the CSV file. On rank 0 alone.
 */
#ifndef GUIDELINE_REPORT_H
#define GUIDELINE_REPORT_H

#include "ringbench/agenda.h"
#include "ringbench/output.h"

/* The CSV file's first line, before anything is measured. */
void guideline_csv_heading(const struct run *r);
void guideline_csv(const struct run *r, const struct agenda *a);

/* Print each violation, by how much, and what is better; then the number of violations, for each
 * peer. */
void guideline_report(const struct run *r, const struct agenda *a, int rounds);

#endif
