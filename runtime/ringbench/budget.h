/* SPDX-License-Identifier: BSD-3-Clause
 * The time that a run may take, its set-up included.
 */
#ifndef BUDGET_H
#define BUDGET_H

struct budget {
	double began, seconds; /* by MPI_Wtime of this rank */
};

double budget_used(const struct budget *b);
double budget_left(const struct budget *b);

#endif
