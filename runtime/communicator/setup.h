/* SPDX-License-Identifier: BSD-3-Clause
 * The set-up of a communicator: where its ranks are, and the ring through them.
 */
#ifndef RG_SETUP_H
#define RG_SETUP_H

#include "communicator/context.h"

#pragma GCC visibility push(hidden)

/* Settle x->why, which is RG_NEW: RG_OURS with all that goes with it, or a reason to stay native.
 * Collective over x->comm, and the same on all its ranks. Returns MPI's error code, which was
 * raised. */
int rg_set_up(struct rg_context *x);

#pragma GCC visibility pop
#endif
