/* SPDX-License-Identifier: BSD-3-Clause
 * Collectives that do not block: MPI's own or generated ones, nonblocking or persistent.
 */
#ifndef REQUEST_H
#define REQUEST_H

#include "ringbench/options.h"
#include "ringbench/routines.h"
#include "ringbench/vector.h"

union request {
	MPI_Request native;
	struct rg_request *ours;
};

/* Whether there is such a form at all: MPI has no persistent collectives before version 4. */
bool request_is_possible(const struct routines *r, enum form form);

/* Begin the collective of `v` on its slot. */
void request_begin(const struct routines *r, const struct vector *v, int slot, MPI_Comm comm,
                   union request *q);

/* Set it up, to be started and awaited any number of times, and freed. Collective. */
void request_set_up(const struct routines *r, const struct vector *v, int slot, MPI_Comm comm,
                    union request *q);
void request_start(const struct routines *r, union request *q);
void request_free(const struct routines *r, union request *q);

/* Wait for what was begun or started. */
void request_wait(const struct routines *r, union request *q);

#endif
