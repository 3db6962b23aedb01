/* SPDX-License-Identifier: BSD-3-Clause
 * Allgather(v) in bytes, whatever the types of the ranks, which may all be different.
 */
#ifndef RG_BYTES_H
#define RG_BYTES_H

#include "run.h"

#pragma GCC visibility push(hidden)

/* A send buffer that is not the bytes of the own block is put in its place first, as if
 * MPI_IN_PLACE had been said. A receive buffer with gaps is packed, into scratch of the vector's
 * size. Returns MPI's error code; nothing was raised. */
int rg_run_in_bytes(const struct rg_call *k, struct rg_context *x, const struct rg_shape *s,
                    const struct rg_choice *choice);

#pragma GCC visibility pop
#endif
