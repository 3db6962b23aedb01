/* SPDX-License-Identifier: BSD-3-Clause
 * Collectives of buffers at MPI_BOTTOM, whose types have absolute addresses: in all forms, with
 * MPI_IN_PLACE, and with lower bounds that are anywhere.
 *
 * The data are a block of three ints for each rank, in another order than they stand in memory,
 * with a gap between blocks that nobody may write. Reductions are by a user's operation: MPI's own
 * operations take no such type. Prints "bottom: ok", and how many calls were compared.
 */
#include "routines.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { RANKS = 8, ROOM = 4, DATA = 3, GAP = -7 };
enum form { BLOCKING, NONBLOCKING, PERSISTENT, FORMS };

typedef RG_JOIN(NAME, _Request) request;

static int from[ROOM * RANKS], to[ROOM * RANKS], should[ROOM * RANKS];
static MPI_Datatype in, out; /* a block of either, the first one's address in it */
static MPI_Op sum;
static int P, rank, compared;
static MPI_Comm comm;
static enum form form;

/* Where an item of a block stands. */
static const int place[DATA] = {2, 0, 1};

static MPI_Datatype block_at(const int *array, MPI_Aint lb)
{
	int length[2] = {1, 2};
	MPI_Aint at[2];
	MPI_Datatype blocks, type;

	MPI_Get_address(array + place[0], &at[0]);
	MPI_Get_address(array + place[1], &at[1]);
	MPI_Type_create_hindexed(2, length, at, MPI_INT, &blocks);
	MPI_Type_create_resized(blocks, lb, ROOM * sizeof(int), &type);
	MPI_Type_commit(&type);
	MPI_Type_free(&blocks);
	return type;
}

static int value(int who, int block, int item)
{
	return 10000 * (who + 1) + 10 * block + item;
}

static void put(int *array, int at, int who, int block)
{
	for (int i = 0; i < DATA; i++)
		array[ROOM * at + place[i]] = value(who, block, i);
}

/* Reset what this rank has, what it has got, and what it should get: nothing yet. */
static void clear(void)
{
	for (int i = 0; i < ROOM * RANKS; i++)
		from[i] = to[i] = should[i] = GAP;
	for (int i = 0; i < P; i++)
		put(from, i, rank, i);
}

static void check(const char *name, int err)
{
	static const char *const forms[FORMS] = {"blocking", "nonblocking", "persistent"};

	if (err)
		die("%s, %s: error %d", name, forms[form], err);
	for (int i = 0; i < ROOM * RANKS; i++)
		if (to[i] != should[i])
			die("%s, %s: item %d is %d, not %d", name, forms[form], i, to[i],
			    should[i]);
	compared++;
}

/* The element that MPI has at this address has its data elsewhere: all of it is a block. */
static void add(void *a, void *b, int *n, MPI_Datatype *type)
{
	(void)type;
	for (int e = 0; e < *n; e++)
		for (int i = 0; i < DATA; i++) {
			uintptr_t at = (uintptr_t)(to + ROOM * e + place[i]);
			*(int *)((uintptr_t)b + at) += *(const int *)((uintptr_t)a + at);
		}
}

/* ---- The forms */

static int finish(int err, request *r)
{
	return err ? err : OURS(Wait)(r, MPI_STATUS_IGNORE);
}

#if defined HEADER || MPI_VERSION >= 4
static const enum form last = PERSISTENT;

static int twice(int err, request *r)
{
	for (int i = 0; i < 2 && !err; i++)
		err = finish(OURS(Start)(r), r);
	return err ? err : OURS(Request_free)(r);
}
#define INIT(Name, ...) twice(OURS(Name##_init)(__VA_ARGS__, comm, MPI_INFO_NULL, &r), &r)
#else
static const enum form last = NONBLOCKING;
#define INIT(Name, ...) MPI_ERR_OTHER
#endif

#define CALL(Name, name, ...)                                                           \
	do {                                                                            \
		request r;                                                              \
		check(#name, form == BLOCKING ? OURS(Name)(__VA_ARGS__, comm)           \
		             : form == NONBLOCKING                                      \
		                     ? finish(OURS(I##name)(__VA_ARGS__, comm, &r), &r) \
		                     : INIT(Name, __VA_ARGS__));                        \
	} while (0)

/* ---- Collectives that move data */

static void all_gather(void)
{
	int counts[RANKS], places[RANKS];

	for (int in_place = 0; in_place < 2; in_place++)
		for (int v = 0; v < 2; v++) {
			clear();
			for (int i = 0; i < P; i++) {
				counts[i] = 1;
				places[i] = v ? P - 1 - i : i;
				put(should, places[i], i, 0);
			}
			if (in_place)
				put(to, places[rank], rank, 0);
			const void *sent = in_place ? MPI_IN_PLACE : MPI_BOTTOM;
			if (v)
				CALL(Allgatherv, allgatherv, sent, 1, in, MPI_BOTTOM, counts,
				     places, out);
			else
				CALL(Allgather, allgather, sent, 1, in, MPI_BOTTOM, 1, out);
		}
}

static void from_root(int root)
{
	int counts[RANKS], places[RANKS];

	clear();
	for (int i = 0; i < P; i++) {
		counts[i] = 1;
		places[i] = P - 1 - i;
		put(should, i, root, i);
		if (rank == root)
			put(to, i, root, i);
	}
	CALL(Bcast, bcast, MPI_BOTTOM, P, out, root);
	for (int stays = 0; stays < 2; stays++) {
		bool here = !stays || rank != root;
		void *got = here ? MPI_BOTTOM : MPI_IN_PLACE;
		clear();
		if (here)
			put(should, 0, root, rank);
		CALL(Scatter, scatter, MPI_BOTTOM, 1, in, got, 1, out, root);
		clear();
		if (here)
			put(should, 0, root, P - 1 - rank);
		CALL(Scatterv, scatterv, MPI_BOTTOM, counts, places, in, got, 1, out, root);
	}
}

static void to_root(int root)
{
	int counts[RANKS], places[RANKS];

	for (int in_place = 0; in_place < 2; in_place++)
		for (int v = 0; v < 2; v++) {
			bool stays = in_place && rank == root;
			clear();
			for (int i = 0; i < P; i++) {
				counts[i] = 1;
				places[i] = v ? P - 1 - i : i;
				if (rank == root)
					put(should, places[i], i, 0);
			}
			if (stays)
				put(to, places[rank], rank, 0);
			const void *sent = stays ? MPI_IN_PLACE : MPI_BOTTOM;
			if (v)
				CALL(Gatherv, gatherv, sent, 1, in, MPI_BOTTOM, counts, places, out,
				     root);
			else
				CALL(Gather, gather, sent, 1, in, MPI_BOTTOM, 1, out, root);
		}
}

/* A rank that has no data may say so by a type without any: that has no address either. (MPICH's
 * and Open MPI's own gatherv leave a message of nothing behind then, which the next one takes for
 * its data.) */
static void of_nothing(void)
{
	int counts[RANKS], places[RANKS];
	MPI_Datatype empty;

	MPI_Type_contiguous(0, MPI_INT, &empty);
	MPI_Type_commit(&empty);
	clear();
	for (int i = 0; i < P; i++) {
		counts[i] = i != 1;
		places[i] = i;
		if (i != 1)
			put(should, i, i, 0);
	}
	MPI_Datatype mine = rank == 1 ? empty : in;
	CALL(Allgatherv, allgatherv, MPI_BOTTOM, 1, mine, MPI_BOTTOM, counts, places, out);
	clear();
	for (int i = 0; i < P && !rank; i++)
		if (i != 1)
			put(should, i, i, 0);
	CALL(Gatherv, gatherv, MPI_BOTTOM, 1, mine, MPI_BOTTOM, counts, places, out, 0);
	MPI_Type_free(&empty);
}

/* ---- Reductions, in place, so that one type has the address of the one buffer */

/* The sums of ranks 0 ... ranks - 1 of so many blocks, from one on; the values of this rank. */
static void expect_sums(int ranks, int first, int blocks)
{
	clear();
	for (int b = 0; b < P; b++)
		put(to, b, rank, b);
	memcpy(should, to, sizeof to);
	for (int b = 0; b < blocks; b++)
		for (int i = 0; i < DATA; i++) {
			int *is = should + ROOM * b + place[i];
			*is = 0;
			for (int who = 0; who < ranks; who++)
				*is += value(who, first + b, i);
		}
}

/* The values behind the result of a reduction in place are anybody's. */
static void forget_rest(int blocks)
{
	for (int i = ROOM * blocks; i < ROOM * P; i++)
		to[i] = should[i] = GAP;
}

static int reduced(int err, int blocks)
{
	forget_rest(blocks);
	return err;
}

static void reduce(void)
{
	int counts[RANKS];

	for (int i = 0; i < P; i++)
		counts[i] = 1;
	expect_sums(P, 0, P);
	check("allreduce", OURS(Allreduce)(MPI_IN_PLACE, MPI_BOTTOM, P, out, sum, comm));
	expect_sums(P, rank, 1);
	check("reduce_scatter",
	      reduced(OURS(Reduce_scatter)(MPI_IN_PLACE, MPI_BOTTOM, counts, out, sum, comm), 1));
	expect_sums(P, rank, 1);
	check("reduce_scatter_block",
	      reduced(OURS(Reduce_scatter_block)(MPI_IN_PLACE, MPI_BOTTOM, 1, out, sum, comm), 1));
	for (int root = 0; root < P; root++) {
		bool here = rank == root;
		expect_sums(here ? P : 0, 0, here ? P : 0);
		check("reduce", OURS(Reduce)(here ? MPI_IN_PLACE : MPI_BOTTOM,
		                             here ? MPI_BOTTOM : NULL, P, out, sum, root, comm));
	}
	expect_sums(rank + 1, 0, P);
	check("scan", OURS(Scan)(MPI_IN_PLACE, MPI_BOTTOM, P, out, sum, comm));
	expect_sums(rank, 0, rank ? P : 0);
	check("exscan", OURS(Exscan)(MPI_IN_PLACE, MPI_BOTTOM, P, out, sum, comm));
}

/* ---- All */

static void all_forms(void)
{
	for (form = BLOCKING; form <= last; form++) {
		all_gather();
		of_nothing();
		for (int root = 0; root < P; root++) {
			from_root(root);
			to_root(root);
		}
	}
	form = BLOCKING;
	reduce();
}

int main(int argc, char **argv)
{
	const MPI_Aint lower[] = {0, -((MPI_Aint)1 << 40), (MPI_Aint)1 << 45};

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_size(comm, &P);
	MPI_Comm_rank(comm, &rank);
	if (P > RANKS)
		die("at most %d ranks", RANKS);
	MPI_Op_create(add, 1, &sum);
	for (size_t i = 0; i < sizeof lower / sizeof *lower; i++) {
		in = block_at(from, lower[i]);
		out = block_at(to, lower[i]);
		all_forms();
		MPI_Type_free(&in);
		MPI_Type_free(&out);
	}
	MPI_Op_free(&sum);
	MPI_Comm_free(&comm);
	if (!rank)
		printf("bottom: ok, %d calls\n", compared);
	MPI_Finalize();
	return 0;
}
