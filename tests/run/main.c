/* SPDX-License-Identifier: BSD-3-Clause
 * What `make run` runs: every generated routine against the MPI library's own, on growing vectors;
 * the same bits, then a table of times. Compiled with -DNAME=PREFIX -DHEADER='"FILE.h"'.
 *
 * The values are small whole numbers, so that sums are exact in any order. Times are those of the
 * slowest rank, ours and MPI's in turn; the median.
 */
#include HEADER

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PASTE(a, b) a##b
#define JOIN(a, b) PASTE(a, b)
#define OURS(routine) JOIN(NAME, _##routine)

enum collective { ALLREDUCE, ALLGATHER, ALLGATHERV, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, ALL };
enum { ROUNDS = 15, MOST = 1 << 17 };

static int P, rank;

/* One vector of n doubles; `block` is a rank's part of it, in the v-routines the first is longer.
 */
struct job {
	double *in, *out;
	int n, block;
	int *counts, *displs;
};

static void ours(enum collective c, const struct job *j)
{
	MPI_Comm w = MPI_COMM_WORLD;
	switch (c) {
	case ALLREDUCE:
		OURS(Allreduce)(j->in, j->out, j->n, MPI_DOUBLE, MPI_SUM, w);
		break;
	case ALLGATHER:
		OURS(Allgather)(j->in, j->block, MPI_DOUBLE, j->out, j->block, MPI_DOUBLE, w);
		break;
	case ALLGATHERV:
		OURS(Allgatherv)
		(j->in, j->counts[rank], MPI_DOUBLE, j->out, j->counts, j->displs, MPI_DOUBLE, w);
		break;
	case REDUCE_SCATTER:
		OURS(Reduce_scatter)(j->in, j->out, j->counts, MPI_DOUBLE, MPI_SUM, w);
		break;
	default:
		OURS(Reduce_scatter_block)(j->in, j->out, j->block, MPI_DOUBLE, MPI_SUM, w);
	}
}

static void theirs(enum collective c, const struct job *j)
{
	MPI_Comm w = MPI_COMM_WORLD;
	switch (c) {
	case ALLREDUCE:
		MPI_Allreduce(j->in, j->out, j->n, MPI_DOUBLE, MPI_SUM, w);
		break;
	case ALLGATHER:
		MPI_Allgather(j->in, j->block, MPI_DOUBLE, j->out, j->block, MPI_DOUBLE, w);
		break;
	case ALLGATHERV:
		MPI_Allgatherv(j->in, j->counts[rank], MPI_DOUBLE, j->out, j->counts, j->displs,
		               MPI_DOUBLE, w);
		break;
	case REDUCE_SCATTER:
		MPI_Reduce_scatter(j->in, j->out, j->counts, MPI_DOUBLE, MPI_SUM, w);
		break;
	default:
		MPI_Reduce_scatter_block(j->in, j->out, j->block, MPI_DOUBLE, MPI_SUM, w);
	}
}

static struct job new_job(int n)
{
	struct job j = {.n = n, .block = n / P};
	j.in = malloc((size_t)n * sizeof *j.in);
	j.out = malloc((size_t)n * sizeof *j.out);
	j.counts = malloc((size_t)P * sizeof *j.counts);
	j.displs = malloc((size_t)P * sizeof *j.displs);
	if (!j.in || !j.out || !j.counts || !j.displs)
		MPI_Abort(MPI_COMM_WORLD, 1);
	for (int i = 0; i < n; i++)
		j.in[i] = (i * 7 + rank * 13) % 101;
	for (int i = 0; i < P; i++) {
		j.counts[i] = j.block + (i ? 0 : n % P);
		j.displs[i] = i ? j.displs[i - 1] + j.counts[i - 1] : 0;
	}
	return j;
}

static void free_job(struct job *j)
{
	free(j->in);
	free(j->out);
	free(j->counts);
	free(j->displs);
}

/* The result and what lies behind it, which a call must leave alone, are the same bits. */
static bool verify(enum collective c, struct job *j)
{
	size_t bytes = (size_t)j->n * sizeof *j->out;
	double *expected = malloc(bytes);
	int same, all;
	if (!expected)
		MPI_Abort(MPI_COMM_WORLD, 1);
	memset(j->out, 0x5a, bytes);
	theirs(c, j);
	memcpy(expected, j->out, bytes);
	memset(j->out, 0x5a, bytes);
	ours(c, j);
	same = memcmp(expected, j->out, bytes) == 0;
	MPI_Allreduce(&same, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	free(expected);
	return all;
}

static double once(void (*call)(enum collective, const struct job *), enum collective c,
                   const struct job *j)
{
	double took, slowest;
	MPI_Barrier(MPI_COMM_WORLD);
	took = MPI_Wtime();
	call(c, j);
	took = MPI_Wtime() - took;
	MPI_Allreduce(&took, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	return slowest;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* The median times of ours and of MPI's, in microseconds. */
static void measure(enum collective c, const struct job *j, double us[2])
{
	double times[2][ROUNDS];
	for (int i = 0; i < ROUNDS; i++) {
		times[0][i] = once(ours, c, j);
		times[1][i] = once(theirs, c, j);
	}
	for (int k = 0; k < 2; k++) {
		qsort(times[k], ROUNDS, sizeof(double), ascending);
		us[k] = 1e6 * times[k][ROUNDS / 2];
	}
}

/* A row of the table; false: a routine is wrong. */
static bool row(int n)
{
	static const enum collective timed[] = {ALLREDUCE, ALLGATHER, REDUCE_SCATTER_BLOCK};
	static const char *const names[] = {"allreduce", "allgather", "allgatherv",
	                                    "reduce_scatter", "reduce_scatter_block"};
	struct job j = new_job(n);
	bool right = true;
	for (int c = 0; c < ALL; c++)
		if (!verify((enum collective)c, &j)) {
			right = false;
			if (rank == 0)
				printf("  %s differs from MPI's on %d doubles\n", names[c], n);
		}
	if (rank == 0)
		printf("  %9zu", (size_t)n * sizeof(double));
	for (int i = 0; i < 3; i++) {
		double us[2];
		measure(timed[i], &j, us);
		if (rank == 0)
			printf("  %9.0f %9.0f", us[0], us[1]);
	}
	if (rank == 0)
		printf("  %s\n", right ? "equal" : "DIFFERENT");
	free_job(&j);
	return right;
}

int main(int argc, char **argv)
{
	bool right = true;
	MPI_Init(&argc, &argv);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		printf("  %9s  %19s  %19s  %19s\n", "", "allreduce, us", "allgather, us",
		       "reduce_scatter, us");
		printf("  %9s", "bytes");
		for (int i = 0; i < 3; i++)
			printf("  %9s %9s", "ringgen", "MPI");
		printf("  results\n");
	}
	for (int n = P; n <= MOST; n *= 8)
		right &= row(n + 1);
	MPI_Finalize();
	return !right;
}
