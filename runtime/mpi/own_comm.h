/* SPDX-License-Identifier: BSD-3-Clause
 * Communicators of our own.
 */
#ifndef RG_OWN_COMM_H
#define RG_OWN_COMM_H

#include "ringgen.h"

#pragma GCC visibility push(hidden)

/* A communicator of the same processes and ranks, without the user's attributes, whose errors
 * return. Collective. MPI_COMM_NULL: this process could not get one, say since MPI is out of
 * contexts; others may have got theirs. */
MPI_Comm rg_own_comm(MPI_Comm comm);

#pragma GCC visibility pop
#endif
