/* SPDX-License-Identifier: BSD-3-Clause
 * Reductions of the basic types, in loops that the compiler vectorises.
 *
 * MPI_Reduce_local has two operands, so a sum of what stands in two places costs a copy first; and
 * a library's loops are not always vectorised. Integers wrap. If two numbers are equal, or one is
 * not a number, MIN and MAX take `left`, as MPICH does: right < left ? right : left.
 *
 * Where a library computes in another way there is no kernel, so that small and large vectors, ours
 * and native, get the same. MPICH 4.0 compares unsigned integers as signed ones, Open MPI 4.1 long
 * ones; MPICH multiplies complex numbers in one way for C and in another for Fortran.
 */
#include "transport/kernel.h"
#include "mpi/library.h"

#include <complex.h>

/* The standard ABI has no type for it. A size that is another one is found out, see has_size_of. */
#ifdef RG_STANDARD_ABI
#define FORTRAN_INTEGER int
#else
#define FORTRAN_INTEGER MPI_Fint
#endif

/* The kinds of elements that the loops tell apart. Other types are left to MPI. */
enum kind {
	U8,
	U16,
	U32,
	U64,
	S8,
	S16,
	S32,
	S64,
	BOOL,
	FLOAT,
	DOUBLE,
	LONG_DOUBLE,
	COMPLEX_FLOAT,
	COMPLEX_DOUBLE,
	KINDS
};

enum deed { SUM, PROD, MIN, MAX, BAND, BOR, BXOR, LAND, LOR, LXOR, DEEDS };

/* ---- The loops: a is of left, b of right */

/* `to` is `right` or apart from it: told so, the compiler need not ask. */
#define LOOP(name, type, result)                                                   \
	static void name(void *to, const void *left, const void *right, int64_t n) \
	{                                                                          \
		const type *restrict l = left;                                     \
		if (to == right) {                                                 \
			type *restrict t = to;                                     \
			for (int64_t i = 0; i < n; i++) {                          \
				type a = l[i], b = t[i];                           \
				t[i] = (type)(result);                             \
			}                                                          \
		} else {                                                           \
			const type *restrict r = right;                            \
			type *restrict t = to;                                     \
			for (int64_t i = 0; i < n; i++) {                          \
				type a = l[i], b = r[i];                           \
				t[i] = (type)(result);                             \
			}                                                          \
		}                                                                  \
	}

/* The same for the newer processors of the architecture. */
#if defined __x86_64__ && !defined __AVX2__
#define WIDE __attribute__((target("avx2")))
#define BOTH(name, type, result) \
	LOOP(name, type, result) \
	WIDE LOOP(name##_wide, type, result)
#else
#define BOTH(name, type, result) LOOP(name, type, result)
#endif

#define ORDERED(T, type)                   \
	BOTH(T##_min, type, b < a ? b : a) \
	BOTH(T##_max, type, b > a ? b : a)

/* Unsigned, so that integers wrap. 1u: C would multiply types shorter than int as int, which may
 * overflow. */
#define BITS(T, type)                    \
	BOTH(T##_sum, type, a + b)       \
	BOTH(T##_prod, type, 1u * a * b) \
	BOTH(T##_band, type, (a) & (b))  \
	BOTH(T##_bor, type, a | b)       \
	BOTH(T##_bxor, type, a ^ b)      \
	BOTH(T##_land, type, (a) && (b)) \
	BOTH(T##_lor, type, a || b)      \
	BOTH(T##_lxor, type, !a != !b)

#define REAL(T, type)                   \
	BOTH(T##_sum, type, a + b)      \
	BOTH(T##_prod, type, (a) * (b)) \
	ORDERED(T, type)

BITS(u8, uint8_t)
BITS(u16, uint16_t)
BITS(u32, uint32_t)
BITS(u64, uint64_t)
ORDERED(s8, int8_t)
ORDERED(s16, int16_t)
ORDERED(s32, int32_t)
ORDERED(s64, int64_t)
BOTH(bool_land, bool, (a) && (b))
BOTH(bool_lor, bool, a || b)
BOTH(bool_lxor, bool, a != b)
REAL(float, float)
REAL(double, double)
REAL(long_double, long double)
BOTH(complex_float_sum, float complex, a + b)
BOTH(complex_double_sum, double complex, a + b)

/* ---- The table */

#define BIT_LOOPS(T, W)                                                                     \
	[SUM] = T##_sum##W, [PROD] = T##_prod##W, [BAND] = T##_band##W, [BOR] = T##_bor##W, \
	[BXOR] = T##_bxor##W, [LAND] = T##_land##W, [LOR] = T##_lor##W, [LXOR] = T##_lxor##W
#define ORDERED_LOOPS(T, W) [MIN] = T##_min##W, [MAX] = T##_max##W
#define REAL_LOOPS(T, W) [SUM] = T##_sum##W, [PROD] = T##_prod##W, ORDERED_LOOPS(T, W)

#define TABLE(W)                                                                              \
	{                                                                                     \
		[U8] = {BIT_LOOPS(u8, W)}, [U16] = {BIT_LOOPS(u16, W)},                       \
		[U32] = {BIT_LOOPS(u32, W)}, [U64] = {BIT_LOOPS(u64, W)},                     \
		[S8] = {BIT_LOOPS(u8, W), ORDERED_LOOPS(s8, W)},                              \
		[S16] = {BIT_LOOPS(u16, W), ORDERED_LOOPS(s16, W)},                           \
		[S32] = {BIT_LOOPS(u32, W), ORDERED_LOOPS(s32, W)},                           \
		[S64] = {BIT_LOOPS(u64, W), ORDERED_LOOPS(s64, W)},                           \
		[BOOL] = {[LAND] = bool_land##W, [LOR] = bool_lor##W, [LXOR] = bool_lxor##W}, \
		[FLOAT] = {REAL_LOOPS(float, W)}, [DOUBLE] = {REAL_LOOPS(double, W)},         \
		[LONG_DOUBLE] = {REAL_LOOPS(long_double, W)},                                 \
		[COMPLEX_FLOAT] = {[SUM] = complex_float_sum##W},                             \
		[COMPLEX_DOUBLE] = {[SUM] = complex_double_sum##W},                           \
	}

static rg_kernel *const plain[KINDS][DEEDS] = TABLE();
#ifdef WIDE
static rg_kernel *const wide[KINDS][DEEDS] = TABLE(_wide);
#endif

/* ---- MPI's names */

static enum kind integer(size_t bytes, bool sign)
{
	enum kind width = bytes == 1 ? U8 : bytes == 2 ? U16 : bytes == 4 ? U32 : U64;
	return sign ? width + S8 : width;
}

/* Handles may be equal to one another or MPI_DATATYPE_NULL, and need not be constants. */
static enum kind kind_of(MPI_Datatype type)
{
	const struct {
		MPI_Datatype type;
		enum kind kind;
	} all[] = {
		{MPI_SIGNED_CHAR, S8},
		{MPI_UNSIGNED_CHAR, U8},
		{MPI_SHORT, integer(sizeof(short), true)},
		{MPI_UNSIGNED_SHORT, integer(sizeof(short), false)},
		{MPI_INT, integer(sizeof(int), true)},
		{MPI_UNSIGNED, integer(sizeof(int), false)},
		{MPI_LONG, integer(sizeof(long), true)},
		{MPI_UNSIGNED_LONG, integer(sizeof(long), false)},
		{MPI_LONG_LONG, integer(sizeof(long long), true)},
		{MPI_UNSIGNED_LONG_LONG, integer(sizeof(long long), false)},
		{MPI_INT8_T, S8},
		{MPI_UINT8_T, U8},
		{MPI_INT16_T, S16},
		{MPI_UINT16_T, U16},
		{MPI_INT32_T, S32},
		{MPI_UINT32_T, U32},
		{MPI_INT64_T, S64},
		{MPI_UINT64_T, U64},
		{MPI_AINT, integer(sizeof(MPI_Aint), true)},
		{MPI_COUNT, integer(sizeof(MPI_Count), true)},
		{MPI_BYTE, U8},
		{MPI_C_BOOL, BOOL},
		{MPI_FLOAT, FLOAT},
		{MPI_DOUBLE, DOUBLE},
		{MPI_LONG_DOUBLE, LONG_DOUBLE},
		{MPI_C_FLOAT_COMPLEX, COMPLEX_FLOAT},
		{MPI_C_DOUBLE_COMPLEX, COMPLEX_DOUBLE},
		{MPI_REAL, FLOAT},
		{MPI_DOUBLE_PRECISION, DOUBLE},
		{MPI_INTEGER, integer(sizeof(FORTRAN_INTEGER), true)},
		{MPI_COMPLEX, COMPLEX_FLOAT},
		{MPI_DOUBLE_COMPLEX, COMPLEX_DOUBLE},
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (type == all[i].type && type != MPI_DATATYPE_NULL)
			return all[i].kind;
	return KINDS;
}

static enum deed deed_of(MPI_Op op)
{
	const MPI_Op all[DEEDS] = {MPI_SUM, MPI_PROD, MPI_MIN,  MPI_MAX, MPI_BAND,
	                           MPI_BOR, MPI_BXOR, MPI_LAND, MPI_LOR, MPI_LXOR};
	int i = 0;

	while (i < DEEDS && op != all[i])
		i++;
	return (enum deed)i;
}

/* The sizes of Fortran's types do not follow from their names: options of its compiler change them.
 */
static bool has_size_of(MPI_Datatype type, enum kind kind)
{
	static const int size[KINDS] = {1,
	                                2,
	                                4,
	                                8,
	                                1,
	                                2,
	                                4,
	                                8,
	                                sizeof(bool),
	                                sizeof(float),
	                                sizeof(double),
	                                sizeof(long double),
	                                sizeof(float complex),
	                                sizeof(double complex)};
	int bytes = 0;

	return !PMPI_Type_size(type, &bytes) && bytes == size[kind];
}

/* Whether the library combines otherwise. Open MPI may use vector instructions that saturate and
 * have rules of their own for zeros and NaNs, but not for the last elements of a vector. */
static bool differs(enum kind kind, enum deed deed)
{
	bool small = kind == U8 || kind == U16 || kind == S8 || kind == S16;
	bool real = kind == FLOAT || kind == DOUBLE || kind == LONG_DOUBLE;
	return RG_IS_OPEN_MPI && ((small && deed == SUM) || (real && (deed == MIN || deed == MAX)));
}

rg_kernel *rg_kernel_of(MPI_Op op, MPI_Datatype type, bool same_bits)
{
	enum kind kind = kind_of(type);
	enum deed deed = deed_of(op);

	if (kind == KINDS || deed == DEEDS || !has_size_of(type, kind) ||
	    (differs(kind, deed) && !same_bits))
		return NULL;
#ifdef WIDE
	if (__builtin_cpu_supports("avx2"))
		return wide[kind][deed];
#endif
	return plain[kind][deed];
}
