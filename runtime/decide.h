/* SPDX-License-Identifier: BSD-3-Clause
 * Is a call ours, and which algorithm of the plan serves it.
 *
 * What decides between ours and native is the same on all ranks: the communicator and what was
 * agreed at its set-up, the bytes of the signature, whether the operation commutes (MPI lets ranks
 * give different operations; that these agree on this is a limit of ours). An argument that MPI
 * would refuse goes to MPI on the rank that has it, which raises what MPI raises.
 */
#ifndef RG_DECIDE_H
#define RG_DECIDE_H

#include "call.h"

#pragma GCC visibility push(hidden)

/* How a routine is called in what is said: rg_prefix(c)_rg_routine(which). */
const char *rg_prefix(const struct rg_cluster *c);
const char *rg_routine(enum rg_collective which);

/* RINGGEN_VERBOSE: what becomes of the call, once per communicator, collective and cause; of a
 * single process there is nothing to tell. Warns where the same bits were asked for in vain. */
void rg_tell(struct rg_context *x, const struct rg_call *k, enum rg_reason why,
             const struct rg_algorithm *algorithm);

/* What is to be done with a call that the communicator could serve: *choice if it is ours. Settles
 * k->ordered. */
enum rg_reason rg_decide(struct rg_call *k, const struct rg_context *x, const struct rg_shape *s,
                         const struct rg_choice **choice);

#pragma GCC visibility pop
#endif
