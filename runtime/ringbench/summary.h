/* SPDX-License-Identifier: BSD-3-Clause
 * How the planned routines compare: with the best of all others, and with the MPI library's own.
 */
#ifndef SUMMARY_H
#define SUMMARY_H

#include "ringbench/output.h"

/* The peer of that name, or -1. */
int summary_find(const struct run *r, const char *name);

/* The table of one collective's n sizes: bytes[n], outcomes[n * peers]. Nothing if the planned
 * routines were not measured, or nothing beside them. On rank 0. */
void summary_print(const struct run *r, enum collective c, int n, const long long *bytes,
                   const struct outcome *outcomes);

#endif
