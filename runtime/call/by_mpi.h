/* SPDX-License-Identifier: BSD-3-Clause
 * A call by MPI's own routine.
 */
#ifndef RG_BY_MPI_H
#define RG_BY_MPI_H

#include "call/arguments.h"

#pragma GCC visibility push(hidden)

/* Do a call that blocks on its communicator, with its arguments as they are. Returns MPI's error
 * code, which was raised. */
int rg_by_mpi(const struct rg_call *k);

#pragma GCC visibility pop
#endif
