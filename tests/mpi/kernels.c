/* SPDX-License-Identifier: BSD-3-Clause
 * Every kernel gives the bits of MPI_Reduce_local, of all kinds of values, at any alignment.
 */
#include "transport/kernel.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH = 403, ROOM = (LENGTH + 1) * 32 };

static const struct {
	const char *name;
	MPI_Datatype type;
} types[] = {
#define TYPE(t)       \
	{             \
#t, t \
	}
	TYPE(MPI_SIGNED_CHAR),
	TYPE(MPI_UNSIGNED_CHAR),
	TYPE(MPI_SHORT),
	TYPE(MPI_UNSIGNED_SHORT),
	TYPE(MPI_INT),
	TYPE(MPI_UNSIGNED),
	TYPE(MPI_LONG),
	TYPE(MPI_UNSIGNED_LONG),
	TYPE(MPI_LONG_LONG),
	TYPE(MPI_UNSIGNED_LONG_LONG),
	TYPE(MPI_INT8_T),
	TYPE(MPI_UINT8_T),
	TYPE(MPI_INT16_T),
	TYPE(MPI_UINT16_T),
	TYPE(MPI_INT32_T),
	TYPE(MPI_UINT32_T),
	TYPE(MPI_INT64_T),
	TYPE(MPI_UINT64_T),
	TYPE(MPI_AINT),
	TYPE(MPI_OFFSET),
	TYPE(MPI_COUNT),
	TYPE(MPI_BYTE),
	TYPE(MPI_C_BOOL),
	TYPE(MPI_FLOAT),
	TYPE(MPI_DOUBLE),
	TYPE(MPI_LONG_DOUBLE),
	TYPE(MPI_C_FLOAT_COMPLEX),
	TYPE(MPI_C_DOUBLE_COMPLEX),
	TYPE(MPI_REAL),
	TYPE(MPI_DOUBLE_PRECISION),
	TYPE(MPI_INTEGER),
	TYPE(MPI_COMPLEX),
	TYPE(MPI_DOUBLE_COMPLEX),
};

static const struct {
	const char *name;
	MPI_Op op;
} ops[] = {
#define OP(o)         \
	{             \
#o, o \
	}
	OP(MPI_SUM), OP(MPI_PROD), OP(MPI_MIN),  OP(MPI_MAX), OP(MPI_BAND),
	OP(MPI_BOR), OP(MPI_BXOR), OP(MPI_LAND), OP(MPI_LOR), OP(MPI_LXOR),
};

/* Real numbers that are hard. The pairs of operands are all pairs of these. */
static const double hard[] = {0.0,      -0.0,      1.0,         -1.5,  3e300, 7.25, -1e-310,
                              INFINITY, -INFINITY, (double)NAN, 1e38f, 1.1,   -2.2};
enum { HARD = sizeof hard / sizeof *hard };

static double hard_at(int i, int which)
{
	return hard[(which ? i / HARD : i) % HARD];
}

static void fill(char *at, MPI_Datatype type, int which)
{
	int size;
	MPI_Type_size(type, &size);
	bool complex = type == MPI_C_FLOAT_COMPLEX || type == MPI_C_DOUBLE_COMPLEX ||
	               type == MPI_COMPLEX || type == MPI_DOUBLE_COMPLEX;
	bool real = complex || type == MPI_FLOAT || type == MPI_DOUBLE || type == MPI_LONG_DOUBLE ||
	            type == MPI_REAL || type == MPI_DOUBLE_PRECISION;
	int parts = complex ? 2 : 1, part = size / parts;
	for (int i = 0; i < LENGTH * parts; i++, at += part) {
		double x = hard_at(i + (complex ? i / 2 : 0), which);
		if (real && part == sizeof(float))
			memcpy(at, &(float){(float)x}, sizeof(float));
		else if (real && part == sizeof(double))
			memcpy(at, &x, sizeof x);
		else if (real)
			memcpy(at, &(long double){x}, sizeof(long double));
		else
			for (int k = 0; k < part; k++)
				at[k] = (char)(type == MPI_C_BOOL ? rand() & 1
				               : i % 5            ? rand() >> 7
				                                  : (i + which) % 2 - 1);
	}
}

/* A long double has some bytes that are a gap. */
static bool same(const char *x, const char *y, MPI_Datatype type, int n)
{
	int size;
	MPI_Type_size(type, &size);
	int told = type == MPI_LONG_DOUBLE && LDBL_MANT_DIG == 64 ? 10 : size;
	for (int i = 0; i < n; i++)
		if (memcmp(x + i * size, y + i * size, (size_t)told)) {
			printf("element %d: ", i);
			return false;
		}
	return true;
}

/* One comparison: from `shift` bytes behind an alignment of 64 on. */
static bool agrees(rg_kernel *kernel, MPI_Op op, MPI_Datatype type, int n, int shift, bool apart)
{
	static _Alignas(64) char left[ROOM], right[ROOM], wanted[ROOM], got[ROOM];
	int size;
	MPI_Type_size(type, &size);
	size_t bytes = (size_t)(n * size);
	fill(left + shift, type, 0);
	fill(right + shift, type, 1);
	memcpy(wanted, right + shift, bytes);
	if (MPI_Reduce_local(left + shift, wanted, n, type, op))
		return true; /* not defined: nobody calls the kernel */
	memset(got, 0x5a, sizeof got);
	if (!apart)
		memcpy(got + shift, right + shift, bytes);
	kernel(got + shift, left + shift, apart ? right + shift : got + shift, n);
	return same(got + shift, wanted, type, n) && got[shift + (int)bytes] == 0x5a;
}

int main(int argc, char **argv)
{
	static const int lengths[] = {1, 2, 3, 7, 8, 31, 64, LENGTH};
	int done = 0, wrong = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	for (size_t t = 0; t < sizeof types / sizeof *types; t++)
		for (size_t o = 0; o < sizeof ops / sizeof *ops; o++) {
			rg_kernel *kernel = rg_kernel_of(ops[o].op, types[t].type, false);
			bool right = true;
			for (int k = 0; kernel && right && k < 8 * 2 * 2; k++, done++)
				right = agrees(kernel, ops[o].op, types[t].type, lengths[k / 4],
				               k % 2 ? 16 : 0, k / 2 % 2);
			if (!right)
				printf("%s of %s differs\n", ops[o].name, types[t].name);
			wrong += !right;
		}
	if (rg_kernel_of(MPI_SUM, MPI_DOUBLE_INT, false) ||
	    rg_kernel_of(MPI_MAXLOC, MPI_DOUBLE_INT, false))
		wrong += printf("a kernel of pairs\n");
	MPI_Finalize();
	if (!wrong)
		printf("%d comparisons\n", done);
	return wrong != 0;
}
