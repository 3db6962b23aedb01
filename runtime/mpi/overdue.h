/* SPDX-License-Identifier: BSD-3-Clause
 * Waiting for ranks that may never come: after a while, one says so.
 */
#ifndef RG_OVERDUE_H
#define RG_OVERDUE_H

#include "ringgen.h"

/* When the wait began; whether it has ended in words. */
struct rg_overdue {
	double since;
	bool said;
};

#pragma GCC visibility push(hidden)

struct rg_overdue rg_overdue(void);

/* Whether it is over for this rank: true once, after some seconds. Rank 0 speaks first; if it is
 * among those that do not come, a few others do, one after the other. Lets other processes have the
 * core. */
bool rg_overdue_over(struct rg_overdue *p, int rank);

/* The same, and keeps the core. */
bool rg_overdue_ends(struct rg_overdue *p, int rank);

#pragma GCC visibility pop
#endif
