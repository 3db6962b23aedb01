/* SPDX-License-Identifier: BSD-3-Clause
 * Between elements of any type and their bytes in the order of the type's map.
 */
#ifndef RG_PACK_H
#define RG_PACK_H

#include "ringgen.h"

/* A type and its measures. */
struct rg_packing {
	MPI_Datatype type;
	MPI_Count size;                /* bytes of an element's data; */
	MPI_Aint extent;               /* from element to element; */
	MPI_Aint true_lb, true_extent; /* where its data begin, and how far they reach */
	MPI_Comm comm;                 /* whose errors return */
};

#pragma GCC visibility push(hidden)

/* Bytes of n elements, n * size of them, to `bytes`; and back. The address of the elements may be
 * MPI_BOTTOM: then the type has absolute addresses. Return MPI's error code. */
int rg_pack(const struct rg_packing *p, const void *elements, int64_t n, char *bytes);
int rg_unpack(const struct rg_packing *p, const char *bytes, void *elements, int64_t n);

/* Copy n elements of p to elements of q, which differ in their extent at most, and none of the gaps
 * between their parts. No overlap. */
int rg_pack_copy(const struct rg_packing *p, const void *from, const struct rg_packing *q, void *to,
                 int64_t n);

/* Let *apart be elements of p that stand so far apart that no two overlap, however many there are:
 * the data of some types reach beyond their extent, so that a few elements in a row do not overlap,
 * but more do. Then it has a type of its own, to be freed; else that of p. Returns MPI's error
 * code. */
int rg_pack_apart(const struct rg_packing *p, struct rg_packing *apart);

/* Bytes that n > 0 elements reach over, rounded up; *low is where they begin, rounded down: so
 * element 0 is where the type's alignment has it. */
int64_t rg_pack_reach(const struct rg_packing *p, int64_t n, int64_t *low);

#pragma GCC visibility pop
#endif
