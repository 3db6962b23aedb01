/* SPDX-License-Identifier: BSD-3-Clause
 * Whether a communicator is worth its set-up yet. Programs that know nothing of us make and free
 * communicators as they like, BLACS one for each grid: a set-up takes as long as some collectives,
 * and many communicators do not live to see so many. So MPI serves a communicator until its calls
 * have cost about as much as the set-up does: that never costs more than twice as much as the
 * better of the two would have. One call of a long vector is enough.
 *
 * There is no such delay if the maker of the communicator said by the info key what it is to do,
 * nor where the first call matters: calls are compared, or have the same bits everywhere.
 */
#include "communicator/young.h"
#include "communicator/selections.h"

static bool some_are;

void rg_young_begin(void)
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
