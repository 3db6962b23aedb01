/* SPDX-License-Identifier: BSD-3-Clause
 * A symmetric matrix, 2 on the diagonal and -1 beside it, spread over the ranks by rows.
 */
#ifndef MATRIX_H
#define MATRIX_H

struct matrix {
	int n;               /* rows in all */
	int first, rows;     /* this rank's */
	int *counts, *begin; /* of each rank */
};

struct matrix matrix_new(int n);
void matrix_free(struct matrix *m);

/* y = A x, and all of y on each rank. */
void matrix_multiply(const struct matrix *m, const double *x, double *y);

/* The scalar product of two vectors that each rank has whole; each adds up its own rows. */
double matrix_dot(const struct matrix *m, const double *x, const double *y);

#endif
