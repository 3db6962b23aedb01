/* SPDX-License-Identifier: BSD-3-Clause
 * How many bytes a call is about, as summaries tell: found from its arguments alone, so that it is
 * the same whoever serves the call.
 *
 * They are those of the vector: of the blocks of all processes, where each has one, or a process's
 * for all, else of the one vector that is reduced, scanned or broadcast; counts times the size of
 * the type, without gaps. Of a gatherv and a scatterv the root knows all blocks, and another
 * process its own; of an alltoallv and an alltoallw each those that it receives. Through an
 * inter-communicator the blocks are those of the other group, but those that a group reduces to or
 * sends to a root, and a process that has no part in it (MPI_PROC_NULL) has no bytes. A barrier has
 * none.
 */
#ifndef RG_VOLUME_H
#define RG_VOLUME_H

#include "call/arguments.h"

#pragma GCC visibility push(hidden)

/* Arguments that MPI refuses have no bytes. */
double rg_volume(const struct rg_call *k, int P, int rank, bool inter);

#pragma GCC visibility pop
#endif
