/* SPDX-License-Identifier: BSD-3-Clause
 * Waiting for ranks that may never come.
 */
#include "mpi/overdue.h"

#include <sched.h>
#include <time.h>

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
	rg_pause_since(p->since);
	return rg_overdue_ends(p, rank);
}

void rg_pause_since(double since)
{
	const double SHORT = 1e-3, MOST = 0.125, SHARE = 1.0 / 8; /* seconds; of what was waited */
	double waited = PMPI_Wtime() - since, pause = waited * SHARE < MOST ? waited * SHARE : MOST;

	if (waited < SHORT)
		sched_yield();
	else
		nanosleep(&(struct timespec){.tv_nsec = (long)(pause * 1e9)}, NULL);
}

int rg_wait_long(MPI_Request *request)
{
	const double since = PMPI_Wtime();
	int over = 0, err;

	while (!(err = PMPI_Test(request, &over, MPI_STATUS_IGNORE)) && !over)
		rg_pause_since(since);
	return err;
}
