/* SPDX-License-Identifier: BSD-3-Clause
 * The matrix, and what its operations exchange.
 */
#include "matrix.h"

#include <stdlib.h>

#include "collectives.h"

struct matrix matrix_new(int n)
{
	struct matrix m = {.n = n};
	int ranks, rank;

	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	m.counts = malloc((size_t)ranks * sizeof *m.counts);
	m.begin = malloc((size_t)ranks * sizeof *m.begin);
	if (!m.counts || !m.begin)
		MPI_Abort(MPI_COMM_WORLD, 1);
	for (int i = 0; i < ranks; i++) {
		m.counts[i] = n / ranks + (i < n % ranks);
		m.begin[i] = i ? m.begin[i - 1] + m.counts[i - 1] : 0;
	}
	m.first = m.begin[rank];
	m.rows = m.counts[rank];
	return m;
}

void matrix_free(struct matrix *m)
{
	free(m->counts);
	free(m->begin);
}

void matrix_multiply(const struct matrix *m, const double *x, double *y)
{
	double *mine = malloc((size_t)(m->rows + 1) * sizeof *mine);

	if (!mine)
		MPI_Abort(MPI_COMM_WORLD, 1);
	for (int i = 0; i < m->rows; i++) {
		int row = m->first + i;
		mine[i] = 2 * x[row];
		mine[i] -= row > 0 ? x[row - 1] : 0;
		mine[i] -= row < m->n - 1 ? x[row + 1] : 0;
	}
	ALLGATHERV(mine, m->rows, MPI_DOUBLE, y, m->counts, m->begin, MPI_DOUBLE, MPI_COMM_WORLD);
	free(mine);
}

double matrix_dot(const struct matrix *m, const double *x, const double *y)
{
	double mine = 0, sum;

	for (int i = m->first; i < m->first + m->rows; i++)
		mine += x[i] * y[i];
	ALLREDUCE(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	return sum;
}
