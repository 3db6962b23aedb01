/* SPDX-License-Identifier: BSD-3-Clause
 * Alltoallv and alltoallw in all forms against the MPI library's own: the same bytes in all that a
 * rank has, be they written or not. Each block has a length of its own, which may be none; ranks
 * describe the same data by different types, in an alltoallw those of each block; blocks stand in
 * another order on each rank, with gaps between them.
 *
 *   pairs [-n COUNTS]
 *
 * Counts are separated by commas: the longest block has as many pairs of ints. Prints the number of
 * comparisons.
 */
#include "routines.h"

#include <stdbool.h>
#include <unistd.h>

enum form { BLOCKING, LARGE, NONBLOCKING, PERSISTENT, FORMS };
static const char *const form_names[FORMS] = {"blocking", "large", "nonblocking", "persistent"};

/* The same data, which are pairs of ints: as ints; as pairs; with a gap behind each; its ints in
 * another order; with half of it before its address. */
enum map { INTS, PAIRS, GAP, SWAPPED, BELOW, MAPS };
enum { PARTS = 2, EXTENT_MOST = 4 * sizeof(int), MOST = 64 };

static struct mapped {
	MPI_Datatype type;
	int each; /* elements of a pair */
} maps[MAPS];
static int P, rank, comparisons;
static MPI_Comm comm;

#ifdef HEADER
typedef RG_JOIN(NAME, _Request) handle;
#else
typedef MPI_Request handle;
#endif

/* ---- Types */

static MPI_Datatype make(int n, const int *lengths, const int *at, MPI_Aint lb, MPI_Aint extent)
{
	MPI_Datatype blocks, type;

	MPI_Type_indexed(n, lengths, at, MPI_INT, &blocks);
	MPI_Type_create_resized(blocks, lb, extent, &type);
	MPI_Type_commit(&type);
	MPI_Type_free(&blocks);
	return type;
}

static void make_maps(void)
{
	const MPI_Aint one = sizeof(int);

	maps[INTS] = (struct mapped){MPI_INT, PARTS};
	maps[PAIRS].type = make(1, (int[]){2}, (int[]){0}, 0, 2 * one);
	maps[GAP].type = make(1, (int[]){2}, (int[]){0}, 0, 3 * one);
	maps[SWAPPED].type = make(2, (int[]){1, 1}, (int[]){1, 0}, 0, 2 * one);
	maps[BELOW].type = make(2, (int[]){1, 1}, (int[]){-2, 1}, -2 * one, 4 * one);
	for (int i = PAIRS; i < MAPS; i++)
		maps[i].each = 1;
}

static void free_maps(void)
{
	for (int i = PAIRS; i < MAPS; i++)
		MPI_Type_free(&maps[i].type);
}

/* ---- A call */

struct test {
	bool of_types, in_place; /* it is an alltoallw */
	enum form form;
	int n; /* pairs of ints of the longest block */
	int round;
};

/* What is sent, or received. */
struct side {
	enum map map[MOST];
	int counts[MOST], places[MOST];
	MPI_Datatype types[MOST];
	size_t size;
	char *buffer, *before;
};

/* Pairs of ints from one rank to another; as many back, in place. */
static int length(const struct test *t, int from, int to)
{
	int low = t->in_place && to < from ? to : from, high = from + to - low;
	int draw = (low * 7 + high * 3 + low * high + t->round) % 5;

	return draw < 2 ? 0 : draw == 2 ? t->n : t->n / draw + 1;
}

static enum map map_of(const struct test *t, bool sent, int other)
{
	int by_block = t->of_types ? (sent ? 2 : 3) * other : 0;
	return (enum map)((rank + by_block + t->round + sent) % MAPS);
}

/* Blocks stand in another order on each rank. */
static int slot_of(bool sent, int other)
{
	return sent ? (other + rank) % P : (P - 1 - other + 2 * rank) % P;
}

static struct side lay_out(const struct test *t, bool sent)
{
	struct side s = {.size = (size_t)(t->n + 4) * (size_t)(P + 1) * EXTENT_MOST};

	for (int i = 0; i < P; i++) {
		const struct mapped *m = &maps[s.map[i] = map_of(t, sent, i)];
		int slot = 1 + (t->n + 2) * slot_of(sent, i);
		s.counts[i] = m->each * (sent ? length(t, rank, i) : length(t, i, rank));
		s.places[i] = slot * (t->of_types ? (int)EXTENT_MOST : m->each);
		s.types[i] = m->type;
	}
	s.buffer = get(s.size);
	s.before = get(s.size);
	int *words = (int *)(void *)s.buffer;
	for (size_t i = 0; i < s.size / sizeof(int); i++)
		words[i] =
			(int)((i * 2654435761u >> 7) + 131u * (unsigned)(2 * rank + sent)) % 1009;
	memcpy(s.before, s.buffer, s.size);
	return s;
}

static void release(struct side *s)
{
	free(s->buffer);
	free(s->before);
}

/* ---- Made */

/* Types that are freed when the call has begun: alltoallw's each. Of a block without elements
 * generated routines need none; one rank's call is MPI's. */
static void pass(struct side *to, const struct side *from)
{
	*to = *from;
	for (int i = 0; i < P; i++) {
#ifdef HEADER
		if (!to->counts[i] && P > 1) {
			to->types[i] = MPI_DATATYPE_NULL;
			continue;
		}
#endif
		if (from->types[i] != MPI_INT)
			MPI_Type_dup(from->types[i], &to->types[i]);
	}
}

static void let_go(struct side *s)
{
	for (int i = 0; i < P; i++) {
		if (s->types[i] != MPI_INT && s->types[i] != MPI_DATATYPE_NULL)
			MPI_Type_free(&s->types[i]);
		s->types[i] = MPI_DATATYPE_NULL;
	}
}

static int finish(int err, handle *q)
{
	return err ? err : OURS(Wait)(q, MPI_STATUS_IGNORE);
}

#if HAS_PERSISTENT
/* Twice: it goes by what was said when it was made. */
static int start(int err, handle *q, struct side *from, struct side *to)
{
	if (PERSISTENT_KEEP_TYPES) {
		let_go(from);
		let_go(to);
	}
	for (int i = 0; i < 2 && !err; i++)
		if (!(err = OURS(Start)(q)))
			err = OURS(Wait)(q, MPI_STATUS_IGNORE);
	return err ? err : OURS(Request_free)(q);
}
#endif

#if LARGE_COUNT
static int call_large(const struct test *t, const void *in, const struct side *from,
                      const struct side *to)
{
	MPI_Count counts[2][MOST];
	MPI_Aint places[2][MOST];

	for (int i = 0; i < P; i++) {
		counts[0][i] = from->counts[i];
		counts[1][i] = to->counts[i];
		places[0][i] = from->places[i];
		places[1][i] = to->places[i];
	}
	if (t->of_types)
		return OURS(Alltoallw_c)(in, counts[0], places[0], from->types, to->buffer,
		                         counts[1], places[1], to->types, comm);
	return OURS(Alltoallv_c)(in, counts[0], places[0], maps[from->map[0]].type, to->buffer,
	                         counts[1], places[1], maps[to->map[0]].type, comm);
}
#endif

/* The arguments of a call of both. */
#define OF_TYPES                                                                         \
	in, from->counts, from->places, from->types, to->buffer, to->counts, to->places, \
		to->types, comm
#define OF_ONE                                                                           \
	in, from->counts, from->places, maps[from->map[0]].type, to->buffer, to->counts, \
		to->places, maps[to->map[0]].type, comm

static int call_ours(const struct test *t, const void *in, struct side *from, struct side *to)
{
	handle q;

	switch (t->form) {
	case NONBLOCKING:
		return finish(t->of_types ? OURS(Ialltoallw)(OF_TYPES, &q)
		                          : OURS(Ialltoallv)(OF_ONE, &q),
		              &q);
#if HAS_PERSISTENT
	case PERSISTENT:
		return start(t->of_types ? OURS(Alltoallw_init)(OF_TYPES, MPI_INFO_NULL, &q)
		                         : OURS(Alltoallv_init)(OF_ONE, MPI_INFO_NULL, &q),
		             &q, from, to);
#endif
#if LARGE_COUNT
	case LARGE:
		return call_large(t, in, from, to);
#endif
	default:
		return t->of_types ? OURS(Alltoallw)(OF_TYPES) : OURS(Alltoallv)(OF_ONE);
	}
}

static int call_mpis(const struct test *t, const void *in, const struct side *from,
                     const struct side *to)
{
	return t->of_types ? PMPI_Alltoallw(OF_TYPES) : PMPI_Alltoallv(OF_ONE);
}

/* ---- Compared */

static void fail(const struct test *t, const char *what)
{
	die("%s, %s, at most %d pairs, round %d%s, on %d ranks: %s",
	    t->of_types ? "alltoallw" : "alltoallv", form_names[t->form], t->n, t->round,
	    t->in_place ? ", in place" : "", P, what);
}

static void compare(const struct test *t)
{
	struct side from = lay_out(t, true), to = lay_out(t, false), other = lay_out(t, false);
	struct side passed[2];
	const void *in = t->in_place ? MPI_IN_PLACE : (const void *)from.buffer;

	if (call_mpis(t, in, &from, &other))
		fail(t, "MPI's own fails");
	pass(&passed[0], &from);
	pass(&passed[1], &to);
	if (call_ours(t, in, &passed[0], &passed[1]))
		fail(t, "it fails");
	/* In place twice, what was received is sent. */
	bool again = t->form == PERSISTENT && t->in_place;
	if (again && call_mpis(t, in, &from, &other))
		fail(t, "MPI's own fails");
	if (memcmp(to.buffer, other.buffer, to.size) != 0)
		fail(t, "other bytes than MPI's own");
	if (memcmp(from.buffer, from.before, from.size) != 0)
		fail(t, "the send buffer was written");
	let_go(&passed[0]);
	let_go(&passed[1]);
	release(&from);
	release(&to);
	release(&other);
	comparisons++;
}

/* One rank is the MPI library's: a nonblocking alltoallw of Open MPI 4.1.4 was met there that gave
 * other bytes than one that blocks. */
static bool is_there(enum form form)
{
	if (form == LARGE)
		return LARGE_COUNT;
	if (form != BLOCKING && P == 1 && is_open_mpi())
		return false;
	return form != PERSISTENT || HAS_PERSISTENT;
}

static void try_all(int n)
{
	struct test t = {.n = n};

	for (int form = 0; form < FORMS; form++)
		for (int kind = 0; kind < 4; kind++)
			for (t.round = 0; t.round < 3; t.round++) {
				if (!is_there((enum form)form))
					continue;
				t.form = (enum form)form;
				t.of_types = kind / 2;
				t.in_place = kind % 2;
				compare(&t);
			}
}

int main(int argc, char **argv)
{
	const char *counts = argc == 3 && !strcmp(argv[1], "-n") ? argv[2] : "0,1,7";

	MPI_Init(&argc, &argv);
	comm = MPI_COMM_WORLD;
	MPI_Comm_size(comm, &P);
	MPI_Comm_rank(comm, &rank);
	if (P > MOST)
		die("at most %d ranks", MOST);
	make_maps();
	for (const char *s = counts; *s; s += strcspn(s, ","), s += *s == ',')
		try_all(atoi(s));
	free_maps();
	if (!rank)
		printf("%d comparisons\n", comparisons);
	MPI_Finalize();
	return 0;
}
