/* SPDX-License-Identifier: BSD-3-Clause
 * What a communicator costs: the first call on it, beside MPI_Comm_dup, and memory. Compiled with
 * -DNAME=PREFIX -DHEADER='"FILE.h"'; on as many ranks as there are cores. Rank 0 prints rows: what,
 * a number, its unit.
 */
#include "../mpi/routines.h"

#include <malloc.h>

enum { TIMES = 50, ALIVE = 200, CHURNED = 2000 };

static int rank;

static void call(MPI_Comm comm)
{
	double in = 1, out;
	OURS(Allreduce)(&in, &out, 1, MPI_DOUBLE, MPI_SUM, comm);
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Of the slowest rank. */
static double slowest(double seconds)
{
	MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	return seconds;
}

static void row(const char *what, double value, const char *unit)
{
	if (rank == 0)
		printf("%-52s %10.3f %s\n", what, value, unit);
}

static double median(double *values, int n)
{
	qsort(values, (size_t)n, sizeof *values, compare);
	return values[n / 2];
}

/* KiB that the process has from malloc, and its share of all memory that it has mapped. */
static double heap(void)
{
	struct mallinfo2 m = mallinfo2();
	return (double)(m.uordblks + m.hblkhd) / 1024;
}

static double mapped(void)
{
	FILE *in = fopen("/proc/self/smaps_rollup", "r");
	char line[256];
	double kib = 0;

	while (in && fgets(line, sizeof line, in))
		if (sscanf(line, "Pss: %lf", &kib) == 1)
			break;
	if (in)
		fclose(in);
	return kib;
}

/* ---- Time */

static void time_calls(void)
{
	double dup[TIMES], first[TIMES], second[TIMES], t;
	MPI_Comm comm;

	MPI_Barrier(MPI_COMM_WORLD);
	t = MPI_Wtime();
	call(MPI_COMM_WORLD);
	row("the very first call, with the load of hwloc", 1e3 * slowest(MPI_Wtime() - t), "ms");
	for (int i = 0; i < TIMES; i++) {
		MPI_Barrier(MPI_COMM_WORLD);
		t = MPI_Wtime();
		MPI_Comm_dup(MPI_COMM_WORLD, &comm);
		dup[i] = slowest(MPI_Wtime() - t);
		MPI_Barrier(MPI_COMM_WORLD);
		t = MPI_Wtime();
		call(comm);
		first[i] = slowest(MPI_Wtime() - t);
		MPI_Barrier(MPI_COMM_WORLD);
		t = MPI_Wtime();
		call(comm);
		second[i] = slowest(MPI_Wtime() - t);
		MPI_Comm_free(&comm);
	}
	row("MPI_Comm_dup, median", 1e3 * median(dup, TIMES), "ms");
	row("the first call on a communicator, median", 1e3 * median(first, TIMES), "ms");
	row("the same, most", 1e3 * first[TIMES - 1], "ms");
	row("the second call, median", 1e3 * median(second, TIMES), "ms");
}

static void time_churn(void)
{
	double before = heap(), t = MPI_Wtime();

	for (int i = 0; i < CHURNED; i++) {
		MPI_Comm comm;
		MPI_Comm_dup(MPI_COMM_WORLD, &comm);
		call(comm);
		MPI_Comm_free(&comm);
	}
	t = slowest(MPI_Wtime() - t);
	row("made, used and freed 2,000 times, each", 1e3 * t / CHURNED, "ms");
	row("what malloc has grown by, each", (heap() - before) / CHURNED, "KiB");
}

/* ---- Memory: of so many communicators at once, made alone, then used */

static void weigh(void)
{
	static MPI_Comm comm[ALIVE];
	double h[3], m[3];

	h[0] = heap(), m[0] = mapped();
	for (int i = 0; i < ALIVE; i++)
		MPI_Comm_dup(MPI_COMM_WORLD, &comm[i]);
	h[1] = heap(), m[1] = mapped();
	for (int i = 0; i < ALIVE; i++)
		call(comm[i]);
	h[2] = heap(), m[2] = mapped();
	row("memory of MPI_Comm_dup, malloc", (h[1] - h[0]) / ALIVE, "KiB");
	row("memory that the first call adds, malloc", (h[2] - h[1]) / ALIVE, "KiB");
	row("memory that the first call adds, all that is mapped", (m[2] - m[1]) / ALIVE, "KiB");
	for (int i = 0; i < ALIVE; i++)
		MPI_Comm_free(&comm[i]);
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	time_calls();
	weigh();
	time_churn();
	MPI_Finalize();
	return 0;
}
