/* SPDX-License-Identifier: BSD-3-Clause
 * Trials of calls whose lengths not all ranks know: with equal blocks, of some lengths that all
 * know.
 */
#ifndef RG_RUNGS_H
#define RG_RUNGS_H

#include "call/planned.h"

/* The bytes of the vectors, as powers of two, ascending: from where a call's own work counts, 64 B,
 * to where nothing but the copies does, 1 MiB. */
enum { RG_RUNGS = 4 };
static const int rg_rungs[RG_RUNGS] = {6, 12, 16, 20};

#pragma GCC visibility push(hidden)

/* A trial (trial.h) of calls of rung s, like k but for lengths and types: of bytes. */
int rg_rung_trial(const struct rg_call *k, struct rg_inquiry *j, struct rg_tuned_kind *kind, int s);

#pragma GCC visibility pop
#endif
