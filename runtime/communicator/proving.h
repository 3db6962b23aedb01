/* SPDX-License-Identifier: BSD-3-Clause
 * The proof at set-up: each algorithm that may serve the communicator, as it was compiled for this
 * program, is played on the places of its ranks (generator/library/player.h) before a call is
 * served by it. A variant that was played before on the same places is known (proofs.h).
 */
#ifndef RG_PROVING_H
#define RG_PROVING_H

#include "communicator/context.h"

#pragma GCC visibility push(hidden)

/* Up to so many processes it is played without being asked for; a ring of so many takes some ten
 * seconds of one of them. */
enum { RG_PROVED_MOST = 2048 };

/* The value of RINGGEN_PROVE in this process, in the form that all are told: seconds,
 * RG_PROVE_USUAL, or 0: nothing is played. */
enum { RG_PROVE_USUAL = -1 };
int rg_proving_seconds(void);

/* Play the algorithms of x->plan and x->plain, in shares: each rank plays some and tells the
 * others. No process plays for more than `seconds` in all of its life (RG_PROVE_USUAL: 60). Choices
 * by an algorithm that is not proved become MPI's own (rg_is_unproved), with a warning: x->choices
 * are x->own_choices then, which have room for them (rg_plans_choices). Collective over x->comm;
 * returns MPI's error code, which was raised. */
int rg_prove_plans(struct rg_context *x, int seconds);

/* Is this choice MPI's own because its algorithm is not proved? */
bool rg_is_unproved(const struct rg_choice *choice);

#pragma GCC visibility pop
#endif
