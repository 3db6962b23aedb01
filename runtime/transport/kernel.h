/* SPDX-License-Identifier: BSD-3-Clause
 * Reductions of the basic types, in loops that the compiler vectorises.
 */
#ifndef RG_KERNEL_H
#define RG_KERNEL_H

#include "ringgen.h"

/* to = left op right, n elements of n > 0. `to` may be `right`; else nothing overlaps. */
typedef void rg_kernel(void *to, const void *left, const void *right, int64_t n);

#pragma GCC visibility push(hidden)

/* The kernel of an operation on a type. It gives the very bits that MPI_Reduce_local(left, right)
 * gives. Where the library's bits depend on where in the vector an element stands, there is a
 * kernel only if the same bits are wanted for every element. NULL: there is none, use
 * MPI_Reduce_local. */
rg_kernel *rg_kernel_of(MPI_Op op, MPI_Datatype type, bool same_bits);

#pragma GCC visibility pop
#endif
