/* SPDX-License-Identifier: BSD-3-Clause
 * The types that MPI has by name.
 */
#include "basics.h"

#include <complex.h>
#include <float.h>
#include <stdalign.h>
#include <stdint.h>
#include <wchar.h>

#define LIKE(type) sizeof(type), alignof(type)
#define WHOLE(type) LIKE(type), sizeof(type)
/* The bytes that x86 has in an extended number; elsewhere all count. */
#define EXTENDED (LDBL_MANT_DIG == 64 ? 10 : (int)sizeof(long double))

const struct basic basics[BASICS] = {
	{"char", MPI_CHAR, PLAIN, WHOLE(char)},
	{"signed char", MPI_SIGNED_CHAR, SIGNED, WHOLE(char)},
	{"unsigned char", MPI_UNSIGNED_CHAR, UNSIGNED, WHOLE(char)},
	{"short", MPI_SHORT, SIGNED, WHOLE(short)},
	{"unsigned short", MPI_UNSIGNED_SHORT, UNSIGNED, WHOLE(short)},
	{"int", MPI_INT, SIGNED, WHOLE(int)},
	{"unsigned", MPI_UNSIGNED, UNSIGNED, WHOLE(unsigned)},
	{"long", MPI_LONG, SIGNED, WHOLE(long)},
	{"unsigned long", MPI_UNSIGNED_LONG, UNSIGNED, WHOLE(long)},
	{"long long", MPI_LONG_LONG, SIGNED, WHOLE(long long)},
	{"int8", MPI_INT8_T, SIGNED, WHOLE(int8_t)},
	{"uint16", MPI_UINT16_T, UNSIGNED, WHOLE(uint16_t)},
	{"int32", MPI_INT32_T, SIGNED, WHOLE(int32_t)},
	{"uint64", MPI_UINT64_T, UNSIGNED, WHOLE(uint64_t)},
	{"float", MPI_FLOAT, FLOATING, WHOLE(float)},
	{"double", MPI_DOUBLE, FLOATING, WHOLE(double)},
	{"long double", MPI_LONG_DOUBLE, FLOATING, LIKE(long double), EXTENDED},
	{"bool", MPI_C_BOOL, LOGICAL, WHOLE(_Bool)},
	{"complex float", MPI_C_FLOAT_COMPLEX, COMPLEX, LIKE(float complex), sizeof(float)},
	{"complex double", MPI_C_DOUBLE_COMPLEX, COMPLEX, LIKE(double complex), sizeof(double)},
	{"complex long double", MPI_C_LONG_DOUBLE_COMPLEX, COMPLEX, LIKE(long double complex),
         EXTENDED},
	{"byte", MPI_BYTE, RAW, WHOLE(char)},
	{"wchar", MPI_WCHAR, PLAIN, WHOLE(wchar_t)},
	{"aint", MPI_AINT, WORD, WHOLE(MPI_Aint)},
};

#define PAIR(name, type, value, c)             \
	{                                      \
		name, type, value,             \
			offsetof(              \
				struct {       \
					c v;   \
					int i; \
				},             \
				i),            \
			sizeof(struct {        \
				c v;           \
				int i;         \
			})                     \
	}

const struct pair pairs[PAIRS] = {
	PAIR("short_int", MPI_SHORT_INT, 3, short),
	PAIR("2int", MPI_2INT, 5, int),
	PAIR("long_int", MPI_LONG_INT, 7, long),
	PAIR("float_int", MPI_FLOAT_INT, 14, float),
	PAIR("double_int", MPI_DOUBLE_INT, 15, double),
	PAIR("long_double_int", MPI_LONG_DOUBLE_INT, 16, long double),
};
