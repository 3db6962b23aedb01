/* SPDX-License-Identifier: BSD-3-Clause
 * The rounds in which guidelines are checked.
 */
#ifndef GUIDELINE_RUN_H
#define GUIDELINE_RUN_H

#include "ringbench/agenda.h"

/* Time all trials in rounds, until each check is settled or the time is over; rank 0 has the
 * verdicts then. Returns the number of rounds. Wrong results are told on stderr. Collective over
 * MPI_COMM_WORLD. */
int guideline_run(struct agenda *a);

#endif
