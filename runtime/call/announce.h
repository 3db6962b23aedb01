/* SPDX-License-Identifier: BSD-3-Clause
 * The names of routines as users know them, and what RINGGEN_VERBOSE says of calls.
 */
#ifndef RG_ANNOUNCE_H
#define RG_ANNOUNCE_H

#include "call/arguments.h"

#pragma GCC visibility push(hidden)

/* The name of a routine in messages: rg_prefix(c)_rg_routine_name(which). */
const char *rg_prefix(const struct rg_cluster *c);
const char *rg_routine_name(enum rg_collective which);

/* MPI_Iallreduce, MPI_Allreduce_init ... */
void rg_describe_routine(char *text, size_t size, const struct rg_context *x,
                         enum rg_collective which, enum rg_form form);

/* RINGGEN_VERBOSE: what becomes of the call, once per communicator, collective and cause; RG_OURS
 * without a choice: the tuner chooses. A single process tells nothing. Warns where the same bits
 * were asked for in vain. */
void rg_tell_why(struct rg_context *x, const struct rg_call *k, enum rg_reason why,
                 const struct rg_choice *choice);

#pragma GCC visibility pop
#endif
