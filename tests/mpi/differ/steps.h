/* SPDX-License-Identifier: BSD-3-Clause
 * The steps of one thread of each rank: the same steps on all ranks, each in its own way.
 */
#ifndef RG_DIFFER_STEPS_H
#define RG_DIFFER_STEPS_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

struct plan {
	uint64_t seed;
	int64_t steps; /* so many; -1: until the time is over */
	double seconds;
	int64_t bytes;       /* the longest vector */
	const char *only;    /* the names of collectives, separated by commas; NULL: all */
	bool start_in_order; /* persistent ones are started in the same order on all ranks */
	bool same_types;     /* all ranks receive by the same type */
	bool free_early;     /* types, operations and communicators are freed while in use */
};

/* Do them, thread number `thread` of this rank, on a communicator of its own. Returns how many. */
int64_t steps_run(const struct plan *plan, int thread, MPI_Comm base);

/* Whether the plan's `only` names collectives that there are. */
bool steps_only_is_right(const char *only);

#endif
