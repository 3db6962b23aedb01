/* SPDX-License-Identifier: BSD-3-Clause
 * The text of one process is sent to all.
 */
#ifndef RG_BROADCAST_H
#define RG_BROADCAST_H

#include <mpi.h>

#pragma GCC visibility push(hidden)

/* Give *text of rank 0 to the others, which have to free theirs; NULL stays NULL; a rank without
 * memory gets NULL, too. Collective over comm; a short text is one message to each. Returns MPI's
 * error code, which was raised. */
int rg_broadcast(MPI_Comm comm, char **text);

#pragma GCC visibility pop
#endif
