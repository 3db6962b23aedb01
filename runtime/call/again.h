/* SPDX-License-Identifier: BSD-3-Clause
 * A call that is like an earlier one, whose run was kept ready (run.h).
 */
#ifndef RG_AGAIN_H
#define RG_AGAIN_H

#include "call/run.h"

#pragma GCC visibility push(hidden)

/* Whether there is such a run: then the call has been done, with MPI's error code in *err; nothing
 * was raised. x NULL: there is none. */
bool rg_again(const struct rg_call *k, struct rg_context *x, int *err);

#pragma GCC visibility pop
#endif
