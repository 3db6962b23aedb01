/* SPDX-License-Identifier: BSD-3-Clause
 * What the ranks ask each other before a call, by messages or windows of our own.
 */
#ifndef RG_AGREE_H
#define RG_AGREE_H

#include "communicator/context.h"

#pragma GCC visibility push(hidden)

/* Whether any rank says so: not 0. Does not return before all ranks have come. An exchange that
 * fails here, which counts as yes, will fail in MPI's own collective, too, which raises the error.
 */
bool rg_any_says(struct rg_context *x, int mine);

#pragma GCC visibility pop
#endif
