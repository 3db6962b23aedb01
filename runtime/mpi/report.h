/* SPDX-License-Identifier: BSD-3-Clause
 * The runtime's messages on stderr, how often they come, and why a call is or is not ours.
 */
#ifndef RG_REPORT_H
#define RG_REPORT_H

#include "mpi/say.h"
#include "ringgen.h"

/* Why a communicator or a call is treated as it is. */
enum rg_reason {
	RG_NEW,   /* not set up yet */
	RG_OURS,  /* it runs over the ring */
	RG_EMPTY, /* the rest: native, since ... see the table in report.c */
	RG_ORDERED,
	RG_UNORDERED,
	RG_SLOWER,
	RG_TRIED,
	RG_NOT_PROVED,
	RG_NOT_SELECTED,
	RG_TOO_SHORT,
	RG_NO_ALGORITHM,
	RG_NO_WINDOWS,
	RG_NO_LOANS,
	RG_MACHINES,
	RG_USERS_OP,
	RG_NO_PROGRESS,
	RG_NO_TAG,
	RG_ON_DEVICE,
	RG_MAY_BE_ON_DEVICE,
	RG_ONE_PROCESS,
	RG_INTER,
	RG_OTHER_VERSION,
	RG_OTHER_WORLD,
	RG_MIXED_SELECTION,
	RG_MIXED_SETTING,
	RG_BAD_SETTING,
	RG_NO_CONTEXT,
	RG_UNKNOWN_HOST,
	RG_OTHER_SIZE,
	RG_OTHER_PLACE,
	RG_SOME_MACHINES,
	RG_NO_WAY_KNOWN,
	RG_ALIKE_HOSTS,
	RG_OFF, /* only told of: such a call is not judged */
	RG_REASONS
};

/* Other messages that are said once. Their numbers are behind one for each reason and one for each
 * collective (for the warning of a reduction's bits). */
enum rg_once {
	RG_ONCE_MIXED_BITS = RG_REASONS + RG_COLLECTIVES,
	RG_ONCE_REFUTED,
	RG_ONCE_LATE,
	RG_ONCE_WIRES,
	RG_ONCE_WINDOWS,
	RG_ONCE_THREAD,
	RG_ONCE_DEVICES,
	RG_ONCE_IMAGES,
	RG_ONCE_UNREAD,
	RG_ONCE_AGAIN,
	RG_ONCES
};

_Static_assert(RG_ONCES <= 64, "rg_first has a bit for each");

#pragma GCC visibility push(hidden)

/* The text for `why`, to stand behind "native: ". */
const char *rg_reason_text(enum rg_reason why);

/* Whether `what` has not come up for this cluster in this process before: an enum rg_reason, a
 * number of enum rg_once, or RG_REASONS and a collective. All processes that have a reason to speak
 * ask this, and then one of them does: so a thing is said once, not once for each communicator. */
bool rg_first(const struct rg_cluster *c, int what);

/* Whether that has come up before. */
bool rg_came_up(const struct rg_cluster *c, int what);

/* Forget all causes. */
void rg_report_free(void);

#pragma GCC visibility pop
#endif
