/* SPDX-License-Identifier: BSD-3-Clause
 * Whether a communicator is worth its set-up yet.
 */
#ifndef RG_YOUNG_H
#define RG_YOUNG_H

#include "communicator/context.h"

#pragma GCC visibility push(hidden)

/* From now on communicators under MPI's own names are young at first. To be called on all ranks or
 * on none. */
void rg_young_begin(void);

/* Whether a call of so many bytes, which is counted, is still for MPI: the same on all ranks. The
 * communicator is not set up. */
bool rg_is_young(struct rg_context *x, int64_t bytes);

#pragma GCC visibility pop
#endif
