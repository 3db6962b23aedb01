/* SPDX-License-Identifier: BSD-3-Clause
 * Calls that are like earlier ones but for one argument, in random sequences: the kept runs of
 * earlier calls must not be taken for them.
 *
 *   again CALLS SEED
 *
 * Communicators, types and operations of the user's come and go meanwhile, and others get their
 * handles. Results are compared with those of MPI's own collectives. Prints the number of calls.
 */
#include "routines.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { ROOM = 1024 /* bytes of a buffer */, COUNTS = 4, TYPES = 5, OPS = 4, COMMS = 2, MOST = 8 };

static MPI_Datatype types[TYPES] = {MPI_INT, MPI_FLOAT, MPI_DOUBLE};
static MPI_Op ops[OPS];
static MPI_Comm comms[COMMS];
static int P, counts[MOST], places[MOST];
static int sent[MOST], sent_at[MOST]; /* to each, where counts and places are from each */

/* Random numbers that are the same on all ranks. */
static unsigned draw(unsigned below)
{
	static uint64_t state = 0;
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(state >> 33) % below;
}

/* ---- The user's types and operations */

/* Elements of the user's types are ints. */
static int ints_of(MPI_Datatype type, int n)
{
	int size;
	MPI_Type_size(type, &size);
	return n * size / (int)sizeof(int);
}

static void add(void *left, void *right, int *n, MPI_Datatype *type)
{
	const int *a = left;
	int *b = right;
	for (int i = 0; i < ints_of(*type, *n); i++)
		b[i] += a[i];
}

/* Does not commute. */
static void take_first(void *left, void *right, int *n, MPI_Datatype *type)
{
	memcpy(right, left, sizeof(int) * (size_t)ints_of(*type, *n));
}

static void make_type(int i)
{
	MPI_Type_contiguous(1 + (int)draw(3), MPI_INT, &types[i]);
	MPI_Type_commit(&types[i]);
}

/* The old one goes first, so that its handle may be given again. */
static void renew(int what)
{
	int i = what == 2 ? TYPES - 1 - (int)draw(2) : OPS - 1 - (int)draw(2);

	if (what == 1) {
		MPI_Comm_free(&comms[1]);
		MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
	} else if (what == 2) {
		MPI_Type_free(&types[i]);
		make_type(i);
	} else if (what == 3) {
		bool commutes = draw(2);
		MPI_Op_free(&ops[i]);
		MPI_Op_create(commutes ? add : take_first, commutes, &ops[i]);
	}
}

static void make_all(void)
{
	comms[0] = MPI_COMM_WORLD;
	MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
	ops[0] = MPI_SUM;
	ops[1] = MPI_MAX;
	MPI_Op_create(add, 1, &ops[2]);
	MPI_Op_create(take_first, 0, &ops[3]);
	make_type(TYPES - 2);
	make_type(TYPES - 1);
}

static void free_all(void)
{
	MPI_Comm_free(&comms[1]);
	for (int i = 0; i < 2; i++) {
		MPI_Op_free(&ops[OPS - 1 - i]);
		MPI_Type_free(&types[TYPES - 1 - i]);
	}
}

/* ---- The calls */

static int root; /* of this call */

/* Call a collective with a root, or one in which ranks get different things. Where MPI_IN_PLACE is
 * for the root only, only the root says it. */
static void call_other(bool ours, int which, const void *from, void *out, int n, MPI_Datatype t,
                       MPI_Op op, MPI_Comm comm)
{
	int rank;

	MPI_Comm_rank(comm, &rank);
	const void *here = from == MPI_IN_PLACE && rank != root ? out : from;
	if (which == 5)
		(ours ? OURS(Bcast) : PMPI_Bcast)(out, n, t, root, comm);
	else if (which == 6)
		(ours ? OURS(Reduce) : PMPI_Reduce)(here, rank == root ? out : NULL, n, t, op, root,
		                                    comm);
	else if (which == 7)
		(ours ? OURS(Gather) : PMPI_Gather)(here, n, t, rank == root ? out : NULL, n, t,
		                                    root, comm);
	else if (which == 8 && from == MPI_IN_PLACE)
		(ours ? OURS(Scatter) : PMPI_Scatter)(out, n, t, rank == root ? MPI_IN_PLACE : out,
		                                      n, t, root, comm);
	else if (which == 8)
		(ours ? OURS(Scatter) : PMPI_Scatter)(from, n, t, out, n, t, root, comm);
	else if (which == 9)
		(ours ? OURS(Barrier) : PMPI_Barrier)(comm);
	else if (which == 10)
		(ours ? OURS(Scan) : PMPI_Scan)(from, out, n, t, op, comm);
	else if (which == 12)
		(ours ? OURS(Alltoall) : PMPI_Alltoall)(from, n, t, out, n, t, comm);
	else
		(ours ? OURS(Exscan) : PMPI_Exscan)(from, out, n, t, op, comm);
}

/* Those with blocks whose lengths the root alone knows, or pairs. */
static void call_irregular(bool ours, int which, const void *from, void *out, int n, MPI_Datatype t,
                           MPI_Comm comm)
{
	int rank;

	MPI_Comm_rank(comm, &rank);
	bool at_root = rank == root, in_place = from == MPI_IN_PLACE;
	if (which == 13)
		(ours ? OURS(Gatherv) : PMPI_Gatherv)(in_place && !at_root ? out : from, n, t,
		                                      at_root ? out : NULL, counts, places, t, root,
		                                      comm);
	else if (which == 14)
		(ours ? OURS(Scatterv) : PMPI_Scatterv)(in_place ? out : from, counts, places, t,
		                                        in_place && at_root ? MPI_IN_PLACE : out, n,
		                                        t, root, comm);
	else
		(ours ? OURS(Alltoallv) : PMPI_Alltoallv)(from, sent, sent_at, t, out, counts,
		                                          places, t, comm);
}

/* The same with a type for each block, and places in bytes. */
static void call_typed(bool ours, const void *from, void *out, MPI_Datatype t, MPI_Comm comm)
{
	int at[MOST], to[MOST], size;
	MPI_Datatype each[MOST];

	MPI_Type_size(t, &size);
	for (int i = 0; i < P; i++) {
		at[i] = places[i] * size;
		to[i] = sent_at[i] * size;
		each[i] = t;
	}
	(ours ? OURS(Alltoallw) : PMPI_Alltoallw)(from, sent, to, each, out, counts, at, each,
	                                          comm);
}

/* One call, ours or native. */
static void call(bool ours, int which, bool in_place, char *in, char *out, int n, int type, int op,
                 MPI_Comm comm)
{
	const void *from = in_place ? MPI_IN_PLACE : in;
	MPI_Datatype t = types[type];

	if (which == 0 && ours)
		OURS(Allreduce)(from, out, n, t, ops[op], comm);
	else if (which == 0)
		PMPI_Allreduce(from, out, n, t, ops[op], comm);
	else if (which == 1 && ours)
		OURS(Allgather)(from, n, t, out, n, t, comm);
	else if (which == 1)
		PMPI_Allgather(from, n, t, out, n, t, comm);
	else if (which == 2 && ours)
		OURS(Reduce_scatter_block)(from, out, n, t, ops[op], comm);
	else if (which == 2)
		PMPI_Reduce_scatter_block(from, out, n, t, ops[op], comm);
	else if (which == 3 && ours)
		OURS(Allgatherv)(from, n, t, out, counts, places, t, comm);
	else if (which == 3)
		PMPI_Allgatherv(from, n, t, out, counts, places, t, comm);
	else if (which == 4 && ours)
		OURS(Reduce_scatter)(from, out, counts, t, ops[op], comm);
	else if (which == 4)
		PMPI_Reduce_scatter(from, out, counts, t, ops[op], comm);
	else if (which == 16)
		call_typed(ours, from, out, t, comm);
	else if (which >= 13)
		call_irregular(ours, which, from, out, n, t, comm);
	else
		call_other(ours, which, from, out, n, t, ops[op], comm);
}

/* One block differs from the others, or is none; they stand in one order or the other, with a gap
 * or without. Returns this rank's. */
static int lay_out(int n, int rank)
{
	int other = (int)draw((unsigned)P), gap = (int)draw(2), at = 0;
	bool back = draw(2);

	for (int i = 0; i < P; i++)
		counts[i] = i == other ? (int)draw(COUNTS) : n;
	for (int i = 0; i < P; i++) {
		int k = back ? P - 1 - i : i;
		places[k] = at;
		at += counts[k] + gap;
	}
	return counts[rank];
}

/* Blocks from each rank to each, some of which are empty; in place what goes there comes from
 * there. They stand in a row, with a gap or without. */
static void lay_out_pairs(int rank, bool in_place)
{
	int salt = (int)draw(3), gap = (int)draw(2), from = 0, to = 0;

	for (int i = 0; i < P; i++) {
		sent[i] = (rank + (in_place ? 1 : 2) * i + salt) % COUNTS;
		counts[i] = (i + (in_place ? 1 : 2) * rank + salt) % COUNTS;
		places[i] = from;
		sent_at[i] = to;
		from += counts[i] + gap;
		to += sent[i];
	}
}

/* Small whole numbers, as the type has them. */
static void fill(char *buffer, int type)
{
	for (size_t i = 0; i < ROOM / sizeof(double); i++) {
		int value = rand() % 100;
		if (type == 1)
			((float *)(void *)buffer)[i] = (float)value;
		else if (type == 2)
			((double *)(void *)buffer)[i] = value;
		else
			((int *)(void *)buffer)[i] = value;
	}
}

static void compare(long number, int rank)
{
	static _Alignas(16) char in[2][ROOM], out[2][ROOM], wanted[ROOM], before[ROOM];
	int which = (int)draw(17), n = 1 + (int)draw(COUNTS), at = (int)draw(2), to = (int)draw(2);
	int type = (int)draw(TYPES), op = (int)draw(OPS);
	bool in_place = draw(3) == 0;
	MPI_Comm comm = comms[draw(COMMS)];

	if (op >= 2 && type > 0 && type < TYPES - 2)
		type = 0;
	if (op < 2 && type >= TYPES - 2)
		op = 2;
	fill(in[at], type);
	if (which == 3 || which == 4 || which == 13 || which == 14)
		n = lay_out(n, rank);
	if (which >= 15)
		lay_out_pairs(rank, in_place);
	root = (int)draw((unsigned)P);
	memset(out[to], 1, ROOM);
	if (in_place)
		fill(out[to], type);
	memcpy(wanted, out[to], ROOM);
	memcpy(before, in[at], ROOM);
	call(true, which, in_place, in[at], out[to], n, type, op, comm);
	call(false, which, in_place, in[at], wanted, n, type, op, comm);
	int size;
	MPI_Type_size(types[type], &size);
	if ((which == 2 || which == 4) && in_place) /* the rest of the vector is undefined */
		memcpy(out[to] + n * size, wanted + n * size, ROOM - (size_t)(n * size));
	if (memcmp(out[to], wanted, ROOM) != 0 || memcmp(before, in[at], ROOM) != 0)
		die("call %ld: collective %d of %d elements, type %d, operation %d, in place %d",
		    number, which, n, type, op, in_place);
}

int main(int argc, char **argv)
{
	int calls = argc > 1 ? atoi(argv[1]) : 0, rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	if (argc != 3 || calls < 1 || P > MOST)
		die("again CALLS SEED, on at most %d ranks", MOST);
	srand((unsigned)atoi(argv[2]) * 1000 + (unsigned)rank);
	for (int skip = atoi(argv[2]); skip > 0; skip--)
		draw(2);
	make_all();
	for (long i = 0; i < calls; i++) {
		if (draw(50) == 0)
			renew(1 + (int)draw(3));
		compare(i, rank);
	}
	free_all();
	if (!rank)
		printf("%d calls\n", calls);
	MPI_Finalize();
	return 0;
}
