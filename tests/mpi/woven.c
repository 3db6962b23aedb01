/* SPDX-License-Identifier: BSD-3-Clause
 * Reductions of elements whose data reach beyond their extent: two of them are woven into each
 * other, and do not overlap; a third would overlap with the first. So scratch for several vectors
 * must not have them in a row.
 */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>

/* An element has an int at its begin, and one WIDE ints behind; the next element begins two ints
 * on. */
enum { COUNT = 2, NEXT = 2, WIDE = 4, INTS = NEXT + WIDE + 1, GAP = -7 };

static void add(void *in, void *inout, int *n, MPI_Datatype *type)
{
	const int *from = in;
	int *to = inout;

	(void)type;
	for (int i = 0; i < *n; i++, from += NEXT, to += NEXT) {
		to[0] += from[0];
		to[WIDE] += from[WIDE];
	}
}

static int rank, ranks, wrong;

static int value(int from, int i)
{
	return 1000 * from + i;
}

static void fill(int *vector, int own)
{
	for (int i = 0; i < INTS; i++)
		vector[i] = own && (i == 0 || i == NEXT || i == WIDE || i == NEXT + WIDE)
		                    ? value(rank, i)
		                    : GAP;
}

/* The sum over the first so many ranks; nothing else was touched. */
static void check(const char *what, const int *vector, int n)
{
	int want[INTS];

	fill(want, 1);
	for (int i = 0; i < INTS; i++) {
		int sum = want[i] == GAP ? GAP : 0;
		for (int from = 0; from < n && want[i] != GAP; from++)
			sum += value(from, i);
		if (vector[i] == sum)
			continue;
		printf("%s: rank %d of %d has %d at %d, not %d\n", what, rank, ranks, vector[i], i,
		       sum);
		wrong = 1;
	}
}

static void reduce_all(MPI_Datatype type, MPI_Op op)
{
	int in[INTS], out[INTS];

	fill(in, 1);
	fill(out, 0);
	MPI_Allreduce(in, out, COUNT, type, op, MPI_COMM_WORLD);
	check("allreduce", out, ranks);
	fill(out, 0);
	MPI_Scan(in, out, COUNT, type, op, MPI_COMM_WORLD);
	check("scan", out, rank + 1);
	fill(out, 0);
	MPI_Exscan(in, out, COUNT, type, op, MPI_COMM_WORLD);
	if (rank)
		check("exscan", out, rank);
	for (int root = 0; root < ranks; root++) {
		fill(out, 0);
		MPI_Reduce(in, out, COUNT, type, op, root, MPI_COMM_WORLD);
		if (rank == root)
			check("reduce", out, ranks);
	}
	MPI_Allreduce(MPI_IN_PLACE, in, COUNT, type, op, MPI_COMM_WORLD);
	check("allreduce in place", in, ranks);
}

int main(int argc, char **argv)
{
	MPI_Datatype parts, type;
	MPI_Op op;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	MPI_Type_vector(2, 1, WIDE, MPI_INT, &parts);
	MPI_Type_create_resized(parts, 0, NEXT * (MPI_Aint)sizeof(int), &type);
	MPI_Type_commit(&type);
	for (int commutes = 0; commutes < 2; commutes++) {
		MPI_Op_create(add, commutes, &op);
		reduce_all(type, op);
		MPI_Op_free(&op);
	}
	MPI_Type_free(&type);
	MPI_Type_free(&parts);
	MPI_Finalize();
	if (!wrong && !rank)
		puts("right");
	return wrong;
}
