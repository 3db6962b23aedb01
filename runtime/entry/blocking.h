/* SPDX-License-Identifier: BSD-3-Clause
 * The blocking collectives: a call that is ours is run.
 */
#ifndef RG_BLOCKING_H
#define RG_BLOCKING_H

#include "call/decide.h"
#include "call/summary.h"
#include "communicator/at_hand.h"

#pragma GCC visibility push(hidden)

/* Whether the call, as arguments.h makes it (one of no cluster is MPI's, and is counted), is ours:
 * then it has been done, *err being what to return, and any error raised. False: it is for the MPI
 * library, with the arguments as they are.
 */
bool rg_serve(struct rg_call *k, int *err);

/* The same for a caller that has asked for the communicator's context already, as rg_context_last
 * gives it. */
bool rg_serve_on(struct rg_context *last, struct rg_call *k, int *err);

/* After rg_serve has said no: the MPI library has served it, with this result, which is returned.
 */
static inline int rg_served(struct rg_call *k, int err)
{
	if (k->timing.kind && !err)
		rg_tuner_end(&k->timing);
	if (k->tally && !err)
		rg_summary_over(k);
	return err;
}

/* RG_PASSES(name, TAKES, SETS, NAME, arguments, family, ...), of a row: define name(c, arguments):
 * whether the cluster's context on the communicator is at hand, and leaves such a call to MPI. */
#define RG_PASSES(name, TAKES, SETS, NAME, arguments, ...)                                 \
	static inline __attribute__((always_inline)) bool name(const struct rg_cluster *c, \
	                                                       RG_LIST(TAKES, arguments))  \
	{                                                                                  \
		const struct rg_context *x = rg_context_at_hand(c, comm);                  \
		RG_CALL(SETS, c, NAME, arguments, __VA_ARGS__);                            \
		return x && rg_passes(&call, x);                                           \
	}

#pragma GCC visibility pop
#endif
