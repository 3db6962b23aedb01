/* SPDX-License-Identifier: BSD-3-Clause
 * Ranks that describe the same data by other type maps: permuted without a gap, with gaps, with a
 * gap and an overlap that cancel. MPI moves the data in the order of each rank's map. Types are
 * freed as soon as MPI allows it. Prints the number of checks.
 */
#include "routines.h"

#include <stdbool.h>
#include <string.h>

/* A unit is UNITS numbers, in the order of the map at these places of an element. */
enum { UNITS = 6, MAPS = 6, WRITABLE = 5, BLOCK = 3, MOST = 16, ROOM = 12 };

static const struct {
	int place[UNITS], extent; /* in numbers */
} maps[MAPS] = {
	{{0, 1, 2, 3, 4, 5}, 6},   /* plain */
	{{0, 3, 1, 4, 2, 5}, 6},   /* a matrix of two rows, column by column */
	{{5, 4, 3, 2, 1, 0}, 6},   /* backwards */
	{{0, 2, 4, 6, 8, 10}, 12}, /* with gaps */
	{{0, 1, 4, 5, 2, 3}, 8},   /* permuted, and with a gap behind it */
	{{0, 1, 2, 2, 4, 5}, 6},   /* an overlap and a gap: to be sent only */
};

static int P, rank, checks;

static MPI_Datatype make_type(int map)
{
	int length[UNITS];
	MPI_Aint place[UNITS];
	MPI_Datatype part, type;

	for (int i = 0; i < UNITS; i++) {
		length[i] = 1;
		place[i] = maps[map].place[i] * (MPI_Aint)sizeof(int);
	}
	MPI_Type_create_hindexed(UNITS, length, place, MPI_INT, &part);
	MPI_Type_create_resized(part, 0, maps[map].extent * (MPI_Aint)sizeof(int), &type);
	MPI_Type_free(&part);
	MPI_Type_commit(&type);
	return type;
}

/* Number i of a unit, of those that this rank has. With the overlap two of them are one. */
static int value(int of, int map, int unit, int i)
{
	return 1000 * of + 10 * unit + (map == MAPS - 1 && i == 3 ? 2 : i);
}

static void fill(int *to, int of, int map, int units)
{
	for (int u = 0; u < units; u++)
		for (int i = 0; i < UNITS; i++)
			to[u * maps[map].extent + maps[map].place[i]] = value(of, map, u, i);
}

static int map_of(int of, int turn)
{
	return (of + turn) % MAPS;
}

/* ---- Gathers: blocks of BLOCK units */

struct gather {
	const char *name;
	int sent, received; /* maps */
	int in[BLOCK * ROOM], out[MOST * BLOCK * ROOM];
	int counts[MOST], places[MOST];
	MPI_Datatype in_type, out_type;
};

static void begin(struct gather *g, const char *name, int turn)
{
	*g = (struct gather){
		.name = name, .sent = map_of(rank, turn), .received = (rank + 2 * turn) % WRITABLE};
	memset(g->out, -1, sizeof g->out);
	memset(g->in, -1, sizeof g->in);
	fill(g->in, rank, g->sent, BLOCK);
	for (int i = 0; i < P; i++) {
		g->counts[i] = BLOCK;
		g->places[i] = (P - 1 - i) * BLOCK;
	}
	g->in_type = make_type(g->sent);
	g->out_type = make_type(g->received);
}

static void free_types(struct gather *g)
{
	MPI_Type_free(&g->in_type);
	MPI_Type_free(&g->out_type);
}

/* All is where it belongs, and the gaps are as they were. `turn`: of the maps that were sent by; in
 * place, none that makes a difference. */
static void check(const struct gather *g, bool reversed, int turn)
{
	static int wanted[MOST * BLOCK * ROOM];

	memset(wanted, -1, sizeof wanted);
	for (int of = 0; of < P; of++)
		for (int u = 0; u < BLOCK; u++)
			for (int i = 0; i < UNITS; i++) {
				int at = (reversed ? P - 1 - of : of) * BLOCK + u;
				wanted[at * maps[g->received].extent + maps[g->received].place[i]] =
					value(of, turn < 0 ? 0 : map_of(of, turn), u, i);
			}
	for (int i = 0; i < MOST * BLOCK * ROOM; i++)
		if (g->out[i] != wanted[i])
			die("%s, turn %d, sent by map %d, received by map %d: number %d is %d, not "
			    "%d",
			    g->name, turn, g->sent, g->received, i, g->out[i], wanted[i]);
	checks++;
}

static void gather(int turn)
{
	struct gather g;

	begin(&g, "allgather", turn);
	MPI_Allgather(g.in, BLOCK, g.in_type, g.out, BLOCK, g.out_type, MPI_COMM_WORLD);
	free_types(&g);
	check(&g, false, turn);

	begin(&g, "allgatherv", turn);
	MPI_Allgatherv(g.in, BLOCK, g.in_type, g.out, g.counts, g.places, g.out_type,
	               MPI_COMM_WORLD);
	free_types(&g);
	check(&g, true, turn);
}

static void gather_in_place(int turn)
{
	struct gather g;

	begin(&g, "allgather in place", turn);
	fill(g.out + rank * BLOCK * maps[g.received].extent, rank, g.received, BLOCK);
	MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, g.out, BLOCK, g.out_type, MPI_COMM_WORLD);
	free_types(&g);
	check(&g, false, -1);
}

static void gather_later(int turn)
{
	struct gather g, v;
	MPI_Request q[2];
	MPI_Status ends[2];

	begin(&g, "iallgather", turn);
	begin(&v, "iallgatherv", turn);
	MPI_Iallgather(g.in, BLOCK, g.in_type, g.out, BLOCK, g.out_type, MPI_COMM_WORLD, &q[0]);
	MPI_Iallgatherv(v.in, BLOCK, v.in_type, v.out, v.counts, v.places, v.out_type,
	                MPI_COMM_WORLD, &q[1]);
	free_types(&g);
	free_types(&v);
	MPI_Waitall(2, q, ends);
	check(&g, false, turn);
	check(&v, true, turn);
}

#if LARGE_COUNT
static void gather_again(int turn)
{
	struct gather g;
	MPI_Request q;

	begin(&g, "allgather_init", turn);
	MPI_Allgather_init(g.in, BLOCK, g.in_type, g.out, BLOCK, g.out_type, MPI_COMM_WORLD,
	                   MPI_INFO_NULL, &q);
	free_types(&g);
	for (int i = 0; i < 3; i++) {
		memset(g.out, -1, sizeof g.out);
		MPI_Start(&q);
		MPI_Wait(&q, MPI_STATUS_IGNORE);
		check(&g, false, turn);
	}
	MPI_Request_free(&q);
}
#else
static void gather_again(int turn)
{
	(void)turn;
}
#endif

/* ---- To one rank and from one rank */

static void gather_to_one(int turn)
{
	struct gather g;
	int root = turn % P;

	begin(&g, "gather", turn);
	if (rank == root)
		MPI_Gather(g.in, BLOCK, g.in_type, g.out, BLOCK, g.out_type, root, MPI_COMM_WORLD);
	else
		MPI_Gather(g.in, BLOCK, g.in_type, NULL, -1, MPI_DATATYPE_NULL, root,
		           MPI_COMM_WORLD);
	free_types(&g);
	if (rank == root)
		check(&g, false, turn);

	begin(&g, "gatherv", turn);
	if (rank == root)
		MPI_Gatherv(g.in, BLOCK, g.in_type, g.out, g.counts, g.places, g.out_type, root,
		            MPI_COMM_WORLD);
	else
		MPI_Gatherv(g.in, BLOCK, g.in_type, NULL, NULL, NULL, MPI_DATATYPE_NULL, root,
		            MPI_COMM_WORLD);
	free_types(&g);
	if (rank == root)
		check(&g, true, turn);
}

/* A block of that rank's, which was sent by one map, has come by another one. */
static void check_block(const char *name, const int *got, int map, int of, int sent)
{
	int wanted[BLOCK * ROOM];

	memset(wanted, -1, sizeof wanted);
	for (int u = 0; u < BLOCK; u++)
		for (int i = 0; i < UNITS; i++)
			wanted[u * maps[map].extent + maps[map].place[i]] = value(of, sent, u, i);
	for (int i = 0; i < BLOCK * ROOM; i++)
		if (got[i] != wanted[i])
			die("%s, sent by map %d, received by map %d: number %d is %d, not %d", name,
			    sent, map, i, got[i], wanted[i]);
	checks++;
}

static void from_one(int turn)
{
	static int all[MOST * BLOCK * ROOM];
	int root = turn % P, map = (rank + 2 * turn) % WRITABLE, sent = map_of(root, turn);
	int block[BLOCK * ROOM], counts[MOST], places[MOST];
	MPI_Datatype type = make_type(map), sent_type = make_type(sent);

	memset(block, -1, sizeof block);
	if (rank == root)
		fill(block, root, map, BLOCK);
	MPI_Bcast(block, BLOCK, type, root, MPI_COMM_WORLD);
	check_block("bcast", block, map, root, 0);

	memset(block, -1, sizeof block);
	memset(all, -1, sizeof all);
	for (int of = 0; of < P && rank == root; of++)
		fill(all + of * BLOCK * maps[sent].extent, of, sent, BLOCK);
	if (rank == root)
		MPI_Scatter(all, BLOCK, sent_type, block, BLOCK, type, root, MPI_COMM_WORLD);
	else
		MPI_Scatter(NULL, -1, MPI_DATATYPE_NULL, block, BLOCK, type, root, MPI_COMM_WORLD);
	check_block("scatter", block, map, rank, sent);

	memset(block, -1, sizeof block);
	for (int of = 0; of < P; of++) {
		counts[of] = BLOCK;
		places[of] = of * BLOCK;
	}
	if (rank == root)
		MPI_Scatterv(all, counts, places, sent_type, block, BLOCK, type, root,
		             MPI_COMM_WORLD);
	else
		MPI_Scatterv(NULL, NULL, NULL, MPI_DATATYPE_NULL, block, BLOCK, type, root,
		             MPI_COMM_WORLD);
	check_block("scatterv", block, map, rank, sent);
	MPI_Type_free(&type);
	MPI_Type_free(&sent_type);
}

/* A message that MPICH 4.0.2 calls truncated when a process sends it to itself: more than 16 KiB of
 * complex long doubles, without gaps here and with gaps there */

static void gather_complex(void)
{
	enum { PARTS = 5, N = 105, STRIDE = -2, REACH = 2 * PARTS };
	typedef long double _Complex number;
	MPI_Datatype dense, spread;
	number *in = get(N * PARTS * sizeof *in);
	number *out = get((size_t)P * N * REACH * sizeof *out);

	MPI_Type_contiguous(PARTS, MPI_C_LONG_DOUBLE_COMPLEX, &dense);
	MPI_Type_create_hvector(PARTS, 1, STRIDE * (MPI_Aint)sizeof(number),
	                        MPI_C_LONG_DOUBLE_COMPLEX, &spread);
	MPI_Type_commit(&dense);
	MPI_Type_commit(&spread);
	for (int i = 0; i < N * PARTS; i++)
		in[i] = 10000 * rank + i;
	MPI_Aint lb, extent;
	MPI_Type_get_extent(spread, &lb, &extent);
	MPI_Allgather(in, N, dense, (char *)out - lb, N, spread, MPI_COMM_WORLD);
	for (int of = 0; of < P; of++)
		for (int i = 0; i < N * PARTS; i++) {
			const char *at = (char *)out - lb + (of * N + i / PARTS) * extent +
			                 i % PARTS * STRIDE * (MPI_Aint)sizeof(number);
			if (*(const number *)(const void *)at != 10000 * of + i)
				die("complex number %d of rank %d is wrong", i, of);
		}
	MPI_Type_free(&dense);
	MPI_Type_free(&spread);
	free(in);
	free(out);
	checks++;
}

/* ---- Reductions by an operation of the program's own, which knows the map of its rank */

static int map_of_operation;

static void add(void *in, void *inout, int *count, MPI_Datatype *type)
{
	(void)type;
	for (int u = 0; u < *count; u++)
		for (int i = 0; i < UNITS; i++) {
			int at =
				u * maps[map_of_operation].extent + maps[map_of_operation].place[i];
			((int *)inout)[at] += ((int *)in)[at];
		}
}

static void reduce(int units, int turn, bool in_place)
{
	int map = map_of_operation = (rank + turn) % WRITABLE, extent = maps[map].extent;
	size_t bytes = (size_t)(units * extent) * sizeof(int);
	int *in = get(bytes), *out = get(bytes);
	MPI_Datatype type = make_type(map);
	MPI_Op op;

	MPI_Op_create(add, 1, &op);
	memset(in, -1, bytes);
	memset(out, -1, bytes);
	fill(in_place ? out : in, rank, map, units);
	MPI_Allreduce(in_place ? MPI_IN_PLACE : in, out, units, type, op, MPI_COMM_WORLD);
	for (int u = 0; u < units; u++)
		for (int i = 0; i < UNITS; i++) {
			int is = out[u * extent + maps[map].place[i]], wanted = 0;
			for (int of = 0; of < P; of++)
				wanted += value(of, 0, u, i);
			if (is != wanted)
				die("allreduce of %d, turn %d, map %d: number %d of unit %d is %d, "
				    "not %d",
				    units, turn, map, i, u, is, wanted);
		}
	MPI_Op_free(&op);
	MPI_Type_free(&type);
	free(in);
	free(out);
	checks++;
}

/* The sum of the ranks up to this one; of those before it; of all, at one rank. */
static void reduce_some(int units, int turn)
{
	int map = map_of_operation = (rank + turn) % WRITABLE, extent = maps[map].extent;
	size_t bytes = (size_t)(units * extent) * sizeof(int);
	int *in = get(bytes), *out[3], root = turn % P;
	const int end[3] = {rank + 1, rank, rank == root ? P : 0};
	MPI_Datatype type = make_type(map);
	MPI_Op op;

	MPI_Op_create(add, 1, &op);
	memset(in, -1, bytes);
	fill(in, rank, map, units);
	for (int k = 0; k < 3; k++) {
		out[k] = get(bytes);
		memset(out[k], -1, bytes);
	}
	MPI_Scan(in, out[0], units, type, op, MPI_COMM_WORLD);
	MPI_Exscan(in, out[1], units, type, op, MPI_COMM_WORLD);
	MPI_Reduce(in, out[2], units, type, op, root, MPI_COMM_WORLD);
	for (int k = 0; k < 3; k++) {
		for (int u = 0; u < units; u++)
			for (int i = 0; i < UNITS; i++) {
				int is = out[k][u * extent + maps[map].place[i]];
				int wanted = end[k] ? 0 : -1;
				for (int of = 0; of < end[k]; of++)
					wanted += value(of, 0, u, i);
				if (is != wanted)
					die("reduction %d of %d, turn %d, map %d: number %d of "
					    "unit %d is %d, not %d",
					    k, units, turn, map, i, u, is, wanted);
			}
		free(out[k]);
		checks++;
	}
	MPI_Op_free(&op);
	MPI_Type_free(&type);
	free(in);
}

int main(int argc, char **argv)
{
	static const int units[] = {1, 3, 500, 7001};

	MPI_Init(&argc, &argv);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (P > MOST)
		die("%d ranks at most", MOST);
	gather_complex();
	for (int turn = 0; turn < MAPS; turn++) {
		gather(turn);
		gather_in_place(turn);
		gather_later(turn);
		gather_again(turn);
		gather_to_one(turn);
		from_one(turn);
		for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
			reduce(units[i], turn, false);
			reduce(units[i], turn, true);
			reduce_some(units[i], turn);
		}
	}
	if (!rank)
		printf("%d checks\n", checks);
	MPI_Finalize();
	return 0;
}
