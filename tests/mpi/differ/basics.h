/* SPDX-License-Identifier: BSD-3-Clause
 * The types that MPI has by name, as they are in memory.
 */
#ifndef RG_DIFFER_BASICS_H
#define RG_DIFFER_BASICS_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

/* Which operations MPI defines for a type goes by its class. WORD: an integer that is no integer
 * to logical operations. PLAIN: none. */
enum class { SIGNED, UNSIGNED, WORD, FLOATING, COMPLEX, LOGICAL, RAW, PLAIN };

struct basic {
	const char *name;
	MPI_Datatype type;
	enum class class;
	int size, align;
	int significant; /* the bytes of a number: the rest of a long double is anything once
	                    it was copied; of a complex one, of each part */
};

/* A value and an int that is its place. */
struct pair {
	const char *name;
	MPI_Datatype type;
	int value;      /* which basic it is; the place is an int */
	ptrdiff_t at;   /* where the int is */
	ptrdiff_t room; /* the extent */
};

enum { BASICS = 24, PAIRS = 6 };

extern const struct basic basics[BASICS];
extern const struct pair pairs[PAIRS];

/* Indices into basics: the int of pairs, the number of operations that users make. */
enum { BASIC_INT = 5, BASIC_UNSIGNED = 6 };

#endif
