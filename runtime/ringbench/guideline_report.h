/* SPDX-License-Identifier: BSD-3-Clause
 * The report about guidelines: a screen of findings, all violations, the CSV file. On rank 0 alone.
 */
#ifndef GUIDELINE_REPORT_H
#define GUIDELINE_REPORT_H

#include "ringbench/agenda.h"
#include "ringbench/guideline_run.h"
#include "ringbench/output.h"

/* The CSV file's first line, before anything is measured. */
void guideline_csv_heading(const struct run *r);
void guideline_csv(const struct run *r, const struct agenda *a);

/* Print what is violated most, how many are, of each peer, and what was left out; then each
 * violation, by how much, and what is better. */
void guideline_report(const struct run *r, const struct agenda *a, const struct course *course);

/* A guideline without its size: "gather<=gatherv", "gatherv<=gatherv in 2 parts, spikes blocks". */
const char *guideline_text(const struct check *c, char *text, size_t room);

/* "4,096". */
const char *number_text(int n, char text[32]);

#endif
