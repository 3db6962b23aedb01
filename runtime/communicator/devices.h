/* SPDX-License-Identifier: BSD-3-Clause
 * Whether the ranks of a communicator have to agree, before each call, where its buffers are.
 */
#ifndef RG_DEVICES_H
#define RG_DEVICES_H

#include "communicator/context.h"

#pragma GCC visibility push(hidden)

/* This process's bits for the set-up: signs that a buffer may be in the memory of a device; 0:
 * none. */
int rg_devices_signs(void);

/* Settle x->asks by what all ranks have brought: `having` of them any, together `signs`. */
void rg_devices_settle(struct rg_context *x, int signs, int having);

/* Whether this process may have buffers in such memory now: also a library that came later counts.
 */
bool rg_devices_here(void);

#pragma GCC visibility pop
#endif
