/* SPDX-License-Identifier: BSD-3-Clause
 * Buffers of mpi_f08 that come as descriptors of arrays (TS 29113), as Open MPI takes them from 6
 * on: the program's array may be a section, whose elements have gaps between them.
 *
 * MPI means the elements of a section as if they stood one behind the other. Open MPI describes the
 * one block of a rank by a type, with the gaps; where the buffer is of all blocks, or is reduced,
 * it refuses a section (MPI_ERR_INTERN). So do we, by passing the call on.
 */
#ifndef RG_SECTIONS_H
#define RG_SECTIONS_H

#include "call/arguments.h"

/* The descriptor that gfortran makes for an argument of any type and rank, from version 8 on:
 * GFC_ARRAY_DESCRIPTOR of its own library. (TS 29113's CFI_cdesc_t is for routines in C. Open MPI's
 * are in Fortran, and make one of this.) */
struct rg_array {
	void *base;
	ptrdiff_t offset;
	size_t bytes; /* of an element */
	int version;
	signed char rank, type;
	short attribute;
	ptrdiff_t span; /* bytes; strides are counted in them */
	struct {
		ptrdiff_t stride, lower, upper; /* both bounds are in it */
	} dimension[];
};

/* Those of a call. */
struct rg_sections {
	const struct rg_array *sent, *received; /* NULL: it has none */
	MPI_Datatype type;                      /* made for one of them, or MPI_DATATYPE_NULL */
};

#pragma GCC visibility push(hidden)

/* Have the call describe its sections, if there are any, by a type. False: it is for the next
 * library, as it came. Else *err is MPI_SUCCESS, or the error that was raised. */
bool rg_sections_settle(struct rg_sections *s, struct rg_call *k, int *err);

/* The call has been served, or what serves it keeps its types. */
void rg_sections_end(struct rg_sections *s);

#pragma GCC visibility pop
#endif
