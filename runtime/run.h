/* SPDX-License-Identifier: BSD-3-Clause
 * The run of a call that is ours: its lanes, their scratch, the drive.
 *
 * What a short call needs for that is kept ready: a later one with the same arguments but for the
 * addresses has nothing to look up, to measure or to decide.
 */
#ifndef RG_RUN_H
#define RG_RUN_H

#include "call.h"

/* So many calls at most are kept ready with a context, each in less than 2 KiB. */
enum { RG_READY = 16 };

/* With unequal blocks only up to so many ranks, whose blocks are kept, too. */
enum { RG_READY_BLOCKS = 64 };

struct rg_ready;

#pragma GCC visibility push(hidden)

/* Run the call with the chosen algorithm. `like` is the call as the user made it, to be kept ready;
 * NULL: another one like it may need another run. Returns MPI's error code; nothing was raised. */
int rg_perform(const struct rg_call *k, struct rg_context *x, const struct rg_shape *s,
               const struct rg_choice *choice, const struct rg_call *like);

/* What was kept of a call like this one, whose buffers are as they should be. NULL: nothing. */
struct rg_ready *rg_find_ready(const struct rg_call *k, const struct rg_context *x);

/* Run it once more, with the buffers of this call. As rg_perform. */
int rg_perform_ready(struct rg_ready *ready, const struct rg_call *k, struct rg_context *x);

#pragma GCC visibility pop
#endif
