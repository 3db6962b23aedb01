/* SPDX-License-Identifier: BSD-3-Clause
 * Every collective against the MPI library's own: the same bits where the result is, nothing
 * written elsewhere (guards, gaps, the send buffer).
 *
 *   collectives [-c COLLECTIVES] [-k KINDS] [-n COUNTS] [-1] [-r]
 *
 * Lists are separated by commas; counts may be P-1, P, P+1. -1: only the plainest call of each
 * (equal blocks, the first operation, two buffers). -r: allreduce of random doubles instead: all
 * ranks must end with the same bits, near MPI's result. Prints the number of comparisons.
 */
#include "image.h"
#include "routines.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

enum which { ALLREDUCE, ALLGATHER, ALLGATHERV, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, COLLECTIVES };

static const char *const which_names[COLLECTIVES] = {"allreduce", "allgather", "allgatherv",
                                                     "reduce_scatter", "reduce_scatter_block"};

/* How blocks are sized and placed, where the routine lets them. */
enum layout { EQUAL, RAGGED, LAST_ONLY, LAYOUTS };
enum { MOST = 64, GAP = 2 };

/* One call. */
struct test {
	enum which which;
	const struct kind *kind;
	enum op op;
	int count;
	enum layout layout;
	bool in_place, large;
	bool scattered;            /* allgatherv: blocks in reverse order with gaps between */
	const struct kind *sender; /* what is sent, when it is not `kind` */
};

/* The blocks of a test: counts and places of all ranks, elements in all, elements from end to end.
 */
struct blocks {
	int count[MOST], place[MOST];
	int64_t sum, reach;
};

static int P, rank;
static int64_t comparisons;
static bool plainest;

static bool reduces(enum which w)
{
	return w != ALLGATHER && w != ALLGATHERV;
}

static bool scatters(enum which w)
{
	return w == REDUCE_SCATTER || w == REDUCE_SCATTER_BLOCK;
}

static int block_count(const struct test *t, int i)
{
	if (t->layout == RAGGED)
		return i % 3 == 1 ? 0 : t->count + i;
	if (t->layout == LAST_ONLY)
		return i == P - 1 ? t->count : 0;
	return t->count;
}

static struct blocks lay_out(const struct test *t)
{
	struct blocks b = {.sum = 0};

	if (t->which == ALLREDUCE) {
		b.sum = b.reach = t->count;
		return b;
	}
	for (int k = 0; k < P; k++) {
		int i = t->scattered ? P - 1 - k : k;
		b.count[i] = block_count(t, i);
		b.place[i] = (int)b.reach;
		b.sum += b.count[i];
		b.reach += b.count[i] + (t->scattered ? GAP : 0);
	}
	return b;
}

/* ---- The call, by either library */

static int call_small(bool ours, const struct test *t, const struct blocks *b, const void *in,
                      void *out)
{
	MPI_Datatype type = t->kind->type, sent = t->sender ? t->sender->type : type;
	MPI_Comm c = MPI_COMM_WORLD;
	MPI_Op op = ops[t->op];
	int own = b->count[rank] * (t->sender ? t->kind->factor : 1);

	switch (t->which) {
	case ALLREDUCE:
		return (ours ? OURS(Allreduce) : PMPI_Allreduce)(in, out, t->count, type, op, c);
	case ALLGATHER:
		return (ours ? OURS(Allgather) : PMPI_Allgather)(in, own, sent, out, t->count, type,
		                                                 c);
	case ALLGATHERV:
		return (ours ? OURS(Allgatherv) : PMPI_Allgatherv)(in, own, sent, out, b->count,
		                                                   b->place, type, c);
	case REDUCE_SCATTER:
		return (ours ? OURS(Reduce_scatter) : PMPI_Reduce_scatter)(in, out, b->count, type,
		                                                           op, c);
	default:
		return (ours ? OURS(Reduce_scatter_block)
		             : PMPI_Reduce_scatter_block)(in, out, t->count, type, op, c);
	}
}

#if LARGE_COUNT
static int call_large(bool ours, const struct test *t, const struct blocks *b, const void *in,
                      void *out)
{
	MPI_Datatype type = t->kind->type, sent = t->sender ? t->sender->type : type;
	MPI_Comm c = MPI_COMM_WORLD;
	MPI_Op op = ops[t->op];
	MPI_Count own = b->count[rank] * (t->sender ? t->kind->factor : 1), count[MOST];
	MPI_Aint place[MOST];

	for (int i = 0; i < P; i++) {
		count[i] = b->count[i];
		place[i] = b->place[i];
	}
	switch (t->which) {
	case ALLREDUCE:
		return (ours ? OURS(Allreduce_c) : PMPI_Allreduce_c)(in, out, t->count, type, op,
		                                                     c);
	case ALLGATHER:
		return (ours ? OURS(Allgather_c) : PMPI_Allgather_c)(in, own, sent, out, t->count,
		                                                     type, c);
	case ALLGATHERV:
		return (ours ? OURS(Allgatherv_c) : PMPI_Allgatherv_c)(in, own, sent, out, count,
		                                                       place, type, c);
	case REDUCE_SCATTER:
		return (ours ? OURS(Reduce_scatter_c) : PMPI_Reduce_scatter_c)(in, out, count, type,
		                                                               op, c);
	default:
		return (ours ? OURS(Reduce_scatter_block_c)
		             : PMPI_Reduce_scatter_block_c)(in, out, t->count, type, op, c);
	}
}
#else
#define call_large call_small
#endif

/* ---- One comparison */

static void fail(const struct test *t, const char *what, ptrdiff_t byte)
{
	die("%s%s, type %s, op %s, count %d%s%s%s%s: %s at byte %td of element %td",
	    which_names[t->which], t->large ? "_c" : "", t->kind->name,
	    reduces(t->which) ? op_names[t->op] : "-", t->count, t->in_place ? ", in place" : "",
	    t->layout == RAGGED ? ", ragged" : "", t->layout == LAST_ONLY ? ", last rank only" : "",
	    t->scattered ? ", scattered"
	    : t->sender  ? ", sent as another type"
	                 : "",
	    what, byte % t->kind->extent, byte / t->kind->extent);
}

static struct image make_input(const struct test *t, const struct blocks *b)
{
	const struct kind *k = t->sender ? t->sender : t->kind;
	int64_t n = reduces(t->which) ? b->sum
	                              : (int64_t)b->count[rank] * (t->sender ? t->kind->factor : 1);
	struct image in = image_new(k, n);

	image_fill(&in, t->op, rank, 0, n, 0);
	return in;
}

static struct image make_output(const struct test *t, const struct blocks *b)
{
	bool short_one = scatters(t->which) && !t->in_place;
	struct image out = image_new(t->kind, short_one ? b->count[rank] : b->reach);

	if (t->in_place && reduces(t->which))
		image_fill(&out, t->op, rank, 0, b->sum, 0);
	else if (t->in_place)
		image_fill(&out, t->op, rank, b->place[rank], b->count[rank], 0);
	return out;
}

/* What must stand in the receive buffer: before the call, with the native result in it. Of the
 * vector of an MPI_IN_PLACE reduce-scatter, the rest is anybody's. */
static void expect(struct image *expected, const struct image *native, const struct image *ours,
                   const struct test *t, const struct blocks *b)
{
	if (t->which == ALLREDUCE) {
		image_take(expected, native, 0, t->count);
	} else if (scatters(t->which)) {
		image_take(expected, native, 0, b->count[rank]);
		if (t->in_place)
			image_take(expected, ours, b->count[rank], b->sum - b->count[rank]);
	} else {
		for (int i = 0; i < P; i++)
			image_take(expected, native, b->place[i], b->count[i]);
	}
	if (t->kind->loose) { /* only the numbers count, the gaps are as they are */
		struct image whole = image_copy(ours);
		image_take(&whole, expected, 0, expected->n);
		image_take_whole(expected, &whole, 0, expected->n);
		image_free(&whole);
	}
}

/* The result of the MPI library, without what goes wrong there: Open MPI 4.1 writes outside its own
 * buffers when it reduces a type with a negative lower bound, so the same numbers are reduced
 * without gaps; MPICH 4.0 stops in an assertion when a long block of a reduce_scatter in place does
 * not come first, so it gets two buffers. */
static struct image native_result(const struct test *t, const struct blocks *b)
{
	struct test same = *t;

	if (reduces(t->which) && t->kind->low < 0)
		same.kind = kind_named("pair");
	if (t->which == REDUCE_SCATTER)
		same.in_place = false;
	struct image in = make_input(&same, b), out = make_output(&same, b);
	const void *from = same.in_place ? MPI_IN_PLACE : (const void *)in.element;
	if ((t->large ? call_large : call_small)(false, &same, b, from, out.element))
		fail(t, "native failed", 0);
	image_free(&in);
	return out;
}

static void compare(const struct test *t)
{
	struct blocks b = lay_out(t);
	struct image in = make_input(t, &b), sent = image_copy(&in);
	struct image before = make_output(t, &b), ours = image_copy(&before);
	const void *from = t->in_place ? MPI_IN_PLACE : (const void *)in.element;
	ptrdiff_t byte;

	if ((t->large ? call_large : call_small)(true, t, &b, from, ours.element))
		fail(t, "ours failed", 0);
	if ((byte = image_difference(&in, &sent)) != IMAGE_SAME)
		fail(t, "the send buffer was changed", byte);
	struct image native = native_result(t, &b);
	expect(&before, &native, &ours, t, &b);
	if ((byte = image_difference(&ours, &before)) != IMAGE_SAME)
		fail(t, "ours differs", byte);
	comparisons++;
	image_free(&in);
	image_free(&sent);
	image_free(&before);
	image_free(&ours);
	image_free(&native);
}

/* ---- All of them */

/* Both ways to name the input, both sizes of count. */
static void compare_variants(struct test t)
{
	for (int i = 0; i < 2; i++)
		for (int large = 0; large <= LARGE_COUNT; large++) {
			t.in_place = i;
			t.large = large;
			compare(&t);
		}
	const struct kind *sender = t.kind->sender ? kind_named(t.kind->sender) : NULL;
	t.in_place = t.large = false;
	t.sender = sender;
	if (sender && !reduces(t.which))
		compare(&t);
}

static void compare_layouts(struct test t)
{
	bool has_blocks = t.which == ALLGATHERV || t.which == REDUCE_SCATTER;

	for (int l = 0; l < (has_blocks ? LAYOUTS : 1); l++) {
		t.layout = (enum layout)l;
		t.scattered = false;
		compare_variants(t);
		t.scattered = true;
		if (t.which == ALLGATHERV)
			compare_variants(t);
	}
}

static void compare_ops(struct test t)
{
	if (plainest) {
		compare(&t);
		return;
	}
	if (!reduces(t.which)) {
		compare_layouts(t);
		return;
	}
	for (int op = 0; op < OPS; op++)
		if (t.kind->ops & 1 << op) {
			t.op = (enum op)op;
			compare_layouts(t);
		}
}

/* ---- Numbers whose sum depends on the order: all ranks get the same bits */

static void check_bits(int n)
{
	double *in = get((size_t)n * sizeof *in), *ours = get((size_t)n * sizeof *ours);
	double *native = get((size_t)n * sizeof *native), *first = get((size_t)n * sizeof *first);

	srand48(4711 + rank);
	for (int i = 0; i < n; i++)
		in[i] = ldexp(drand48() - 0.5, (int)(drand48() * 40) - 20);
	OURS(Allreduce)(in, ours, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	PMPI_Allreduce(in, native, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	memcpy(first, ours, (size_t)n * sizeof *first);
	MPI_Bcast(first, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	if (memcmp(first, ours, (size_t)n * sizeof *first))
		die("allreduce of %d random doubles: the result is not that of rank 0", n);
	for (int i = 0; i < n; i++)
		if (!(fabs(ours[i] - native[i]) <= P * ldexp(1, 20) * DBL_EPSILON))
			die("allreduce of %d random doubles: element %d is %g, not %g", n, i,
			    ours[i], native[i]);
	comparisons++;
	free(in);
	free(ours);
	free(native);
	free(first);
}

/* ---- Arguments */

static bool listed(const char *list, const char *name)
{
	size_t n = strlen(name);

	for (const char *at = list; at; at = strchr(at, ',')) {
		at += *at == ',';
		if (!strncmp(at, name, n) && (at[n] == ',' || !at[n]))
			return true;
	}
	return !list;
}

/* P, P-1, P+1 or a number, at the beginning of a list. */
static int count_of(const char *text)
{
	return *text == 'P' ? P + atoi(text + 1) : atoi(text);
}

static void compare_counts(struct test t, const char *counts)
{
	for (const char *at = counts; at; at = strchr(at, ',')) {
		at += *at == ',';
		t.count = count_of(at);
		if (t.count >= 0)
			compare_ops(t);
	}
}

static void compare_all(const char *collectives, const char *wanted, const char *counts)
{
	for (int w = 0; w < COLLECTIVES; w++)
		for (int k = 0; k < KINDS; k++) {
			struct test t = {.which = (enum which)w, .kind = &kinds[k]};
			if (listed(collectives, which_names[w]) && listed(wanted, kinds[k].name))
				compare_counts(t, counts);
		}
}

int main(int argc, char **argv)
{
	const char *collectives = NULL, *wanted = NULL, *counts = "0,1,P-1,P,P+1,13,1009";
	bool random = false;

	MPI_Init(&argc, &argv);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int c; (c = getopt(argc, argv, "c:k:n:1r")) != -1;) {
		if (c == '?' || P > MOST)
			die("usage: collectives [-c COLLECTIVES] [-k KINDS] [-n COUNTS] [-1] [-r]");
		collectives = c == 'c' ? optarg : collectives;
		wanted = c == 'k' ? optarg : wanted;
		counts = c == 'n' ? optarg : counts;
		random |= c == 'r';
		plainest |= c == '1';
	}
	kinds_make();
	for (const char *at = counts; at && random; at = strchr(at, ',')) {
		at += *at == ',';
		check_bits(count_of(at));
	}
	if (!random)
		compare_all(collectives, wanted, counts);
	if (!comparisons)
		die("nothing was compared");
	if (!rank)
		printf("%lld comparisons\n", (long long)comparisons);
	kinds_free();
	MPI_Finalize();
	return 0;
}
