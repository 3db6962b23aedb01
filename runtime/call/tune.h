/* SPDX-License-Identifier: BSD-3-Clause
 * The questions of a call to a trial (trial.h) or to the tuner (communicator/tuner.h).
 *
 * Only calls that block are measured: others overlap with what the program does meanwhile, so that
 * the time from their beginning to their end says little. If the same bits are asked for
 * everywhere, MPI's own routine is no candidate: then the result never depends on the choice.
 */
#ifndef RG_TUNE_H
#define RG_TUNE_H

#include "call/decide.h"

#pragma GCC visibility push(hidden)

/* Choose for a call that rg_is_tuned: j->choice, j->why; and k->timing, which is to end with the
 * call, or k->due. */
enum rg_decision rg_tune(struct rg_call *k, struct rg_inquiry *j);

#pragma GCC visibility pop
#endif
