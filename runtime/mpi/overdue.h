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
 * core, as rg_pause_since. */
bool rg_overdue_over(struct rg_overdue *p, int rank);

/* The same, and keeps the core. */
bool rg_overdue_ends(struct rg_overdue *p, int rank);

/* Let other processes have the core, in a wait that began then (PMPI_Wtime). The work that is
 * waited for may take long, and need that core: so the longer the wait, the longer the sleep, an
 * eighth of it, which is the most that is lost. */
void rg_pause_since(double since);

/* Wait for a request in that way: while one process works in a set-up, the others do not take the
 * cores from it. Returns MPI's error code. */
int rg_wait_long(MPI_Request *request);

#pragma GCC visibility pop
#endif
