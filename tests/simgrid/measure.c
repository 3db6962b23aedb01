/* SPDX-License-Identifier: BSD-3-Clause
 * measure ELEMENTS [BLOCKS [COLLECTIVE...]]: the simulated time of one call of each routine, or of
 * those named, on a vector of ELEMENTS ints. In allgatherv and reduce_scatter the block of rank i
 * has as many elements as line i of the file BLOCKS says; without it (-), blocks that differ by one
 * at most. Compiled with -DNAME=PREFIX -DHEADER='"FILE.h"'.
 *
 * Rank 0 prints a line a collective: its name, the elements of the vector, the seconds from the
 * call until the last rank has returned. Results are verified, a wrong one ends the job.
 *
 * This is for simulated clusters, where the clocks of all ranks are one: so that all begin at the
 * same time (a barrier lets one out after the other), they agree on a date and sleep until then.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

#include "../mpi/routines.h"

enum { LONGER = 100 }; /* seconds, than any collective here takes; they cost nothing */

struct job {
	int P, rank, elements;
	int *len, *off; /* [P] blocks of allgatherv and reduce_scatter */
	int *in, *out;  /* [elements] */
};

static void sleep_for(double seconds)
{
	struct timespec t = {(time_t)seconds, (long)((seconds - floor(seconds)) * 1e9)};
	nanosleep(&t, NULL);
}

static double sleep_until_all_begin(void)
{
	double now = MPI_Wtime(), date = 0;
	MPI_Allreduce(&now, &date, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	sleep_for(date + 1 - MPI_Wtime());
	return MPI_Wtime();
}

static void tell(const struct job *j, const char *name, int elements, double begin)
{
	double seconds = MPI_Wtime() - begin, slowest = 0;
	sleep_for(LONGER); /* the next message would share links with the last ones of the others */
	MPI_Allreduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	if (slowest > LONGER)
		die("%s took %g seconds, more than expected", name, slowest);
	if (j->rank == 0)
		printf("%s %d %.9f\n", name, elements, slowest);
}

/* ---- Contributions, and what comes of them */

static int mine(int rank, int i)
{
	return rank % 16 + i % 1009;
}

static int sum(int P, int i)
{
	int ranks = 0;
	for (int r = 0; r < P % 16; r++)
		ranks += r;
	return P / 16 * 120 + ranks + P * (i % 1009);
}

static void fill(const struct job *j, int n)
{
	for (int i = 0; i < n; i++)
		j->in[i] = mine(j->rank, i);
}

/* out[0 ... n - 1] is the sum of all vectors from element `at` on. */
static void check_sum(const struct job *j, const char *name, int at, int n)
{
	for (int i = 0; i < n; i++)
		if (j->out[i] != sum(j->P, at + i))
			die("%s: element %d is %d, not %d", name, i, j->out[i], sum(j->P, at + i));
}

/* out is the blocks of all ranks. */
static void check_blocks(const struct job *j, const char *name, const int *off, const int *len)
{
	for (int r = 0; r < j->P; r++)
		for (int i = 0; i < len[r]; i++)
			if (j->out[off[r] + i] != mine(r, i))
				die("%s: element %d of rank %d is %d", name, i, r,
				    j->out[off[r] + i]);
}

/* ---- The collectives. What arrives is not there before the call. */

#define BEGIN(fills)                                            \
	fill(j, fills);                                         \
	memset(j->out, 255, (size_t)j->elements * sizeof(int)); \
	double begin = sleep_until_all_begin()

static void allreduce(const struct job *j)
{
	BEGIN(j->elements);
	OURS(Allreduce)(j->in, j->out, j->elements, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	tell(j, "allreduce", j->elements, begin);
	check_sum(j, "allreduce", 0, j->elements);
}

static void allgather(const struct job *j)
{
	int n = j->elements / j->P;
	BEGIN(n);
	OURS(Allgather)(j->in, n, MPI_INT, j->out, n, MPI_INT, MPI_COMM_WORLD);
	tell(j, "allgather", n * j->P, begin);
	for (int r = 0; r < j->P; r++)
		for (int i = 0; i < n; i++)
			if (j->out[r * n + i] != mine(r, i))
				die("allgather: element %d of rank %d is %d", i, r,
				    j->out[r * n + i]);
}

static void allgatherv(const struct job *j)
{
	int n = j->len[j->rank];
	BEGIN(n);
	OURS(Allgatherv)(j->in, n, MPI_INT, j->out, j->len, j->off, MPI_INT, MPI_COMM_WORLD);
	tell(j, "allgatherv", j->elements, begin);
	check_blocks(j, "allgatherv", j->off, j->len);
}

static void reduce_scatter(const struct job *j)
{
	BEGIN(j->elements);
	OURS(Reduce_scatter)(j->in, j->out, j->len, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	tell(j, "reduce_scatter", j->elements, begin);
	check_sum(j, "reduce_scatter", j->off[j->rank], j->len[j->rank]);
}

static void reduce_scatter_block(const struct job *j)
{
	int n = j->elements / j->P;
	BEGIN(n * j->P);
	OURS(Reduce_scatter_block)(j->in, j->out, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	tell(j, "reduce_scatter_block", n * j->P, begin);
	check_sum(j, "reduce_scatter_block", n * j->rank, n);
}

/* ---- The command */

static const struct {
	const char *name;
	void (*measure)(const struct job *j);
} routines[] = {
	{"allreduce", allreduce},
	{"allgather", allgather},
	{"allgatherv", allgatherv},
	{"reduce_scatter", reduce_scatter},
	{"reduce_scatter_block", reduce_scatter_block},
};
enum { ROUTINES = sizeof routines / sizeof *routines };

static bool wanted(const char *name, int n, char **names)
{
	for (int i = 0; i < n; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return n <= 0;
}

static void cut_equally(struct job *j, int elements)
{
	for (int r = 0; r < j->P; r++)
		j->len[r] = elements / j->P + (r < elements % j->P);
}

static void read_blocks(struct job *j, const char *file)
{
	FILE *in = fopen(file, "r");
	for (int r = 0; r < j->P; r++)
		if (!in || fscanf(in, "%d", &j->len[r]) != 1 || j->len[r] < 0)
			die("%s has no length for rank %d", file, r);
	fclose(in);
}

int main(int argc, char **argv)
{
	struct job j = {0};
	int total = 0, one = 1, all = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_size(MPI_COMM_WORLD, &j.P);
	MPI_Comm_rank(MPI_COMM_WORLD, &j.rank);
	j.elements = argc > 1 ? atoi(argv[1]) : 0;
	if (j.elements < 1)
		die("usage: measure ELEMENTS [BLOCKS [COLLECTIVE...]]");
	j.len = get((size_t)j.P * sizeof(int));
	j.off = get((size_t)j.P * sizeof(int));
	if (argc > 2 && strcmp(argv[2], "-") != 0)
		read_blocks(&j, argv[2]);
	else
		cut_equally(&j, j.elements);
	for (int r = 0; r < j.P; total += j.len[r++])
		j.off[r] = total;
	if (total != j.elements)
		die("the blocks have %d elements in all, not %d", total, j.elements);
	j.in = get((size_t)j.elements * sizeof(int));
	j.out = get((size_t)j.elements * sizeof(int));
	OURS(Allreduce)(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* sets all up */
	for (int i = 0; i < ROUTINES; i++)
		if (wanted(routines[i].name, argc - 3, argv + 3))
			routines[i].measure(&j);
	free(j.len);
	free(j.off);
	free(j.in);
	free(j.out);
	MPI_Finalize();
	return 0;
}
