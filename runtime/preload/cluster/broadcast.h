/* SPDX-License-Identifier: BSD-3-Clause
 * A text that one process has, for all.
 */
#ifndef RG_BROADCAST_H
#define RG_BROADCAST_H

#include <mpi.h>

#pragma GCC visibility push(hidden)

/* Give *text of rank 0 to the others, which have to free theirs; NULL stays NULL, and is what a
 * rank without memory gets. Collective over comm; a short text is one message to each. Returns
 * MPI's error code, which was raised. */
int rg_broadcast(MPI_Comm comm, char **text);

#pragma GCC visibility pop
#endif
