/* SPDX-License-Identifier: BSD-3-Clause
 * The data of a collective on one rank: its input, and whether its output is right.
 *
 * Element i of the vector that rank r gives to call k is g(r, k) + h(i, k), two small whole
 * numbers. So the sum over all ranks is G(k) + P h(i, k), exact in any order of the additions, and
 * takes no pass over the ranks to verify. A block at another's place, a contribution that is
 * missing or there twice, and data that an earlier call left are all seen: g and h differ from call
 * to call. A prefix is such a sum, too, over the ranks up to one.
 */
#include "ringbench/vector.h"
#include "ringgen/engine.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMED(NAME, name, ...) #name,
const char *const collective_names[COLLECTIVES] = {RG_ROWS(NAMED)};

/* The properties of each collective: collectives.def says what they mean. */
#define DESCRIBED(NAME, name, Entry, large, arguments, family, begins, ends, passes, reduces, \
                  lengths, places, ...)                                                       \
	{begins, ends, reduces, lengths, places},
static const struct {
	enum rg_part begins, ends;
	bool reduces;
	enum rg_lengths lengths;
	enum rg_gaps places;
} about[COLLECTIVES] = {RG_ROWS(DESCRIBED)};

const char *const type_names[TYPES] = {"float", "double", "int"};

/* Bytes behind each buffer which nobody may touch. */
enum { GUARD = 64, BITS_MOST = 11 };

/* Whole numbers up to 2^digits are exact. */
static const int type_digits[TYPES] = {[FLOAT] = 24, [DOUBLE] = 53, [INT] = 31};
static const size_t type_sizes[TYPES] = {sizeof(float), sizeof(double), sizeof(int)};

void *allocate(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size);

	if (!p) {
		fprintf(stderr, "ringbench: out of memory: %zu elements of %zu bytes\n", n, size);
		MPI_Abort(MPI_COMM_WORLD, 3);
		exit(3);
	}
	return p;
}

void *grow(void *items, int n, size_t size)
{
	if (n & (n - 1))
		return items;
	void *longer = allocate(n ? 2 * (size_t)n : 1, size);
	if (n)
		memcpy(longer, items, (size_t)n * size);
	free(items);
	return longer;
}

/* ---- The values */

/* Bits of g and of h: the sum of `ranks` times both is exact. */
static int value_bits(enum type type, int ranks)
{
	int bits = type_digits[type] - 1;

	while (ranks > 1) {
		ranks = (ranks + 1) / 2;
		bits--;
	}
	return bits < BITS_MOST ? bits : BITS_MOST;
}

bool type_is_exact(enum type type, int ranks)
{
	return value_bits(type, ranks) >= 4;
}

/* The golden ratio spreads consecutive numbers evenly (Knuth, TAOCP 3, 6.4). */
static int spread(uint32_t x, int bits)
{
	return (int)(x * 2654435769u >> (32 - bits));
}

static int value_of_rank(const struct vector *v, int rank, unsigned call)
{
	return spread((uint32_t)rank * 97u + call * 40503u + 1, v->bits);
}

static int value_of_element(const struct vector *v, int i, unsigned call)
{
	return spread((uint32_t)i + call * 7919u, v->bits);
}

static void put(const struct vector *v, void *buffer, int i, int value)
{
	if (v->type == FLOAT)
		((float *)buffer)[i] = (float)value;
	else if (v->type == DOUBLE)
		((double *)buffer)[i] = value;
	else
		((int *)buffer)[i] = value;
}

static double get(const struct vector *v, const void *buffer, int i)
{
	if (v->type == FLOAT)
		return ((const float *)buffer)[i];
	return v->type == DOUBLE ? ((const double *)buffer)[i] : ((const int *)buffer)[i];
}

/* ---- The buffers */

bool has_root(enum collective c)
{
	return about[c].begins == RG_AT_ROOT || about[c].ends == RG_AT_ROOT;
}

bool has_sums(enum collective c)
{
	return about[c].reduces;
}

/* Each rank gives its block; each gets its block. */
static bool gathers(const struct vector *v)
{
	return about[v->collective].begins == RG_OWN_BLOCK;
}

static bool scatters(const struct vector *v)
{
	return about[v->collective].ends == RG_OWN_BLOCK;
}

/* Each has a block for each. */
static bool is_for_each(const struct vector *v)
{
	return about[v->collective].begins == RG_EACH_BLOCK;
}

/* The root alone has something before, or after. */
static bool begins_at_root(const struct vector *v)
{
	return about[v->collective].begins == RG_AT_ROOT;
}

static bool ends_at_root(const struct vector *v)
{
	return about[v->collective].ends == RG_AT_ROOT;
}

/* It has one buffer. */
static bool is_in_place(const struct vector *v)
{
	return begins_at_root(v) && !scatters(v);
}

static bool has_equal_blocks(const struct vector *v)
{
	return (gathers(v) || scatters(v) || is_for_each(v)) &&
	       about[v->collective].lengths == RG_EQUAL;
}

/* The two ends of a block alone know its length. */
static bool is_by_pairs(const struct vector *v)
{
	return about[v->collective].lengths == RG_BY_PAIRS;
}

bool has_unequal_blocks(enum collective c)
{
	return about[c].lengths != RG_EQUAL;
}

/* The number of ranks, from the first on, whose sum this rank gets. */
static int summed(const struct vector *v)
{
	enum rg_part ends = about[v->collective].ends;

	return ends == RG_UP_TO_OWN ? v->rank + 1 : ends == RG_BEFORE_OWN ? v->rank : v->ranks;
}

/* With an empty block a rank waits for nobody, or nobody for it. */
bool vector_runs_ahead(const struct vector *v)
{
	enum rg_part ends = about[v->collective].ends;
	bool empty = false;

	for (int i = 0; i < v->ranks && has_unequal_blocks(v->collective); i++)
		empty |= v->counts[i] == 0;
	return empty || has_root(v->collective) || ends == RG_UP_TO_OWN || ends == RG_BEFORE_OWN;
}

/* The number of elements that this rank gives, and gets. In an exscan rank 0 gets nothing that is
 * defined. */
static int length_in(const struct vector *v)
{
	if (is_in_place(v) || (begins_at_root(v) && v->rank != v->root))
		return 0;
	return gathers(v) ? v->counts[v->rank] : v->n;
}

static int length_out(const struct vector *v)
{
	if (ends_at_root(v) && v->rank != v->root)
		return 0;
	return scatters(v) ? v->counts[v->rank] : v->n;
}

void vector_turn(struct vector *v, int root)
{
	v->root = root;
	v->in = length_in(v);
	v->out = length_out(v);
}

/* Ranks i and k give each other cut[(i + k) mod ranks] elements: so each gives and gets blocks of
 * all these lengths. */
static int pair_count(const struct vector *v, int i, int k)
{
	return v->cut[(i + k) % v->ranks];
}

static void cut_pairs(struct vector *v)
{
	v->cut = v->counts;
	v->counts = allocate((size_t)v->ranks, sizeof *v->counts);
	for (int i = 0; i < v->ranks; i++)
		v->counts[i] = pair_count(v, i, v->rank);
}

/* Where blocks may not differ, they do so by at most one element, the longer ones first. */
static void cut(struct vector *v, struct cut how)
{
	enum blocks kind = has_unequal_blocks(v->collective) ? how.blocks : SAME;
	bool in_bytes = about[v->collective].places == RG_GAPS_IN_BYTES;
	int unit = in_bytes ? (int)type_sizes[v->type] : 1;

	if (has_equal_blocks(v))
		v->n = (v->n + v->ranks - 1) / v->ranks * v->ranks;
	v->block = v->n / v->ranks;
	v->counts = allocate((size_t)v->ranks, sizeof *v->counts);
	v->displs = allocate((size_t)v->ranks, sizeof *v->displs);
	v->types = allocate((size_t)v->ranks, sizeof *v->types);
	blocks_cut(kind, how.seed, v->n, v->ranks, v->counts);
	v->places = allocate((size_t)v->ranks, sizeof *v->places);
	if (is_by_pairs(v))
		cut_pairs(v);
	v->n = 0;
	for (int i = 0; i < v->ranks; i++) {
		v->displs[i] = v->n;
		v->n += v->counts[i];
		v->places[i] = v->displs[i] * unit;
		v->types[i] = v->mpi_type;
	}
}

struct vector vector_shape(enum collective c, enum type type, long long bytes, int slots, int root,
                           struct cut how)
{
	struct vector v = {.collective = c, .type = type, .slots = slots};
	long long n = bytes / (long long)type_sizes[type];

	v.mpi_type = type == FLOAT ? MPI_FLOAT : type == DOUBLE ? MPI_DOUBLE : MPI_INT;
	v.n = about[c].begins == RG_NO_DATA ? 0 : n > 0 ? (int)n : 1;
	MPI_Comm_size(MPI_COMM_WORLD, &v.ranks);
	MPI_Comm_rank(MPI_COMM_WORLD, &v.rank);
	v.bits = value_bits(type, v.ranks);
	cut(&v, how);
	vector_turn(&v, root == ALL_ROOTS ? v.rank : root); /* the root has the longest */
	v.in_room = (size_t)v.in * type_sizes[type] + GUARD;
	v.out_room = (size_t)v.out * type_sizes[type] + GUARD;
	vector_turn(&v, root == ALL_ROOTS ? 0 : root);
	return v;
}

struct vector vector_new(enum collective c, enum type type, long long bytes, int slots, int root,
                         struct cut how)
{
	struct vector v = vector_shape(c, type, bytes, slots, root, how);

	v.sendbuf = allocate((size_t)slots, v.in_room);
	v.recvbuf = allocate((size_t)slots, v.out_room);
	return v;
}

void vector_free(struct vector *v)
{
	free(v->counts);
	free(v->displs);
	free(v->cut);
	free(v->places);
	free(v->types);
	free(v->sendbuf);
	free(v->recvbuf);
}

long long vector_bytes(const struct vector *v)
{
	return (long long)v->n * (long long)type_sizes[v->type];
}

long long vector_padded_bytes(const struct vector *v)
{
	int longest = 0;

	for (int i = 0; i < v->ranks; i++)
		longest = v->counts[i] > longest ? v->counts[i] : longest;
	return (long long)longest * v->ranks * (long long)type_sizes[v->type];
}

void *vector_send(const struct vector *v, int slot)
{
	return v->sendbuf + (size_t)slot * v->in_room;
}

void *vector_receive(const struct vector *v, int slot)
{
	return v->recvbuf + (size_t)slot * v->out_room;
}

/* ---- Fill and verify */

/* The element of the whole vector that a rank's buffers begin with. */
static int first_in(const struct vector *v)
{
	return gathers(v) ? v->displs[v->rank] : 0;
}

static int first_out(const struct vector *v)
{
	return scatters(v) ? v->displs[v->rank] : 0;
}

/* Fill in the elements that a rank gives: those of the vector from `first` on. */
static void fill(const struct vector *v, void *buffer, int first, int length, unsigned call)
{
	int mine = value_of_rank(v, v->rank, call);

	for (int i = 0; i < length; i++)
		put(v, buffer, i, mine + value_of_element(v, first + i, call));
}

void vector_fill(const struct vector *v, int slot, unsigned call)
{
	fill(v, vector_send(v, slot), first_in(v), v->in, call);
	/* No number at all, or -1. */
	memset(vector_receive(v, slot), 0xff, v->out_room);
	if (is_in_place(v) && v->rank == v->root)
		fill(v, vector_receive(v, slot), 0, v->out, call);
}

static struct wrong compare(const struct vector *v, const void *buffer, int i, double expected)
{
	double got = get(v, buffer, i);
	return (struct wrong){got == expected ? -1 : i, expected, got, false};
}

/* A reduction's result: the sum over the first `ranks` ranks. */
static struct wrong verify_sums(const struct vector *v, const void *out, int ranks, unsigned call)
{
	struct wrong w = {.element = -1};
	int first = first_out(v);
	long long sum = 0;

	for (int r = 0; r < ranks; r++)
		sum += value_of_rank(v, r, call);
	for (int i = 0; i < v->out && w.element < 0; i++) {
		long long h = value_of_element(v, first + i, call);
		w = compare(v, out, i, (double)(sum + ranks * h));
	}
	return w;
}

/* Compare with the elements that the root had. */
static struct wrong verify_copy(const struct vector *v, const void *out, unsigned call)
{
	struct wrong w = {.element = -1};
	int first = first_out(v), theirs = value_of_rank(v, v->root, call);

	for (int i = 0; i < v->out && w.element < 0; i++)
		w = compare(v, out, i, theirs + value_of_element(v, first + i, call));
	return w;
}

/* Where the block for this rank begins in what a rank gives. */
static int place_given(const struct vector *v, int rank)
{
	int at = 0;

	if (!is_by_pairs(v))
		return v->displs[v->rank];
	for (int i = 0; i < v->rank; i++)
		at += pair_count(v, rank, i);
	return at;
}

/* All blocks, each with its rank's values: its own block, or the one for this rank. */
static struct wrong verify_blocks(const struct vector *v, const void *out, unsigned call)
{
	struct wrong w = {.element = -1};

	for (int r = 0; r < v->ranks && v->out; r++) {
		int theirs = value_of_rank(v, r, call), end = v->displs[r] + v->counts[r];
		int away = is_for_each(v) ? place_given(v, r) - v->displs[r] : 0;
		for (int i = v->displs[r]; i < end && w.element < 0; i++)
			w = compare(v, out, i, theirs + value_of_element(v, i + away, call));
	}
	return w;
}

static struct wrong verify_input(const struct vector *v, const void *in, unsigned call)
{
	struct wrong w = {.element = -1};
	int first = first_in(v), mine = value_of_rank(v, v->rank, call);

	for (int i = 0; i < v->in && w.element < 0; i++)
		w = compare(v, in, i, mine + value_of_element(v, first + i, call));
	w.input = true;
	return w;
}

/* The result by the collective. */
static struct wrong verify_output(const struct vector *v, const void *out, unsigned call)
{
	if (gathers(v) || is_for_each(v))
		return verify_blocks(v, out, call);
	if (begins_at_root(v))
		return verify_copy(v, out, call);
	if (!summed(v)) /* nothing is defined */
		return (struct wrong){.element = -1};
	return verify_sums(v, out, summed(v), call);
}

/* The bytes behind the result are as they were filled, or all where a rank gets none. */
static struct wrong verify_guard(const struct vector *v, const char *out)
{
	size_t end = (size_t)v->out * type_sizes[v->type];

	for (size_t i = end; i < v->out_room; i++)
		if ((unsigned char)out[i] != 0xff)
			return (struct wrong){(long long)(i / type_sizes[v->type]), 0xff,
			                      (unsigned char)out[i], false};
	return (struct wrong){.element = -1};
}

struct wrong vector_verify(const struct vector *v, int slot, unsigned call)
{
	const void *out = vector_receive(v, slot);
	struct wrong w = verify_output(v, out, call);

	if (w.element < 0)
		w = verify_guard(v, out);
	return w.element < 0 ? verify_input(v, vector_send(v, slot), call) : w;
}
