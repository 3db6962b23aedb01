/* SPDX-License-Identifier: BSD-3-Clause
 * The datatypes and operations of the tests.
 */
#include "kinds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARITHMETIC (1 << SUM | 1 << PROD | 1 << MAX)
#define WHOLE (ARITHMETIC | 1 << BAND)

/* The types of the derived ones are made by kinds_make. Elements of `below` have a negative lower
 * bound and true lower bound; `spaced` is an int with a gap behind it. */
/* clang-format off */
#define NONE MPI_DATATYPE_NULL
struct kind kinds[KINDS] = {
	/* name       type                 tried                     parts, offsets, widths         extent low high */
	{"int",        MPI_INT,              WHOLE | 1 << USER,     1, {0}, {4},                      4, 0, 4, false, "spaced", 1},
	{"long",       MPI_LONG,             WHOLE,                 1, {0}, {8},                      8, 0, 8, false, NULL, 0},
	{"float",      MPI_FLOAT,            ARITHMETIC,            1, {0}, {4},                      4, 0, 4, false, NULL, 0},
	{"double",     MPI_DOUBLE,           ARITHMETIC,            1, {0}, {8},                      8, 0, 8, false, NULL, 0},
	{"complex",    MPI_C_DOUBLE_COMPLEX, 1 << SUM | 1 << PROD,  2, {0, 8}, {8, 8},               16, 0, 16, false, NULL, 0},
	{"double_int", MPI_DOUBLE_INT,       1 << MINLOC,           2, {0, 8}, {8, 4},               16, 0, 16, true, NULL, 0},
	{"2int",       MPI_2INT,             1 << MINLOC,           2, {0, 4}, {4, 4},                8, 0, 8, false, NULL, 0},
	{"strided",    NONE,                 1 << USER,             2, {0, 12}, {4, 4},              20, 0, 16, false, "unsigned", 2},
	{"below",      NONE,                 1 << USER,             2, {-8, 4}, {4, 4},              28, -12, 8, false, "unsigned", 2},
	{"matrix",     NONE,                 1 << ORDERED,          4, {0, 4, 8, 12}, {4, 4, 4, 4},  16, 0, 16, false, NULL, 0},
	{"pair",       NONE,                 0,                     2, {0, 4}, {4, 4},                8, 0, 8, false, NULL, 0},
	{"unsigned",   MPI_UNSIGNED,         0,                     1, {0}, {4},                      4, 0, 4, false, NULL, 0},
	{"spaced",     NONE,                 0,                     1, {0}, {4},                      8, 0, 4, false, NULL, 0},
};
/* clang-format on */

MPI_Op ops[OPS];
const char *const op_names[OPS] = {"SUM", "PROD", "MAX", "BAND", "MINLOC", "user", "ordered"};

/* ---- Operations of our own */

static const struct kind *kind_of(MPI_Datatype type)
{
	for (int i = 0; i < KINDS; i++)
		if (kinds[i].type == type)
			return &kinds[i];
	fprintf(stderr, "an operation was called with a datatype that is not the caller's\n");
	MPI_Abort(MPI_COMM_WORLD, 1);
	abort();
}

/* Commutes: each part is added, as an unsigned number of 32 bits. */
static void add_parts(void *in, void *inout, int *count, MPI_Datatype *type)
{
	const struct kind *k = kind_of(*type);

	for (int i = 0; i < *count; i++)
		for (int p = 0; p < k->parts; p++) {
			MPI_Aint at = i * k->extent + k->offset[p];
			uint32_t a, b;
			memcpy(&a, (char *)in + at, sizeof a);
			memcpy(&b, (char *)inout + at, sizeof b);
			b += a;
			memcpy((char *)inout + at, &b, sizeof b);
		}
}

/* Does not commute: inout = in * inout for 2 x 2 matrices of unsigned numbers. */
static void multiply(void *in, void *inout, int *count, MPI_Datatype *type)
{
	const uint32_t *a = in;
	uint32_t *b = inout;

	kind_of(*type);
	for (int i = 0; i < *count; i++, a += 4, b += 4) {
		uint32_t c[4] = {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],
		                 a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3]};
		memcpy(b, c, sizeof c);
	}
}

/* ---- Making */

static MPI_Datatype make_type(const char *name)
{
	MPI_Datatype part, type;
	const int two[] = {1, 1};
	const MPI_Aint around[] = {-8, 4};
	const struct kind *k = kind_named(name);

	if (!strcmp(name, "strided"))
		MPI_Type_vector(2, 1, 3, MPI_UNSIGNED, &part);
	else if (!strcmp(name, "below"))
		MPI_Type_create_hindexed(2, two, around, MPI_UNSIGNED, &part);
	else
		MPI_Type_contiguous(k->parts, k->parts > 1 ? MPI_UNSIGNED : MPI_INT, &part);
	MPI_Type_create_resized(part, k->low, k->extent, &type);
	MPI_Type_commit(&type);
	MPI_Type_free(&part);
	return type;
}

static bool is_made(const struct kind *k)
{
	static const char *const made[] = {"strided", "below", "matrix", "pair", "spaced"};

	for (size_t i = 0; i < sizeof made / sizeof *made; i++)
		if (!strcmp(k->name, made[i]))
			return true;
	return false;
}

void kinds_make(void)
{
	const MPI_Op predefined[] = {MPI_SUM, MPI_PROD, MPI_MAX, MPI_BAND, MPI_MINLOC};

	memcpy(ops, predefined, sizeof predefined);
	MPI_Op_create(add_parts, 1, &ops[USER]);
	MPI_Op_create(multiply, 0, &ops[ORDERED]);
	for (int i = 0; i < KINDS; i++)
		if (is_made(&kinds[i]))
			kinds[i].type = make_type(kinds[i].name);
}

void kinds_free(void)
{
	MPI_Op_free(&ops[USER]);
	MPI_Op_free(&ops[ORDERED]);
	for (int i = 0; i < KINDS; i++)
		if (is_made(&kinds[i]))
			MPI_Type_free(&kinds[i].type);
}

const struct kind *kind_named(const char *name)
{
	for (int i = 0; i < KINDS; i++)
		if (!strcmp(kinds[i].name, name))
			return &kinds[i];
	return NULL;
}

/* ---- Values */

/* splitmix64 */
static uint64_t scramble(uint64_t x)
{
	x += 0x9e3779b97f4a7c15u;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

/* A whole number for this operation: products of up to 8 stay exact in a float, sums as well. */
static int64_t small_number(enum op op, uint64_t bits)
{
	static const int factors[] = {1, -1, 2, 1};

	if (op == PROD)
		return factors[bits & 3];
	if (op == BAND)
		return (int64_t)(bits & 0x7fffffff);
	return (int64_t)(bits % 2001) - 1000;
}

static void put_part(const struct kind *k, enum op op, int part, unsigned char *to, uint64_t bits)
{
	int64_t n = op == MINLOC ? (part ? (int64_t)(bits % 1000) : (int64_t)(bits % 5))
	                         : small_number(op, bits);
	float f = (float)n;
	double d = (double)n;
	int32_t narrow = (int32_t)n;
	uint32_t word = (uint32_t)bits;
	const void *from = &narrow;

	if (op == USER || op == ORDERED)
		from = &word;
	else if (k->type == MPI_FLOAT)
		from = &f;
	else if (k->type == MPI_LONG)
		from = &n;
	else if (k->width[part] == 8)
		from = &d;
	memcpy(to, from, (size_t)k->width[part]);
}

/* One of the four Gaussian integers i^k (1 + 2i): no part of any product of them is 0, whose sign
 * would depend on the order. */
static void put_factor(unsigned char *to, uint64_t bits)
{
	static const double factors[4][2] = {{1, 2}, {-2, 1}, {-1, -2}, {2, -1}};
	memcpy(to, factors[bits & 3], sizeof factors[0]);
}

void kind_put(const struct kind *k, enum op op, unsigned char *element, uint64_t key)
{
	if (op == PROD && k->type == MPI_C_DOUBLE_COMPLEX) {
		put_factor(element, scramble(key));
		return;
	}
	for (int p = 0; p < k->parts; p++)
		put_part(k, op, p, element + k->offset[p], scramble(key + (uint64_t)p));
}
