/* SPDX-License-Identifier: BSD-3-Clause
 * Conjugate gradients: solve A x = b for the matrix of matrix.h, on all ranks.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>

#include "matrix.h"

enum { N = 500 };

static double x[N], r[N], p[N], q[N];

static int solve(const struct matrix *m)
{
	double rr = matrix_dot(m, r, r);
	int steps = 0;

	while (sqrt(rr) > 1e-9 && steps < 2 * N) {
		matrix_multiply(m, p, q);
		double alpha = rr / matrix_dot(m, p, q), old = rr;
		for (int i = 0; i < N; i++) {
			x[i] += alpha * p[i];
			r[i] -= alpha * q[i];
		}
		rr = matrix_dot(m, r, r);
		for (int i = 0; i < N; i++)
			p[i] = r[i] + rr / old * p[i];
		steps++;
	}
	return steps;
}

int main(int argc, char **argv)
{
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	struct matrix m = matrix_new(N);
	for (int i = 0; i < N; i++)
		p[i] = r[i] = 1;
	int steps = solve(&m);
	if (rank == 0)
		printf("%d unknowns in %d steps, x[%d] = %.3f\n", N, steps, N / 2, x[N / 2]);
	matrix_free(&m);
	MPI_Finalize();
	return 0;
}
