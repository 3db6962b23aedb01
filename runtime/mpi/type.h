/* SPDX-License-Identifier: BSD-3-Clause
 * A type's map: it decides whether the type's data may be moved as the bytes that they are in
 * memory.
 */
#ifndef RG_TYPE_H
#define RG_TYPE_H

#include "ringgen.h"

#pragma GCC visibility push(hidden)

/* Whether it is ready-made by MPI: its handle means the same for ever. */
bool rg_type_is_named(MPI_Datatype type);

/* How many bytes of data it has. MPI 4.1 advises against MPI_Type_size_x. */
static inline int rg_type_size(MPI_Datatype type, MPI_Count *size)
{
#if RINGGEN_LARGE_COUNT
	return PMPI_Type_size_c(type, size);
#else
	return PMPI_Type_size_x(type, size);
#endif
}

/* The facts that are known about a type so far, as cached with it: this takes one look. */
enum { RG_TYPE_KNOWN = 1, RG_TYPE_IN_ORDER = 2, RG_TYPE_COMMITTED = 4 };
unsigned rg_type_marks(MPI_Datatype type);

/* Whether its bytes stand in memory in the order of its map, without gap or overlap: packed, they
 * are the same. Size and extents prove nothing: a type without gaps may permute its elements, and
 * an overlap and a gap can cancel. The answer is cached with the type, which is not named. False if
 * that cannot be found out. */
bool rg_type_is_in_order(MPI_Datatype type);

/* Whether the type is committed, as MPI asks of types that are used in communication. `returns` is
 * a communicator whose errors return. Cached with the type. */
bool rg_type_is_committed(MPI_Datatype type, MPI_Comm returns);

/* The same type under a handle of ours, *kept, that the user cannot free. It is the user's handle,
 * and *kept is MPI_DATATYPE_NULL, if the type is named or cannot be kept. */
MPI_Datatype rg_type_keep(MPI_Datatype type, MPI_Datatype *kept);

/* Give back a type that was kept, or MPI_DATATYPE_NULL. */
void rg_type_give_back(MPI_Datatype *kept);

/* The same of the types of n blocks that are received, and of n that are sent (NULL: there are
 * none). Returns [4 n], to be given back: those to go by, received and sent, and what is kept of
 * them. NULL: no memory. */
MPI_Datatype *rg_types_keep(const MPI_Datatype *received, const MPI_Datatype *sent, int n);
void rg_types_give_back(MPI_Datatype *types, int n);

/* Forget what makes caching possible: MPI_Finalize has begun. */
void rg_type_free(void);

#pragma GCC visibility pop
#endif
