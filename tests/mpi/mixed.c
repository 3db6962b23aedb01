/* SPDX-License-Identifier: BSD-3-Clause
 * Calls through windows and calls without, in random sequences on one communicator, with ranks that
 * pause at random: the windows' turns have to stay the same on all ranks.
 *
 *   mixed CALLS SEED...
 *
 * Results are computed here, without MPI. Prints the number of calls.
 */
#include "routines.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

enum { MOST = 64, LONG = 20011, MODULUS = 10007 };

static int P, rank;
static int64_t call; /* the number of this call, in its sequence */

/* Random numbers, of a sequence that all ranks have or of a rank's own. */
static unsigned draw(uint64_t *state, unsigned below)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(*state >> 33) % below;
}

/* Most calls begin at once; before some, this rank does nothing for up to half a millisecond. */
static void pause_at_random(uint64_t *own)
{
	if (!draw(own, 8))
		nanosleep(&(struct timespec){.tv_nsec = draw(own, 500000)}, NULL);
}

/* The value that a rank has in element i of this call. */
static int value(int of, int64_t i)
{
	return (int)((call * 31 + of * 17 + i * 7) % 101);
}

static int sum(int64_t i)
{
	int all = 0;
	for (int k = 0; k < P; k++)
		all += value(k, i);
	return all;
}

static void expect(const char *what, int64_t i, int64_t got, int64_t wanted)
{
	if (got != wanted)
		die("call %lld, %s: element %lld is %lld, not %lld", (long long)call, what,
		    (long long)i, (long long)got, (long long)wanted);
}

/* ---- A type and operations that are the user's */

/* 2 x 2 matrices: their product depends on the order. */
struct matrix {
	int m[4];
};

static struct matrix product(struct matrix a, struct matrix b)
{
	struct matrix c;
	for (int i = 0; i < 4; i++)
		c.m[i] = (a.m[i / 2 * 2] * b.m[i % 2] + a.m[i / 2 * 2 + 1] * b.m[i % 2 + 2]) %
		         MODULUS;
	return c;
}

static struct matrix matrix_of(int of, int64_t i)
{
	return (struct matrix){{value(of, i), 1, value(of, i + 1), 2}};
}

static void multiply(void *left, void *right, int *n, MPI_Datatype *type)
{
	const struct matrix *a = left;
	struct matrix *b = right;

	(void)type;
	for (int i = 0; i < *n; i++)
		b[i] = product(a[i], b[i]);
}

/* An int and a gap. */
struct gapped {
	int number, gap;
};

static void add_gapped(void *left, void *right, int *n, MPI_Datatype *type)
{
	const struct gapped *a = left;
	struct gapped *b = right;

	(void)type;
	for (int i = 0; i < *n; i++)
		b[i].number += a[i].number;
}

static MPI_Datatype matrices, gapped;
static MPI_Op times, plus;

static void make_types(void)
{
	MPI_Type_contiguous(4, MPI_INT, &matrices);
	MPI_Type_create_resized(MPI_INT, 0, sizeof(struct gapped), &gapped);
	MPI_Type_commit(&matrices);
	MPI_Type_commit(&gapped);
	MPI_Op_create(multiply, 0, &times);
	MPI_Op_create(add_gapped, 1, &plus);
}

static void free_types(void)
{
	MPI_Op_free(&plus);
	MPI_Op_free(&times);
	MPI_Type_free(&gapped);
	MPI_Type_free(&matrices);
}

/* ---- The calls: of n elements, or so many in some blocks */

static int in[LONG + MOST], out[LONG + MOST], counts[MOST], places[MOST];

static void allreduce(int n)
{
	for (int i = 0; i < n; i++)
		in[i] = value(rank, i);
	OURS(Allreduce)(in, out, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	for (int i = 0; i < n; i++)
		expect("allreduce", i, out[i], sum(i));
}

static void allreduce_in_place(int n)
{
	for (int i = 0; i < n; i++)
		out[i] = value(rank, i);
	OURS(Allreduce)(MPI_IN_PLACE, out, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	for (int i = 0; i < n; i++)
		expect("allreduce in place", i, out[i], sum(i));
}

static void allreduce_in_order(int n)
{
	static struct matrix from[LONG / 4], to[LONG / 4];

	n = n / 4 + 1;
	for (int i = 0; i < n; i++)
		from[i] = matrix_of(rank, i);
	OURS(Allreduce)(from, to, n, matrices, times, MPI_COMM_WORLD);
	for (int i = 0; i < n; i++) {
		struct matrix wanted = matrix_of(0, i);
		for (int k = 1; k < P; k++)
			wanted = product(wanted, matrix_of(k, i));
		for (int j = 0; j < 4; j++)
			expect("allreduce of matrices", i, to[i].m[j], wanted.m[j]);
	}
}

/* Windows do not hold such elements. */
static void allreduce_with_gaps(int n)
{
	static struct gapped from[LONG], to[LONG];

	for (int i = 0; i < n; i++)
		from[i] = (struct gapped){value(rank, i), 0};
	OURS(Allreduce)(from, to, n, gapped, plus, MPI_COMM_WORLD);
	for (int i = 0; i < n; i++)
		expect("allreduce with gaps", i, to[i].number, sum(i));
}

/* Blocks of unequal length, many of them empty; or a single one: then ranks that have heard of
 * nobody leave the call, if it is not through windows. Returns the elements of all. */
static int lay_out(int n)
{
	int all = 0;

	for (int i = 0; i < P; i++) {
		const int some[] = {n / P, 1, 0};
		counts[i] = call % 2 ? some[(call + i) % 3] : i == call / 2 % P ? n : 0;
		places[i] = all;
		all += counts[i];
	}
	return all;
}

static void allgatherv(int n)
{
	lay_out(n);
	for (int i = 0; i < counts[rank]; i++)
		in[i] = value(rank, i);
	OURS(Allgatherv)(in, counts[rank], MPI_INT, out, counts, places, MPI_INT, MPI_COMM_WORLD);
	for (int k = 0; k < P; k++)
		for (int i = 0; i < counts[k]; i++)
			expect("allgatherv", places[k] + i, out[places[k] + i], value(k, i));
}

static void reduce_scatter(int n)
{
	int all = lay_out(n);

	for (int i = 0; i < all; i++)
		in[i] = value(rank, i);
	OURS(Reduce_scatter)(in, out, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	for (int i = 0; i < counts[rank]; i++)
		expect("reduce_scatter", i, out[i], sum(places[rank] + i));
}

static void reduce_scatter_block(int n)
{
	n = n / P + 1;
	for (int i = 0; i < n * P; i++)
		in[i] = value(rank, i);
	OURS(Reduce_scatter_block)(in, out, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	for (int i = 0; i < n; i++)
		expect("reduce_scatter_block", i, out[i], sum(rank * n + i));
}

/* A call in which ranks may do different things with their types. */
static void allgather(int n)
{
	static struct gapped to[LONG + MOST];

	n = n / P + 1;
	for (int i = 0; i < n; i++)
		in[i] = value(rank, i);
	OURS(Allgather)
	(in, n, MPI_INT, rank % 2 ? (void *)to : out, n, rank % 2 ? gapped : MPI_INT,
	 MPI_COMM_WORLD);
	for (int i = 0; i < n * P; i++)
		expect("allgather", i, rank % 2 ? to[i].number : out[i], value(i / n, i % n));
}

/* ---- Those in which not all ranks give or get */

static int root(void)
{
	return (int)(call * 7 / 3 % P);
}

static void bcast(int n)
{
	for (int i = 0; i < n; i++)
		out[i] = rank == root() ? value(rank, i) : -1;
	OURS(Bcast)(out, n, MPI_INT, root(), MPI_COMM_WORLD);
	for (int i = 0; i < n; i++)
		expect("bcast", i, out[i], value(root(), i));
}

static void reduce(int n)
{
	for (int i = 0; i < n; i++)
		in[i] = value(rank, i);
	OURS(Reduce)(in, out, n, MPI_INT, MPI_SUM, root(), MPI_COMM_WORLD);
	for (int i = 0; i < n && rank == root(); i++)
		expect("reduce", i, out[i], sum(i));
}

static void gather(int n)
{
	n = n / P + 1;
	for (int i = 0; i < n; i++)
		in[i] = value(rank, i);
	OURS(Gather)(in, n, MPI_INT, out, n, MPI_INT, root(), MPI_COMM_WORLD);
	for (int i = 0; i < n * P && rank == root(); i++)
		expect("gather", i, out[i], value(i / n, i % n));
}

static void scatter(int n)
{
	n = n / P + 1;
	for (int i = 0; i < n * P && rank == root(); i++)
		in[i] = value(root(), i);
	OURS(Scatter)(in, n, MPI_INT, out, n, MPI_INT, root(), MPI_COMM_WORLD);
	for (int i = 0; i < n; i++)
		expect("scatter", i, out[i], value(root(), rank * n + i));
}

/* The last rank has no block, those before it have longer ones: the root alone is told. */
static int cut(int n)
{
	int at = 0;

	for (int k = P - 1; k >= 0; k--) {
		counts[k] = k == P - 1 ? 0 : n / P / (k + 1) + k;
		places[k] = at;
		at += counts[k] + 1;
	}
	return counts[rank];
}

static void gatherv(int n)
{
	int own = cut(n);

	for (int i = 0; i < own; i++)
		in[i] = value(rank, i);
	bool at_root = rank == root();
	OURS(Gatherv)
	(in, own, MPI_INT, out, at_root ? counts : NULL, at_root ? places : NULL, MPI_INT, root(),
	 MPI_COMM_WORLD);
	for (int k = 0; k < P && at_root; k++)
		for (int i = 0; i < counts[k]; i++)
			expect("gatherv", places[k] + i, out[places[k] + i], value(k, i));
}

static void scatterv(int n)
{
	int own = cut(n);
	bool at_root = rank == root();

	for (int k = 0; k < P && at_root; k++)
		for (int i = 0; i < counts[k]; i++)
			in[places[k] + i] = value(k, i);
	OURS(Scatterv)
	(in, at_root ? counts : NULL, at_root ? places : NULL, MPI_INT, out, own, MPI_INT, root(),
	 MPI_COMM_WORLD);
	for (int i = 0; i < own; i++)
		expect("scatterv", i, out[i], value(rank, i));
}

static void barrier(int n)
{
	(void)n;
	OURS(Barrier)(MPI_COMM_WORLD);
}

/* The sum over the ranks before this one. */
static int sum_before(int64_t i)
{
	int some = 0;
	for (int k = 0; k < rank; k++)
		some += value(k, i);
	return some;
}

static void scan(int n)
{
	for (int i = 0; i < n; i++)
		in[i] = value(rank, i);
	OURS(Scan)(in, out, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	for (int i = 0; i < n; i++)
		expect("scan", i, out[i], sum_before(i) + value(rank, i));
}

static void exscan(int n)
{
	for (int i = 0; i < n; i++)
		out[i] = value(rank, i);
	OURS(Exscan)(MPI_IN_PLACE, out, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	for (int i = 0; i < n; i++)
		expect("exscan in place", i, out[i], rank ? sum_before(i) : value(rank, i));
}

static void alltoall(int n)
{
	n = n / P + 1;
	for (int i = 0; i < n * P; i++)
		in[i] = value(rank, i);
	OURS(Alltoall)(in, n, MPI_INT, out, n, MPI_INT, MPI_COMM_WORLD);
	for (int i = 0; i < n * P; i++)
		expect("alltoall", i, out[i], value(i / n, rank * n + i % n));
}

static void (*const kinds[])(int) = {allreduce,
                                     allreduce_in_place,
                                     allreduce_in_order,
                                     allreduce_with_gaps,
                                     allgatherv,
                                     reduce_scatter,
                                     reduce_scatter_block,
                                     allgather,
                                     bcast,
                                     reduce,
                                     gather,
                                     scatter,
                                     gatherv,
                                     scatterv,
                                     barrier,
                                     scan,
                                     exscan,
                                     alltoall};

int main(int argc, char **argv)
{
	int calls = argc > 1 ? atoi(argv[1]) : 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (calls < 1 || argc < 3 || P > MOST)
		die("mixed CALLS SEED..., on at most %d ranks", MOST);
	make_types();
	for (int k = 2; k < argc; k++) {
		uint64_t common = (uint64_t)atoi(argv[k]), own = common * MOST + (uint64_t)rank;
		for (call = 0; call < calls; call++) {
			unsigned kind = draw(&common, sizeof kinds / sizeof *kinds);
			bool is_long = !draw(&common, 16);
			pause_at_random(&own);
			kinds[kind](1 + (int)draw(&common, is_long ? LONG - 1 : 40));
		}
	}
	free_types();
	if (!rank)
		printf("%d calls\n", calls * (argc - 2));
	MPI_Finalize();
	return 0;
}
