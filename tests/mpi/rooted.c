/* SPDX-License-Identifier: BSD-3-Clause
 * The collectives with a root, the prefixes, the alltoall and the barrier, in all forms, against
 * the MPI library's own: the same bytes in all that a rank has, be they written or not. Ranks
 * describe the same data by different types; arguments that are significant at the root only are
 * nonsense elsewhere.
 *
 *   rooted [-c COLLECTIVES] [-n COUNTS] [-f FORMS] [-1 | -a]
 *
 * Lists are separated by commas; a count is of matrices, which are four ints. Each root is tried
 * with plain types, and each pair of types with one root, another one each time. -1: one root only,
 * and plain types; -a: each pair of types with all roots. Prints the number of comparisons.
 */
#include "routines.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum which {
	BCAST,
	REDUCE,
	GATHER,
	SCATTER,
	GATHERV,
	SCATTERV,
	SCAN,
	EXSCAN,
	ALLTOALL,
	BARRIER,
	COLLECTIVES
};
enum form { BLOCKING, LARGE, NONBLOCKING, PERSISTENT, FORMS };

static const char *const which_names[COLLECTIVES] = {"bcast",    "reduce",   "gather", "scatter",
                                                     "gatherv",  "scatterv", "scan",   "exscan",
                                                     "alltoall", "barrier"};
static const char *const form_names[FORMS] = {"blocking", "large", "nonblocking", "persistent"};

/* The same data, which are whole matrices: as ints; as matrices; with a gap behind each; its ints
 * in another order, which has no gap; with half of it before its address. */
enum map { INTS, MATRICES, GAP, SWAPPED, BELOW, MAPS };
enum { PARTS = 4, AROUND = 4096 };

struct mapped {
	MPI_Datatype type;
	int each; /* elements of a matrix */
};

static struct mapped maps[MAPS];
static MPI_Op multiply;
static int P, rank, comparisons;
static MPI_Comm comm;

/* ---- Types and operations */

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
	maps[MATRICES].type = make(1, (int[]){4}, (int[]){0}, 0, 4 * one);
	maps[GAP].type = make(1, (int[]){4}, (int[]){0}, 0, 5 * one);
	maps[SWAPPED].type = make(3, (int[]){1, 1, 2}, (int[]){1, 0, 2}, 0, 4 * one);
	maps[BELOW].type = make(2, (int[]){2, 2}, (int[]){-3, 1}, -3 * one, 7 * one);
	for (int i = MATRICES; i < MAPS; i++)
		maps[i].each = 1;
}

static void free_maps(void)
{
	for (int i = MATRICES; i < MAPS; i++)
		MPI_Type_free(&maps[i].type);
}

/* Products of matrices of two rows do not commute. The type may be any one of such ints, with or
 * without gaps between them. */
static void multiply_matrices(void *left, void *right, int *n, MPI_Datatype *type)
{
	enum { MASK = (1 << 20) - 1 }; /* so that any brackets give the same */
	MPI_Aint lb, extent;

	MPI_Type_get_extent(*type, &lb, &extent);
	for (int i = 0; i < *n; i++) {
		const int *a = (const int *)(const void *)((char *)left + i * extent);
		int *b = (int *)(void *)((char *)right + i * extent), c[PARTS];
		for (int e = 0; e < PARTS; e++)
			c[e] = (int)(((int64_t)a[e / 2 * 2] * b[e % 2] +
			              (int64_t)a[e / 2 * 2 + 1] * b[e % 2 + 2]) &
			             MASK);
		memcpy(b, c, sizeof c);
	}
}

/* ---- A call */

struct test {
	enum which which;
	enum form form;
	int root, n; /* matrices of the vector, or of a block; of an irregular one, of about half */
	bool in_place, users;
	enum map at_root, elsewhere, own; /* `own`: the root's, of its own block */
};

enum { MOST = 64 };

/* The counts and places are the root's alone, other ranks have no such arrays. */
struct arguments {
	const int *counts, *places;
	int small[2][MOST];
	const void *in;
	int in_count;
	MPI_Datatype in_type;
	void *out;
	int count;
	MPI_Datatype type;
	MPI_Op op;
	int root;
};

#ifdef HEADER
typedef RG_JOIN(NAME, _Request) handle;
#else
typedef MPI_Request handle;
#endif

/* Calls are made twice, persistent ones are started twice: a call like the one before takes another
 * way. Persistent ones outlive the types that they were made with. */
enum { TIMES = 2 };
static MPI_Datatype passing[2];

static void make_passing(MPI_Datatype *type, MPI_Datatype *copy)
{
	*copy = MPI_DATATYPE_NULL;
	if (*type == MPI_DATATYPE_NULL || *type == MPI_INT)
		return;
	MPI_Type_dup(*type, copy);
	*type = *copy;
}

static void free_passing(void)
{
	for (int i = 0; i < 2; i++)
		if (passing[i] != MPI_DATATYPE_NULL)
			MPI_Type_free(&passing[i]);
}

static int finish(int err, handle *q)
{
	return err ? err : OURS(Wait)(q, MPI_STATUS_IGNORE);
}

#if HAS_PERSISTENT
static int start(int err, handle *q)
{
	free_passing();
	for (int i = 0; i < TIMES && !err; i++)
		if (!(err = OURS(Start)(q)))
			err = OURS(Wait)(q, MPI_STATUS_IGNORE);
	return err ? err : OURS(Request_free)(q);
}
#define PERSIST(Entry, ...) start(OURS(Entry##_init)(__VA_ARGS__, MPI_INFO_NULL, &q), &q)
#else
#define PERSIST(Entry, ...) MPI_ERR_OTHER /* nobody asks for it: see main */
#endif

#if LARGE_COUNT
#define ENLARGE(Entry, ...) OURS(Entry##_c)(__VA_ARGS__)
#else
#define ENLARGE(Entry, ...) OURS(Entry)(__VA_ARGS__)
#endif

#define IN_SMALL_FORM(Entry, Ientry, ...)                                              \
	(form == BLOCKING || form == LARGE ? OURS(Entry)(__VA_ARGS__)                  \
	 : form == NONBLOCKING             ? finish(OURS(Ientry)(__VA_ARGS__, &q), &q) \
	                                   : PERSIST(Entry, __VA_ARGS__))
#define IN_FORM(Entry, Ientry, ...) \
	(form == LARGE ? ENLARGE(Entry, __VA_ARGS__) : IN_SMALL_FORM(Entry, Ientry, __VA_ARGS__))

#if LARGE_COUNT
static int call_irregular(enum which which, const struct arguments *a)
{
	static MPI_Count counts[MOST];
	static MPI_Aint places[MOST];
	const MPI_Count *at_root = rank == a->root ? counts : NULL;

	for (int i = 0; i < P && rank == a->root; i++) {
		counts[i] = a->counts[i];
		places[i] = a->places[i];
	}
	if (which == GATHERV)
		return OURS(Gatherv_c)(a->in, a->in_count, a->in_type, a->out, at_root, places,
		                       a->type, a->root, comm);
	return OURS(Scatterv_c)(a->in, at_root, places, a->in_type, a->out, a->count, a->type,
	                        a->root, comm);
}
#endif

static int call_in_form(enum which which, enum form form, const struct arguments *a)
{
	handle q;

#if LARGE_COUNT
	if (form == LARGE && (which == GATHERV || which == SCATTERV))
		return call_irregular(which, a);
#endif
	switch (which) {
	case BCAST:
		return IN_FORM(Bcast, Ibcast, a->out, a->count, a->type, a->root, comm);
	case REDUCE:
		return IN_FORM(Reduce, Ireduce, a->in, a->out, a->count, a->type, a->op, a->root,
		               comm);
	case GATHER:
		return IN_FORM(Gather, Igather, a->in, a->in_count, a->in_type, a->out, a->count,
		               a->type, a->root, comm);
	case SCATTER:
		return IN_FORM(Scatter, Iscatter, a->in, a->in_count, a->in_type, a->out, a->count,
		               a->type, a->root, comm);
	case GATHERV:
		return IN_SMALL_FORM(Gatherv, Igatherv, a->in, a->in_count, a->in_type, a->out,
		                     a->counts, a->places, a->type, a->root, comm);
	case SCATTERV:
		return IN_SMALL_FORM(Scatterv, Iscatterv, a->in, a->counts, a->places, a->in_type,
		                     a->out, a->count, a->type, a->root, comm);
	case SCAN:
		return IN_FORM(Scan, Iscan, a->in, a->out, a->count, a->type, a->op, comm);
	case EXSCAN:
		return IN_FORM(Exscan, Iexscan, a->in, a->out, a->count, a->type, a->op, comm);
	case ALLTOALL:
		return IN_FORM(Alltoall, Ialltoall, a->in, a->in_count, a->in_type, a->out,
		               a->count, a->type, comm);
	default:
		if (form == BLOCKING || form == LARGE)
			return OURS(Barrier)(comm);
		return form == NONBLOCKING ? finish(OURS(Ibarrier)(comm, &q), &q)
		                           : PERSIST(Barrier, comm);
	}
}

static int call_ours(enum which which, enum form form, const struct arguments *a)
{
	struct arguments b =
		a ? *a
		  : (struct arguments){.type = MPI_DATATYPE_NULL, .in_type = MPI_DATATYPE_NULL};
	int err;

	make_passing(&b.type, &passing[0]);
	make_passing(&b.in_type, &passing[1]);
	err = call_in_form(which, form, &b);
	for (int i = 1; i < TIMES && !err && form != PERSISTENT; i++)
		err = call_in_form(which, form, &b);
	if (form != PERSISTENT)
		free_passing();
	return err;
}

/* MPICH 4.0.2 crashes in MPI_Reduce with MPI_IN_PLACE, of 4,000 bytes at rank 1 of 2. */
static int reduce_of_copy(const struct arguments *a)
{
	MPI_Aint lb, extent;

	if (a->in != MPI_IN_PLACE)
		return PMPI_Reduce(a->in, a->out, a->count, a->type, a->op, a->root, comm);
	MPI_Type_get_extent(a->type, &lb, &extent);
	void *copy = get((size_t)(a->count * extent));
	memcpy(copy, a->out, (size_t)(a->count * extent));
	int err = PMPI_Reduce(copy, a->out, a->count, a->type, a->op, a->root, comm);
	free(copy);
	return err;
}

static int call_mpis(enum which which, const struct arguments *a)
{
	switch (which) {
	case BCAST:
		return PMPI_Bcast(a->out, a->count, a->type, a->root, comm);
	case REDUCE:
		return reduce_of_copy(a);
	case GATHER:
		return PMPI_Gather(a->in, a->in_count, a->in_type, a->out, a->count, a->type,
		                   a->root, comm);
	case SCATTER:
		return PMPI_Scatter(a->in, a->in_count, a->in_type, a->out, a->count, a->type,
		                    a->root, comm);
	case GATHERV:
		return PMPI_Gatherv(a->in, a->in_count, a->in_type, a->out, a->counts, a->places,
		                    a->type, a->root, comm);
	case SCATTERV:
		return PMPI_Scatterv(a->in, a->counts, a->places, a->in_type, a->out, a->count,
		                     a->type, a->root, comm);
	case SCAN:
		return PMPI_Scan(a->in, a->out, a->count, a->type, a->op, comm);
	case EXSCAN:
		return PMPI_Exscan(a->in, a->out, a->count, a->type, a->op, comm);
	case ALLTOALL:
		return PMPI_Alltoall(a->in, a->in_count, a->in_type, a->out, a->count, a->type,
		                     comm);
	default:
		return PMPI_Barrier(comm);
	}
}

/* ---- Its buffers: two of the same bytes, for the two libraries */

struct buffers {
	size_t size;
	char *in, *out;
};

static struct buffers buffers_new(size_t size)
{
	struct buffers b = {size, get(size), get(size)};
	int *words[2] = {(int *)(void *)b.in, (int *)(void *)b.out};

	for (size_t i = 0; i < size / sizeof(int); i++) {
		words[0][i] = (int)((i * 2654435761u >> 7) + 131u * (unsigned)rank) % 1009;
		words[1][i] = -(int)(i % 997) - 1000 * rank;
	}
	return b;
}

static void buffers_free(struct buffers *b)
{
	free(b->in);
	free(b->out);
}

static bool is_in_place(const struct test *t)
{
	if (t->which == SCAN || t->which == EXSCAN)
		return t->in_place && rank % 2 == t->root % 2; /* some are */
	if (t->which == ALLTOALL)
		return t->in_place; /* all are */
	return t->in_place && rank == t->root;
}

static struct arguments reduction(const struct test *t, struct buffers *b)
{
	const struct mapped *m = &maps[t->at_root];
	struct arguments a = {.in = b->in + AROUND / 2,
	                      .in_type = MPI_DATATYPE_NULL,
	                      .count = t->n * m->each,
	                      .type = m->type,
	                      .out = b->out + AROUND / 2,
	                      .op = t->users ? multiply : MPI_SUM,
	                      .root = t->root};

	if (t->which == REDUCE && rank != t->root)
		a.out = NULL;
	if (is_in_place(t))
		a.in = MPI_IN_PLACE;
	return a;
}

static bool is_irregular(enum which w)
{
	return w == GATHERV || w == SCATTERV;
}

static bool gathers(const struct test *t)
{
	return t->which == GATHER || t->which == GATHERV;
}

static bool scatters(const struct test *t)
{
	return t->which == SCATTER || t->which == SCATTERV;
}

/* Matrices of a rank's block: in an irregular call none up to 2 n, and one block is far longer. */
static int matrices_of(const struct test *t, int i)
{
	if (!is_irregular(t->which))
		return t->n;
	return i == (t->root + 1) % P ? 4 * t->n
	                              : (i * 5 + t->root + 1) * t->n / 3 % (2 * t->n + 1);
}

/* The last rank's block comes first, and now and then there is a gap behind one. */
static void place_blocks(struct arguments *a, const struct test *t, const struct mapped *m)
{
	int at = 0;

	a->counts = rank == t->root ? a->small[0] : rank % 2 ? NULL : (const int *)(uintptr_t)16;
	a->places = rank == t->root ? a->small[1] : NULL;
	for (int i = P - 1; i >= 0; i--) {
		a->small[0][i] = matrices_of(t, i) * m->each;
		a->small[1][i] = at * m->each;
		at += matrices_of(t, i) + i % 2;
	}
}

/* Arguments that are not significant on this rank are nonsense. */
static struct arguments movement(const struct test *t, struct buffers *b)
{
	bool root = rank == t->root, each = t->which == ALLTOALL;
	const struct mapped *all = &maps[t->at_root],
			    *own = root ? &maps[t->own] : &maps[t->elsewhere];
	struct arguments a = {.in = NULL,
	                      .in_count = -3,
	                      .in_type = MPI_DATATYPE_NULL,
	                      .out = NULL,
	                      .count = -5,
	                      .type = MPI_DATATYPE_NULL,
	                      .root = t->root};
	if (t->which == BCAST)
		own = root ? all : own;
	if (gathers(t) || root || each) {
		const struct mapped *m = gathers(t) || each ? own : all;
		a.in = b->in + AROUND / 2;
		a.in_count = matrices_of(t, rank) * m->each;
		a.in_type = m->type;
	}
	if (!gathers(t) || root) {
		const struct mapped *m = gathers(t) || each ? all : own;
		a.out = b->out + AROUND / 2;
		a.count = matrices_of(t, rank) * m->each;
		a.type = m->type;
	}
	if ((gathers(t) || each) && is_in_place(t)) {
		a.in = MPI_IN_PLACE;
		a.in_count = -3;
		a.in_type = MPI_DATATYPE_NULL;
	} else if (scatters(t) && is_in_place(t)) {
		a.out = MPI_IN_PLACE;
		a.count = -5;
		a.type = MPI_DATATYPE_NULL;
	}
	return a;
}

static struct arguments arguments_of(const struct test *t, struct buffers *b)
{
	if (t->which == REDUCE || t->which == SCAN || t->which == EXSCAN)
		return reduction(t, b);
	return movement(t, b);
}

static void describe(const struct test *t, char *text, size_t size)
{
	snprintf(text, size, "%s %s, %d matrices, root %d%s%s, maps %d %d %d", form_names[t->form],
	         which_names[t->which], t->n, t->root, t->in_place ? ", in place" : "",
	         t->users ? ", user's operation" : "", t->at_root, t->elsewhere, t->own);
}

static void compare(const struct test *t)
{
	bool any = gathers(t) || scatters(t) || t->which == ALLTOALL;
	size_t blocks = any ? (size_t)P : 1;
	size_t block = is_irregular(t->which) ? (size_t)(4 * t->n + 1) : (size_t)t->n;
	size_t size = AROUND + blocks * block * 7 * sizeof(int);
	struct buffers ours = buffers_new(size), theirs = buffers_new(size);
	struct arguments a = arguments_of(t, &ours), b = arguments_of(t, &theirs);
	char text[200];

	place_blocks(&a, t, &maps[t->at_root]);
	place_blocks(&b, t, &maps[t->at_root]);
	describe(t, text, sizeof text);
	int err = call_ours(t->which, t->form, &a), expected = MPI_SUCCESS;
	for (int i = 0; i < TIMES && !expected; i++)
		expected = call_mpis(t->which, &b);
	if (err != expected)
		die("%s: error %d, not %d", text, err, expected);
	for (size_t i = 0; i < size; i++)
		if (ours.in[i] != theirs.in[i] || ours.out[i] != theirs.out[i])
			die("%s: byte %ld of the %s buffer differs", text, (long)i - AROUND / 2,
			    ours.in[i] != theirs.in[i] ? "send" : "receive");
	comparisons++;
	buffers_free(&ours);
	buffers_free(&theirs);
}

/* ---- All tests */

/* Which roots are tried: one, and plain types; each, but one with each pair of types; all. */
enum roots { ONE, EACH, ALL };

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Nobody leaves before all have come: the ranks share a clock. */
static void test_barrier(enum form form)
{
	struct timespec pause = {0, 1000000 * (rank * 7 % 5)};
	double mine[2], all[2];

	nanosleep(&pause, NULL);
	mine[0] = now();
	if (call_in_form(BARRIER, form, NULL))
		die("the barrier fails");
	mine[1] = -now();
	PMPI_Allreduce(mine, all, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	if (all[0] > -all[1])
		die("%s barrier: a rank has left %g s before the last came", form_names[form],
		    all[0] + all[1]);
	comparisons++;
}

static bool has_root(enum which w)
{
	return w != SCAN && w != EXSCAN && w != ALLTOALL;
}

static void test_root(struct test t, int root)
{
	t.root = root;
	for (int in_place = 0; in_place < (t.which == BCAST ? 1 : 2); in_place++) {
		t.in_place = in_place;
		compare(&t);
	}
}

/* A prefix and an alltoall have no root: two arguments that say nothing are enough. */
static void test_roots(const struct test *t)
{
	for (int root = 0; root < (has_root(t->which) || P < 2 ? P : 2); root++)
		test_root(*t, root);
}

static void test_reduction(struct test t, enum roots roots)
{
	if (roots == ONE) {
		test_root(t, P / 2);
		return;
	}
	test_roots(&t);
	t.users = true;
	for (t.at_root = MATRICES; t.at_root <= GAP; t.at_root++)
		test_roots(&t);
}

static void test_movement(struct test t, enum roots roots)
{
	if (roots == ONE) {
		test_root(t, P / 2);
		return;
	}
	test_roots(&t);
	for (int i = 1; i < MAPS * MAPS; i++) {
		t.at_root = (enum map)(i % MAPS);
		t.elsewhere = (enum map)(i / MAPS);
		t.own = (enum map)((i + i / MAPS + 1) % MAPS);
		if (roots == ALL)
			test_roots(&t);
		else
			test_root(t, (i + t.n + (int)t.form) % P);
	}
}

/* A root that is none, on all ranks: the class of error is MPI's. */
static void test_bad_root(enum which which, enum form form)
{
	struct test t = {.which = which, .form = form, .n = 3};
	struct buffers b = buffers_new(AROUND + (size_t)P * 13 * 7 * sizeof(int));

	if (which == BARRIER || !has_root(which) || form == PERSISTENT)
		return;
	for (int i = 0; i < 2; i++) {
		struct arguments a = arguments_of(&t, &b);
		int class[2];
		place_blocks(&a, &t, &maps[INTS]);
		a.root = i ? P : -17;
		MPI_Error_class(call_ours(which, form, &a), &class[0]);
		MPI_Error_class(call_mpis(which, &a), &class[1]);
		if (class[0] != class[1] || class[0] == MPI_SUCCESS)
			die("%s %s with root %d: class %d, not %d", form_names[form],
			    which_names[which], a.root, class[0], class[1]);
		comparisons++;
	}
	buffers_free(&b);
}

static void test_all(enum which which, enum form form, const char *counts, enum roots roots)
{
	struct test t = {.which = which, .form = form};

	if (which == BARRIER) {
		for (int i = 0; i < 5; i++)
			test_barrier(form);
		return;
	}
	for (const char *at = counts; at; at = strchr(at, ',')) {
		at += *at == ',';
		t.n = atoi(at);
		if (which == REDUCE || which == SCAN || which == EXSCAN)
			test_reduction(t, roots);
		else
			test_movement(t, roots);
	}
	if (roots != ONE)
		test_bad_root(which, form);
}

static bool is_named(const char *list, const char *name)
{
	size_t n = strlen(name);

	for (const char *at = list; at; at = strchr(at, ',')) {
		at += *at == ',';
		if (!strncmp(at, name, n) && (!at[n] || at[n] == ','))
			return true;
	}
	return !list;
}

int main(int argc, char **argv)
{
	const char *collectives = NULL, *counts = "0,1,2,7", *forms = NULL;
	enum roots roots = EACH;

	MPI_Init(&argc, &argv);
	for (int option; (option = getopt(argc, argv, "c:n:f:1a")) != -1;) {
		if (option == 'c')
			collectives = optarg;
		else if (option == 'n')
			counts = optarg;
		else if (option == 'f')
			forms = optarg;
		else
			roots = option == '1' ? ONE : ALL;
	}
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
	MPI_Comm_size(comm, &P);
	MPI_Comm_rank(comm, &rank);
	MPI_Op_create(multiply_matrices, 0, &multiply);
	make_maps();
	for (int w = 0; w < COLLECTIVES; w++)
		for (int f = 0; f < (PERSISTENT_KEEP_TYPES ? FORMS : PERSISTENT); f++)
			if (is_named(collectives, which_names[w]) && is_named(forms, form_names[f]))
				test_all((enum which)w, (enum form)f, counts, roots);
	if (!rank)
		printf("%d comparisons\n", comparisons);
	free_maps();
	MPI_Op_free(&multiply);
	MPI_Comm_free(&comm);
	MPI_Finalize();
	return 0;
}
