/* SPDX-License-Identifier: BSD-3-Clause
 * The time that a run may take, its set-up included.
 */
#include "ringbench/budget.h"

#include <mpi.h>

double budget_used(const struct budget *b)
{
	return MPI_Wtime() - b->began;
}

double budget_left(const struct budget *b)
{
	return b->seconds - budget_used(b);
}
