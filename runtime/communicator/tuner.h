/* SPDX-License-Identifier: BSD-3-Clause
 * The tuner of a communicator (RINGGEN_TUNE): a lottery draws one of the candidates for a call by
 * the times that they took (ringgen/lottery.h). A choice holds for some calls, its time to live;
 * then the ranks agree on the time that it took, by the slowest of them, and rank 0 draws the next
 * one.
 */
#ifndef RG_TUNER_H
#define RG_TUNER_H

#include "communicator/kinds.h"

/* A call that is timed. */
struct rg_timing {
	struct rg_tuned_kind *kind; /* NULL: it is not */
	double since;
};

#pragma GCC visibility push(hidden)

/* *choice: the choice that serves the call of this kind that begins now, of its candidates, of
 * which there is one at least. Collective when a choice has lived its time. Returns MPI's error
 * code; nothing was raised. */
int rg_tuner_begin(struct rg_context *x, struct rg_tuned_kind *kind,
                   const struct rg_choice **choice, struct rg_timing *timing);

/* It is over, and did not fail. */
void rg_tuner_end(struct rg_timing *timing);

#pragma GCC visibility pop
#endif
