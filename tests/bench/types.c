/* SPDX-License-Identifier: BSD-3-Clause
 * What a type's map costs an allgather, and a reduction by an operation of the program's own: under
 * MPI's names, which a preloaded libringgen serves, and by PMPI, in turn. Rank 0 prints rows: the
 * type, bytes of each rank's block, microseconds of both (the slowest rank's, median), and how many
 * times the second is the first.
 */
#include "../mpi/routines.h"

#include <stdbool.h>
#include <string.h>

enum { SAMPLES = 41, UNIT = 6 * (int)sizeof(int), MOST = 1 << 20, SPREAD = 2 };

static int P, rank;
static char *in, *out;
static MPI_Op sum;

/* ---- Types of six numbers */

static MPI_Datatype whole(void)
{
	MPI_Datatype t;
	MPI_Type_contiguous(6, MPI_INT, &t);
	return t;
}

static MPI_Datatype nested(void)
{
	MPI_Datatype pair, t;
	MPI_Type_vector(1, 2, 2, MPI_INT, &pair);
	MPI_Type_contiguous(3, pair, &t);
	MPI_Type_free(&pair);
	return t;
}

/* A matrix of two rows, column by column. */
static MPI_Datatype transposed(void)
{
	MPI_Datatype column, t;
	MPI_Type_vector(2, 1, 3, MPI_INT, &column);
	MPI_Type_create_hvector(3, 1, sizeof(int), column, &t);
	MPI_Type_free(&column);
	return t;
}

static MPI_Datatype spaced(void)
{
	MPI_Datatype t, part;
	MPI_Type_vector(6, 1, SPREAD, MPI_INT, &part);
	MPI_Type_create_resized(part, 0, SPREAD * UNIT, &t);
	MPI_Type_free(&part);
	return t;
}

static const struct {
	const char *name;
	MPI_Datatype (*make)(void); /* NULL: MPI_INT, as many of them */
} kinds[] = {{"MPI_INT", NULL},
             {"contiguous", whole},
             {"contiguous of vectors", nested},
             {"transposed matrix", transposed},
             {"with gaps", spaced}};

/* ---- Calls */

struct call {
	MPI_Datatype type;
	int count;
	bool reduces;
};

static void add(void *a, void *b, int *n, MPI_Datatype *type)
{
	int numbers = *type == MPI_INT ? *n : 6 * *n;
	for (int i = 0; i < numbers; i++)
		((int *)b)[i] += ((int *)a)[i];
}

static void run(const struct call *c, bool ours)
{
	if (c->reduces)
		(ours ? MPI_Allreduce : PMPI_Allreduce)(in, out, c->count, c->type, sum,
		                                        MPI_COMM_WORLD);
	else
		(ours ? MPI_Allgather : PMPI_Allgather)(in, c->count, c->type, out, c->count,
		                                        c->type, MPI_COMM_WORLD);
}

/* Microseconds of one call, of so many. */
static double time_of(const struct call *c, bool ours, int calls)
{
	PMPI_Barrier(MPI_COMM_WORLD);
	double begin = MPI_Wtime();
	for (int i = 0; i < calls; i++)
		run(c, ours);
	double t = (MPI_Wtime() - begin) / calls * 1e6;
	PMPI_Allreduce(MPI_IN_PLACE, &t, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	return t;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double median(double *t)
{
	qsort(t, SAMPLES, sizeof *t, compare);
	return t[SAMPLES / 2];
}

static void row(const char *name, const struct call *c, int bytes)
{
	double ours[SAMPLES], mpi[SAMPLES];
	double once = time_of(c, true, 20);
	int calls = once > 200 ? 1 : (int)(200 / once) + 1;

	for (int i = 0; i < SAMPLES; i++) {
		ours[i] = time_of(c, true, calls);
		mpi[i] = time_of(c, false, calls);
	}
	double a = median(ours), b = median(mpi);
	if (!rank)
		printf("%-10s %-22s %8d B %10.3f us %10.3f us %8.2f\n",
		       c->reduces ? "allreduce" : "allgather", name, bytes, a, b, b / a);
}

static void rows(const char *name, MPI_Datatype (*make)(void))
{
	static const int sizes[] = {2 * UNIT, 170 * UNIT, 2730 * UNIT, MOST / UNIT * UNIT};
	struct call c = {.type = make ? make() : MPI_INT};

	if (make)
		MPI_Type_commit(&c.type);
	for (int r = 0; r < 2; r++)
		for (int i = 0; i < 4 && !(r && make == spaced); i++) { /* `add` knows no gaps */
			c.reduces = r;
			c.count = sizes[i] / (make ? UNIT : (int)sizeof(int));
			row(name, &c, sizes[i]);
		}
	if (make)
		MPI_Type_free(&c.type);
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Op_create(add, 1, &sum);
	in = get((size_t)SPREAD * MOST);
	out = get((size_t)SPREAD * MOST * (size_t)P);
	memset(in, 1, (size_t)SPREAD * MOST);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		rows(kinds[i].name, kinds[i].make);
	MPI_Op_free(&sum);
	free(in);
	free(out);
	MPI_Finalize();
	return 0;
}
