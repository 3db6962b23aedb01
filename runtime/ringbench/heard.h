/* SPDX-License-Identifier: BSD-3-Clause
 * Does a generated routine run its own algorithm, or does libringgen hand the call to the MPI
 * library? With RINGGEN_VERBOSE set, rank 0 says it at the first call, on stderr: it is read there.
 */
#ifndef HEARD_H
#define HEARD_H

#include <stdbool.h>
#include <stddef.h>

/* Before the first call of any generated routine. */
void heard_prepare(void);

/* On all ranks, about the first calls of a generated routine; heard_end on rank 0 alone. True: the
 * algorithm is its own. False: it is native, for that reason. The last that was said counts. What
 * libringgen said goes to stderr if RINGGEN_VERBOSE was set anyway, or if the routine is native. */
void heard_begin(void);
bool heard_end(char *reason, size_t room);

#endif
