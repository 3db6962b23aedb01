/* SPDX-License-Identifier: BSD-3-Clause
 * Each collective, in each of its forms, with bytes that are written down beside it: rank 0 prints
 * what a summary must have of it, a line for each routine: its name, the calls, the bytes. The root
 * is rank 0 and then the last rank. Words: `inter` goes through an inter-communicator, too; `self`
 * calls on MPI_COMM_SELF alone; `none` calls nothing; `wrong` has a call that fails, which nobody
 * counts.
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 16, NAMES = 64 };

static struct {
	const char *name;
	int calls;
	long bytes;
} table[NAMES];

static int P, rank;
static int in[MOST * MOST], out[MOST * MOST], counts[MOST], places[MOST];

/* A call has been made, whose vector has so many bytes. */
static void note(const char *name, long bytes)
{
	int i = 0;
	while (table[i].name && strcmp(table[i].name, name) != 0)
		i++;
	table[i].name = name;
	table[i].calls++;
	table[i].bytes += bytes;
}
#define CALL(NAME, bytes, ...) (MPI_##NAME(__VA_ARGS__), note("MPI_" #NAME, bytes))
#define BEGIN(NAME, bytes, ...)                        \
	do {                                           \
		MPI_Request request;                   \
		MPI_##NAME(__VA_ARGS__, &request);     \
		MPI_Wait(&request, MPI_STATUS_IGNORE); \
		note("MPI_" #NAME, bytes);             \
	} while (0)

/* Rank i has i + 1 elements. */
static long sum(int n)
{
	return n * (n + 1) / 2;
}

static void reductions(MPI_Comm comm)
{
	CALL(Allreduce, 3 * 4, in, out, 3, MPI_INT, MPI_SUM, comm);
	CALL(Allreduce, 2 * 4, MPI_IN_PLACE, out, 2, MPI_INT, MPI_SUM, comm);
	CALL(Allreduce, 0, in, out, 0, MPI_INT, MPI_SUM, comm);
	CALL(Scan, 3 * 4, in, out, 3, MPI_INT, MPI_SUM, comm);
	CALL(Exscan, 3 * 8, in, out, 3, MPI_DOUBLE, MPI_SUM, comm);
	CALL(Reduce_scatter, sum(P) * 4, in, out, counts, MPI_INT, MPI_SUM, comm);
	CALL(Reduce_scatter_block, P * 2 * 4, in, out, 2, MPI_INT, MPI_SUM, comm);
}

/* The elements of a type with gaps count without these. */
static void typed(MPI_Comm comm)
{
	MPI_Datatype gaps;
	MPI_Type_vector(2, 1, 2, MPI_INT, &gaps);
	MPI_Type_commit(&gaps);
	CALL(Bcast, 3 * 8, out, 3, gaps, 0, comm);
	CALL(Allgather, P * 8, in, 1, gaps, out, 1, gaps, comm);
	MPI_Type_free(&gaps);
}

static void gathers(MPI_Comm comm)
{
	CALL(Allgather, P * 3 * 4, in, 3, MPI_INT, out, 3, MPI_INT, comm);
	CALL(Allgather, P * 3 * 4, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out, 3, MPI_INT, comm);
	CALL(Allgather, P * 8, in, 2, MPI_INT, out, 1, MPI_DOUBLE, comm);
	CALL(Allgatherv, sum(P) * 4, in, rank + 1, MPI_INT, out, counts, places, MPI_INT, comm);
	CALL(Alltoall, P * 3 * 4, in, 3, MPI_INT, out, 3, MPI_INT, comm);
	CALL(Alltoall, P * 2 * 4, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out, 2, MPI_INT, comm);
}

/* Rank i sends i + 1 ints to each. */
static void by_pairs(MPI_Comm comm)
{
	int sent[MOST], bytes[MOST];
	MPI_Datatype types[MOST];
	for (int i = 0; i < P; i++) {
		sent[i] = rank + 1;
		bytes[i] = 4 * places[i];
		types[i] = MPI_INT;
	}
	CALL(Alltoallv, sum(P) * 4, in, sent, places, MPI_INT, out, counts, places, MPI_INT, comm);
	CALL(Alltoallw, sum(P) * 4, in, sent, bytes, types, out, counts, bytes, types, comm);
	for (int i = 0; i < P; i++)
		sent[i] = 2;
	CALL(Alltoallv, P * 2 * 4, MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, out, sent, places,
	     MPI_INT, comm);
}

static void rooted(MPI_Comm comm, int root)
{
	const int mine = rank + 1;
	const long known = rank == root ? sum(P) : mine;
	CALL(Bcast, 5 * 4, out, 5, MPI_INT, root, comm);
	CALL(Reduce, 5 * 4, in, out, 5, MPI_INT, MPI_SUM, root, comm);
	CALL(Gather, P * 2 * 4, in, 2, MPI_INT, out, 2, MPI_INT, root, comm);
	CALL(Scatter, P * 2 * 4, in, 2, MPI_INT, out, 2, MPI_INT, root, comm);
	CALL(Gatherv, known * 4, in, mine, MPI_INT, out, counts, places, MPI_INT, root, comm);
	CALL(Scatterv, known * 4, in, counts, places, MPI_INT, out, mine, MPI_INT, root, comm);
}

static void not_blocking(MPI_Comm comm)
{
	BEGIN(Iallreduce, 3 * 4, in, out, 3, MPI_INT, MPI_SUM, comm);
	BEGIN(Iallgatherv, sum(P) * 4, in, rank + 1, MPI_INT, out, counts, places, MPI_INT, comm);
	BEGIN(Igatherv, sum(P) * 4, in, rank + 1, MPI_INT, out, counts, places, MPI_INT, 0, comm);
	BEGIN(Ibarrier, 0, comm);
#if MPI_VERSION >= 4
	MPI_Request request;
	CALL(Allgather_init, P * 4, in, 1, MPI_INT, out, 1, MPI_INT, comm, MPI_INFO_NULL, &request);
	MPI_Start(&request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Request_free(&request);
#endif
}

/* The group of rank 0 alone, and that of the others. */
static void between(void)
{
	MPI_Comm half, inter;
	MPI_Comm_split(MPI_COMM_WORLD, rank > 0, 0, &half);
	MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank ? 0 : 1, 1, &inter);
	const int others = rank ? 1 : P - 1, root = rank ? 0 : MPI_ROOT;
	const int no_root = rank > 1 ? MPI_PROC_NULL : rank ? MPI_ROOT : 0;
	CALL(Allgather, others * 2 * 4, in, 2, MPI_INT, out, 2, MPI_INT, inter);
	CALL(Alltoall, others * 2 * 4, in, 2, MPI_INT, out, 2, MPI_INT, inter);
	int two[MOST];
	for (int i = 0; i < MOST; i++)
		two[i] = 2;
	CALL(Alltoallv, others * 2 * 4, in, two, places, MPI_INT, out, two, places, MPI_INT, inter);
	CALL(Allreduce, 3 * 4, in, out, 3, MPI_INT, MPI_SUM, inter);
	CALL(Gather, (P - 1) * 4, in, 1, MPI_INT, out, 1, MPI_INT, root, inter);
	CALL(Bcast, 4 * 4, out, 4, MPI_INT, no_root, inter);
	MPI_Comm_free(&inter);
	MPI_Comm_free(&half);
}

static void wrong(void)
{
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	if (!MPI_Bcast(out, -1, MPI_INT, 0, MPI_COMM_WORLD))
		puts("that was no error");
}

static void all(MPI_Comm comm)
{
	reductions(comm);
	typed(comm);
	gathers(comm);
	by_pairs(comm);
	rooted(comm, 0);
	rooted(comm, P - 1);
	not_blocking(comm);
	CALL(Barrier, 0, comm);
}

static int has(int argc, char **argv, const char *word)
{
	int i = 1;
	while (i < argc && strcmp(argv[i], word) != 0)
		i++;
	return i < argc;
}

static void alone(void)
{
	for (int i = 0; i < 3; i++)
		MPI_Allreduce(in, out, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
}

int main(int argc, char **argv)
{
	MPI_Comm comm;
	MPI_Init(&argc, &argv);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < P && i < MOST; i++) {
		counts[i] = i + 1;
		places[i] = (int)sum(i);
	}
	if (has(argc, argv, "self")) {
		alone();
	} else if (!has(argc, argv, "none")) {
		MPI_Comm_dup(MPI_COMM_WORLD, &comm);
		all(MPI_COMM_WORLD);
		all(comm);
		MPI_Comm_free(&comm);
		if (has(argc, argv, "inter"))
			between();
		if (has(argc, argv, "wrong"))
			wrong();
	}
	for (int i = 0; table[i].name && !rank; i++)
		printf("%s %d %ld\n", table[i].name, table[i].calls, table[i].bytes);
	MPI_Finalize();
	return 0;
}
