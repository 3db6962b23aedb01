/* SPDX-License-Identifier: BSD-3-Clause
 * The rounds in which guidelines are checked.
 */
#ifndef GUIDELINE_RUN_H
#define GUIDELINE_RUN_H

#include "ringbench/agenda.h"
#include "ringbench/budget.h"

/* What a run came to. */
struct course {
	int rounds;
	double used, missing; /* seconds; what all that was left out would take at the least */
};

/* Time what the checks need, until each of them is settled, the rounds are over, or the budget is.
 * Collective over MPI_COMM_WORLD; samples and verdicts are on rank 0 alone, as is what it returns.
 */
struct course guideline_run(struct agenda *a, const struct budget *budget);

#endif
