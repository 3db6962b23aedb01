/* SPDX-License-Identifier: BSD-3-Clause
 * Waiting for ranks that may never come.
 */
#include "mpi/overdue.h"

#include <sched.h>

enum { SECONDS = 10 };

struct rg_overdue rg_overdue(void)
{
	return (struct rg_overdue){.since = PMPI_Wtime()};
}

/* Ranks 0, 1, 2, 4, 8 ... speak one after the other, each if those before were silent; the rest
 * never do. */
bool rg_overdue_ends(struct rg_overdue *p, int rank)
{
	int turn = 0;

	if (p->said || rank & (rank - 1))
		return false;
	for (int r = rank; r; r /= 2)
		turn++;
	return p->said = PMPI_Wtime() - p->since > SECONDS * (1 + turn / 4.0);
}

bool rg_overdue_over(struct rg_overdue *p, int rank)
{
	sched_yield();
	return rg_overdue_ends(p, rank);
}
