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
 * gives; but if the same bits are wanted for every element, wherever it stands, and the library's
 * depend on that, it is the kernel that has them. NULL: there is none, and MPI_Reduce_local it must
 * be. */
rg_kernel *rg_kernel_of(MPI_Op op, MPI_Datatype type, bool same_bits);

#pragma GCC visibility pop
#endif
