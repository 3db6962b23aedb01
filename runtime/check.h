/* SPDX-License-Identifier: BSD-3-Clause
 * RINGGEN_CHECK: before a collective the ranks compare what they call.
 *
 * MPI leaves undefined what happens when ranks call different collectives on a communicator, or the
 * same one with other lengths or another operation: often they wait for ever, or the data are
 * wrong.
 */
#ifndef RG_CHECK_H
#define RG_CHECK_H

#include "call.h"

#pragma GCC visibility push(hidden)

/* Whether the calls on this communicator are to be compared: before it is set up this process's
 * wish, from then on the same on all ranks. */
bool rg_is_checked(const struct rg_context *x);

/* Set the communicator up, if it is not; then have all its ranks compare their calls, whatever
 * those are, if any rank asked for that. Returns MPI's error code, the same on all ranks if the
 * calls do not match; *raised says whether it was raised. */
int rg_check(const struct rg_call *k, struct rg_context *x, bool *raised);

#pragma GCC visibility pop
#endif
