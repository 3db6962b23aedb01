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

enum which {
	ALLREDUCE,
	ALLGATHER,
	ALLGATHERV,
	REDUCE_SCATTER,
	REDUCE_SCATTER_BLOCK,
	BCAST,
	REDUCE,
	GATHER,
	SCATTER,
	BARRIER,
	SCAN,
	EXSCAN,
	COLLECTIVES
};

static const char *const which_names[COLLECTIVES] = {
	"allreduce", "allgather", "allgatherv", "reduce_scatter", "reduce_scatter_block",
	"bcast",     "reduce",    "gather",     "scatter",        "barrier",
	"scan",      "exscan"};

/* How blocks are sized and placed, where the routine lets them. */
enum layout { EQUAL, RAGGED, LAST_ONLY, LAYOUTS };
enum { MOST = 64, GAP = 2, LONG = 32 };

/* One call. */
struct test {
	enum which which;
	const struct kind *kind;
	enum op op;
	int count, root;
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
	return w == ALLREDUCE || w == REDUCE || w == SCAN || w == EXSCAN || w == REDUCE_SCATTER ||
	       w == REDUCE_SCATTER_BLOCK;
}

static bool has_root(enum which w)
{
	return w == BCAST || w == REDUCE || w == GATHER || w == SCATTER;
}

static bool has_blocks(enum which w)
{
	return w == ALLGATHER || w == ALLGATHERV || w == REDUCE_SCATTER ||
	       w == REDUCE_SCATTER_BLOCK || w == GATHER || w == SCATTER;
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

	if (!has_blocks(t->which)) {
		b.sum = b.reach = t->which == BARRIER ? 0 : t->count;
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
	case REDUCE_SCATTER_BLOCK:
		return (ours ? OURS(Reduce_scatter_block)
		             : PMPI_Reduce_scatter_block)(in, out, t->count, type, op, c);
	case BCAST:
		return (ours ? OURS(Bcast) : PMPI_Bcast)(out, t->count, type, t->root, c);
	case REDUCE:
		return (ours ? OURS(Reduce) : PMPI_Reduce)(in, out, t->count, type, op, t->root, c);
	case GATHER:
		return (ours ? OURS(Gather) : PMPI_Gather)(in, own, sent, out, t->count, type,
		                                           t->root, c);
	case SCATTER:
		return (ours ? OURS(Scatter) : PMPI_Scatter)(in, own, sent, out, t->count, type,
		                                             t->root, c);
	case BARRIER:
		return (ours ? OURS(Barrier) : PMPI_Barrier)(c);
	case SCAN:
		return (ours ? OURS(Scan) : PMPI_Scan)(in, out, t->count, type, op, c);
	default:
		return (ours ? OURS(Exscan) : PMPI_Exscan)(in, out, t->count, type, op, c);
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
	case REDUCE_SCATTER_BLOCK:
		return (ours ? OURS(Reduce_scatter_block_c)
		             : PMPI_Reduce_scatter_block_c)(in, out, t->count, type, op, c);
	case BCAST:
		return (ours ? OURS(Bcast_c) : PMPI_Bcast_c)(out, t->count, type, t->root, c);
	case REDUCE:
		return (ours ? OURS(Reduce_c) : PMPI_Reduce_c)(in, out, t->count, type, op, t->root,
		                                               c);
	case GATHER:
		return (ours ? OURS(Gather_c) : PMPI_Gather_c)(in, own, sent, out, t->count, type,
		                                               t->root, c);
	case SCATTER:
		return (ours ? OURS(Scatter_c) : PMPI_Scatter_c)(in, own, sent, out, t->count, type,
		                                                 t->root, c);
	case BARRIER:
		return call_small(ours, t, b, in, out);
	case SCAN:
		return (ours ? OURS(Scan_c) : PMPI_Scan_c)(in, out, t->count, type, op, c);
	default:
		return (ours ? OURS(Exscan_c) : PMPI_Exscan_c)(in, out, t->count, type, op, c);
	}
}
#else
#define call_large call_small
#endif

/* ---- One comparison */

static void fail(const struct test *t, const char *what, ptrdiff_t byte)
{
	die("%s%s, type %s, op %s, count %d, root %d%s%s%s%s: %s at byte %td of element %td",
	    which_names[t->which], t->large ? "_c" : "", t->kind->name,
	    reduces(t->which) ? op_names[t->op] : "-", t->count, t->root,
	    t->in_place ? ", in place" : "", t->layout == RAGGED ? ", ragged" : "",
	    t->layout == LAST_ONLY ? ", last rank only" : "",
	    t->scattered ? ", scattered"
	    : t->sender  ? ", sent as another type"
	                 : "",
	    what, byte % t->kind->extent, byte / t->kind->extent);
}

/* Whether MPI_IN_PLACE is said on this rank. */
static bool in_place(const struct test *t)
{
	return t->in_place && (!has_root(t->which) || rank == t->root);
}

/* Whether anything is received on this rank. */
static bool receives(const struct test *t)
{
	if (t->which == SCATTER)
		return !in_place(t);
	if (t->which == EXSCAN)
		return rank;
	return t->which == BCAST || !has_root(t->which) || rank == t->root;
}

/* The input. In a bcast it is empty: the output has the data. */
static struct image make_input(const struct test *t, const struct blocks *b)
{
	const struct kind *k = t->sender ? t->sender : t->kind;
	int64_t n = reduces(t->which) || t->which == SCATTER ? b->sum : b->count[rank];

	if (t->which == BCAST || (t->which == SCATTER && rank != t->root))
		n = 0;
	n *= t->sender ? t->kind->factor : 1;
	struct image in = image_new(k, n);

	image_fill(&in, t->op, rank, 0, n, 0);
	return in;
}

static struct image make_output(const struct test *t, const struct blocks *b)
{
	bool short_one = (scatters(t->which) && !t->in_place) || t->which == SCATTER;
	bool none = !receives(t) && !in_place(t);
	struct image out = image_new(t->kind, none ? 0 : short_one ? b->count[rank] : b->reach);

	if (t->which == BCAST ? rank == t->root : in_place(t) && reduces(t->which))
		image_fill(&out, t->op, rank, 0, b->sum, 0);
	else if (in_place(t) && has_blocks(t->which) && t->which != SCATTER)
		image_fill(&out, t->op, rank, b->place[rank], b->count[rank], 0);
	return out;
}

/* Set the expected content of the receive buffer: its content before the call, with the native
 * result in it. In the vector of an MPI_IN_PLACE reduce-scatter, the rest is anybody's. */
static void expect(struct image *expected, const struct image *native, const struct image *ours,
                   const struct test *t, const struct blocks *b)
{
	if (!receives(t))
		return;
	if (!has_blocks(t->which)) {
		image_take(expected, native, 0, b->sum);
	} else if (t->which == SCATTER) {
		image_take(expected, native, 0, b->count[rank]);
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

static const void *input(const struct test *t, const struct image *in)
{
	return in_place(t) && t->which != SCATTER ? MPI_IN_PLACE : (const void *)in->element;
}

static void *output(const struct test *t, const struct image *out)
{
	return in_place(t) && t->which == SCATTER ? MPI_IN_PLACE : (void *)out->element;
}

/* A gather or scatter of a few elements of each block at a time: MPICH 4.0 says that longer
 * messages of types with gaps are truncated. */
static int native_by_parts(const struct test *t, const void *in, void *out)
{
	enum { PART = 64 };
	const struct kind *k = t->kind, *s = t->sender ? t->sender : k;
	int f = t->sender ? k->factor : 1, count[MOST], place[MOST], err = MPI_SUCCESS;
	int sent = t->which == SCATTER ? f : 1;

	for (int at = 0; at < t->count && !err; at += PART) {
		int n = t->count - at < PART ? t->count - at : PART;
		for (int i = 0; i < P; i++) {
			count[i] = n * sent;
			place[i] = (i * t->count + at) * sent;
		}
		const void *from = in == MPI_IN_PLACE ? in : (const char *)in + at * f * s->extent;
		void *to = out == MPI_IN_PLACE ? out : (char *)out + at * k->extent;
		if (t->which == GATHER)
			err = PMPI_Gatherv(from, n * f, s->type, out, count, place, k->type,
			                   t->root, MPI_COMM_WORLD);
		else
			err = PMPI_Scatterv(in, count, place, s->type, to, n, k->type, t->root,
			                    MPI_COMM_WORLD);
	}
	return err;
}

/* The result of the MPI library, without what goes wrong there: Open MPI 4.1 writes outside its own
 * buffers when it reduces a type with a negative lower bound, so the same numbers are reduced
 * without gaps; MPICH 4.0 stops in an assertion when a long block of a reduce_scatter in place does
 * not come first, and crashes when a long vector is reduced in place at another root than the first
 * rank, so these get two buffers. */
static struct image native_result(const struct test *t, const struct blocks *b)
{
	struct test same = *t;

	if (reduces(t->which) && t->kind->low < 0)
		same.kind = kind_named("pair");
	if (t->which == REDUCE_SCATTER || t->which == REDUCE)
		same.in_place = false;
	struct image in = make_input(&same, b), out = make_output(&same, b);
	int err = t->which == GATHER || t->which == SCATTER
	                  ? native_by_parts(&same, input(&same, &in), output(&same, &out))
	                  : (t->large ? call_large : call_small)(false, &same, b, input(&same, &in),
	                                                         output(&same, &out));
	if (err)
		fail(t, "native failed", 0);
	image_free(&in);
	return out;
}

static void compare(const struct test *t)
{
	struct blocks b = lay_out(t);
	struct image in = make_input(t, &b), sent = image_copy(&in);
	struct image before = make_output(t, &b), ours = image_copy(&before);
	ptrdiff_t byte;

	if ((t->large ? call_large : call_small)(true, t, &b, input(t, &in), output(t, &ours)))
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

/* Both ways to name the input, both sizes of count; the roots take turns. */
static void compare_variants(struct test t)
{
	for (int i = 0; i < (t.which == BCAST || t.which == BARRIER ? 1 : 2); i++)
		for (int large = 0; large <= (t.which == BARRIER ? 0 : LARGE_COUNT); large++) {
			t.in_place = i;
			t.large = large;
			t.root = (int)(comparisons % P);
			if (t.which == REDUCE && i && t.count >= LONG)
				t.root = 0; /* ours may be MPI's, see native_result() */
			compare(&t);
		}
	const struct kind *sender = t.kind->sender ? kind_named(t.kind->sender) : NULL;
	t.in_place = t.large = false;
	t.sender = sender;
	if (sender && has_blocks(t.which) && !reduces(t.which))
		compare(&t);
}

static void compare_layouts(struct test t)
{
	bool unequal = t.which == ALLGATHERV || t.which == REDUCE_SCATTER;

	for (int l = 0; l < (unequal ? LAYOUTS : 1); l++) {
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
		t.root = (int)(comparisons % P);
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
