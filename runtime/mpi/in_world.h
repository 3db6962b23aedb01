/* SPDX-License-Identifier: BSD-3-Clause
 * Whether a communicator stays in MPI_COMM_WORLD.
 */
#ifndef RG_IN_WORLD_H
#define RG_IN_WORLD_H

#include "ringgen.h"

#pragma GCC visibility push(hidden)

/* Whether all processes of the communicator are in this process's MPI_COMM_WORLD. Local; since a
 * process is in one world only, all ranks get the same answer. */
bool rg_in_world(MPI_Comm comm);

#pragma GCC visibility pop
#endif
