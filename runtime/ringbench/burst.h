/* SPDX-License-Identifier: BSD-3-Clause
 * How many bytes a link carries at once when it has rested, beyond what its rate lets through: as
 * links do that are shaped by a bucket of tokens.
 */
#ifndef RINGBENCH_BURST_H
#define RINGBENCH_BURST_H

#include <mpi.h>

/* Two messages, the second twice as long, whose difference tells the rate of the way between the
 * two ranks of the communicator: the shorter one takes what a message of no length does, and what
 * the rate takes for its bytes, less those that went at once. Returns bytes; 0: that is none, or
 * more than half of what is tried. Collective. */
int burst_between(MPI_Comm comm);

#endif
