/* SPDX-License-Identifier: BSD-3-Clause
 * The same bits everywhere: reductions whose result depends on the bracketing, against the one
 * bracketing that there is to be for so many ranks: neighbours first (templates/parts/fold.c),
 * reckoned here without any message. On the world and on communicators with other ranks in other
 * orders.
 *
 *   bits [-c COLLECTIVE] [-m] [COUNT...]
 *
 * COLLECTIVE: allreduce, reduce_scatter, reduce_scatter_block; default all. -m: only some of the
 * processes have RINGGEN_REPRODUCIBLE. COUNT: elements of the vector (of a block: that by P).
 */
#include "routines.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { KINDS = 4 };

static const char *collective;
static int world, world_rank, checks;

/* Float and double sums, a maximum that may have to choose between two zeros or meets no number, a
 * product. */
static struct kind {
	MPI_Datatype type;
	MPI_Op op;
	size_t size;
} kinds[KINDS];

/* ---- The data: what rank r of a communicator contributes to element i, whatever the count */

static double value(int r, int i)
{
	static const double special[] = {0.0, -0.0, -1.0, NAN};
	unsigned h = (unsigned)i * 2654435761u + (unsigned)r * 40503u;

	h = (h ^ h >> 15) * 2246822519u;
	h ^= h >> 13;
	if (i % 7 == 6)
		return special[h % 4];
	double mantissa = 1 + h / 4294967296.0 + (h * 2654435761u) / 18446744073709551616.0;
	return ldexp(h & 1 ? -mantissa : mantissa, (int)(h >> 1 & 31) - 16);
}

static void *contribution(const struct kind *k, int r, int n)
{
	char *data = get((size_t)n * k->size);

	for (int i = 0; i < n; i++) {
		double d = value(r, i);
		float f = (float)d;
		if (k->size == sizeof d)
			memcpy(data + (size_t)i * k->size, &d, sizeof d);
		else
			memcpy(data + (size_t)i * k->size, &f, sizeof f);
	}
	return data;
}

/* ---- The one bracketing */

/* MPI libraries differ in the maximum of two zeros, and of values that are not numbers, Open MPI
 * 4.1 even from element to element. MPICH takes the left one, and so do we. */
static void maximum(const float *left, float *right, int n)
{
	for (int i = 0; i < n; i++)
		right[i] = left[i] < right[i] ? right[i] : left[i];
}

/* left op right; both are taken */
static void *combined(const struct kind *k, void *left, void *right, int n)
{
	if (k->op == MPI_MAX)
		maximum(left, right, n);
	else
		MPI_Reduce_local(left, right, n, k->type, k->op);
	free(left);
	return right;
}

/* The result of `size` workers (a power of two) from worker w on. Worker w < pairs stands for two
 * ranks. */
static void *reduced(const struct kind *k, int w, int size, int pairs, int n)
{
	if (size > 1) {
		void *left = reduced(k, w, size / 2, pairs, n);
		return combined(k, left, reduced(k, w + size / 2, size / 2, pairs, n), n);
	}
	if (w >= pairs)
		return contribution(k, w + pairs, n);
	return combined(k, contribution(k, 2 * w, n), contribution(k, 2 * w + 1, n), n);
}

static void *expected(const struct kind *k, int P, int n)
{
	int workers = 1;
	while (workers <= P / 2)
		workers *= 2;
	return reduced(k, 0, workers, P - workers, n);
}

/* From the last rank to the first: the data must tell that from the above, or they are no test. */
static bool bracketing_matters(const struct kind *k, const void *right, int P, int n)
{
	void *other = contribution(k, P - 1, n);

	for (int r = P - 2; r >= 0; r--)
		other = combined(k, contribution(k, r, n), other, n);
	bool differs = memcmp(other, right, (size_t)n * k->size) != 0;
	free(other);
	return differs;
}

/* ---- One call */

static void compare(const struct kind *k, const char *what, const char *got, const char *right,
                    int P, int begin, int n)
{
	for (size_t i = 0; i < (size_t)n; i++) {
		const char *a = got + i * k->size, *b = right + ((size_t)begin + i) * k->size;
		if (memcmp(a, b, k->size))
			die("%s of %d ranks, kind %d, %d elements: element %zu has other bits",
			    what, P, (int)(k - kinds), n, (size_t)begin + i);
	}
	checks++;
}

static bool wanted(const char *which)
{
	return !collective || !strcmp(collective, which);
}

static void check_allreduce(MPI_Comm comm, const struct kind *k, int P, int n, bool in_place,
                            const void *in, const char *right)
{
	char *out = get((size_t)n * k->size);

	memcpy(out, in, (size_t)n * k->size);
	OURS(Allreduce)(in_place ? MPI_IN_PLACE : in, out, n, k->type, k->op, comm);
	compare(k, "allreduce", out, right, P, 0, n);
	free(out);
}

/* Blocks that grow with the rank. */
static void check_reduce_scatter(MPI_Comm comm, const struct kind *k, int P, int n, bool in_place,
                                 const void *in, const char *right)
{
	int *counts = get((size_t)P * sizeof *counts), begin = 0, rank;
	char *out = get((size_t)n * k->size);

	MPI_Comm_rank(comm, &rank);
	for (int i = 0, at = 0; i < P; i++) {
		int end = (int)((long long)n * (i + 1) * (i + 2) / P / (P + 1));
		counts[i] = end - at;
		begin = i == rank ? at : begin;
		at = end;
	}
	memcpy(out, in, (size_t)n * k->size);
	OURS(Reduce_scatter)(in_place ? MPI_IN_PLACE : in, out, counts, k->type, k->op, comm);
	compare(k, "reduce_scatter", out, right, P, begin, counts[rank]);
	free(counts);
	free(out);
}

static void check_reduce_scatter_block(MPI_Comm comm, const struct kind *k, int P, int n,
                                       bool in_place, const void *in, const char *right)
{
	char *out = get((size_t)n * k->size);
	int rank;

	MPI_Comm_rank(comm, &rank);
	memcpy(out, in, (size_t)n * k->size);
	OURS(Reduce_scatter_block)
	(in_place ? MPI_IN_PLACE : in, out, n / P, k->type, k->op, comm);
	compare(k, "reduce_scatter_block", out, right, P, n / P * rank, n / P);
	free(out);
}

/* ---- All on one communicator */

static void check(MPI_Comm comm, int n)
{
	int P, rank;

	MPI_Comm_size(comm, &P);
	MPI_Comm_rank(comm, &rank);
	for (int i = 0; i < KINDS; i++) {
		const struct kind *k = &kinds[i];
		char *right = expected(k, P, n);
		void *in = contribution(k, rank, n);
		if (P > 2 && n > 100 && k->op != MPI_MAX && !bracketing_matters(k, right, P, n))
			die("the data of kind %d do not depend on the bracketing", i);
		for (int in_place = 0; in_place < 2; in_place++) {
			if (wanted("allreduce"))
				check_allreduce(comm, k, P, n, in_place, in, right);
			if (wanted("reduce_scatter"))
				check_reduce_scatter(comm, k, P, n, in_place, in, right);
			if (wanted("reduce_scatter_block"))
				check_reduce_scatter_block(comm, k, P, n, in_place, in, right);
		}
		free(right);
		free(in);
	}
}

static void check_split(int color, int key, int n)
{
	MPI_Comm comm;

	MPI_Comm_split(MPI_COMM_WORLD, color, key, &comm);
	if (comm != MPI_COMM_NULL) {
		check(comm, n);
		MPI_Comm_free(&comm);
	}
}

int main(int argc, char **argv)
{
	int c;
	bool mixed = false;

	MPI_Init(&argc, &argv);
	MPI_Comm_size(MPI_COMM_WORLD, &world);
	MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
	kinds[0] = (struct kind){MPI_FLOAT, MPI_SUM, sizeof(float)};
	kinds[1] = (struct kind){MPI_DOUBLE, MPI_SUM, sizeof(double)};
	kinds[2] = (struct kind){MPI_FLOAT, MPI_MAX, sizeof(float)};
	kinds[3] = (struct kind){MPI_DOUBLE, MPI_PROD, sizeof(double)};
	while ((c = getopt(argc, argv, "c:m")) != -1)
		if (c == 'm')
			mixed = true;
		else
			collective = optarg;
	if (mixed && world_rank % 2)
		setenv("RINGGEN_REPRODUCIBLE", "1", 1);
	for (int i = optind; i < argc; i++) {
		check(MPI_COMM_WORLD, atoi(argv[i]));
		check_split(0, -world_rank, atoi(argv[i]));
		check_split(0, world_rank * 5 % 8, atoi(argv[i]));
		if (!mixed)
			check_split(world_rank % 2, -world_rank, atoi(argv[i]));
		check_split(world_rank < 3 ? 0 : MPI_UNDEFINED, world_rank, atoi(argv[i]));
	}
	if (world_rank == 0)
		printf("%d checks\n", checks);
	MPI_Finalize();
	return 0;
}
