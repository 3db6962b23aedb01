/* SPDX-License-Identifier: BSD-3-Clause
 * A program of another MPI library than this one was built for: their handles are not of the same
 * size, so that nothing can be passed on.
 */
#ifndef RG_LINKED_H
#define RG_LINKED_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* The program is about to begin. If it is linked to the other library, it is started again without
 * this one; `speaks`: which is told. Does not return then. */
void rg_linked_begin(bool speaks);

/* The code at this address has called MPI_Init here. If that code was loaded with the other library
 * while the program ran, this is said, and the program ends: its other calls would have gone to
 * this library's MPI. */
void rg_linked_call(const void *address);

#pragma GCC visibility pop
#endif
