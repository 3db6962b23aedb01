/* SPDX-License-Identifier: BSD-3-Clause
 * Whether a communicator is worth its set-up yet. Programs that know nothing of us make and free
 * communicators as they like, BLACS one for each grid: a set-up takes as long as some collectives,
 * and many communicators do not live to see so many. So MPI serves a communicator until what it
 * was asked for has cost about as much as the set-up does: never more than twice of what the better
 * of the two would have cost. One call of a long vector is enough.
 *
 * Not so where who made the communicator said what it is to do by the info key, nor where the first
 * call matters: calls are compared, or have the same bits everywhere.
 */
#include "communicator/trial.h"
#include "communicator/selections.h"

static bool some_are;

void rg_trial_begin(void)
{
	some_are = true;
}

bool rg_is_young(struct rg_context *x, int64_t bytes)
{
	/* A set-up takes about as long as 64 short calls, and to move 8 KiB as long as one of them.
	 */
	enum { CALLS = 64, BYTES = 8192 };
	bool agreed;

	if (!some_are || x->c != rg_bound || x->c->reproducible ||
	    rg_selection_list(x->comm, &agreed))
		return false;
	x->asked += 1 + bytes / BYTES;
	return x->asked < CALLS;
}
