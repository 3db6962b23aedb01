/* SPDX-License-Identifier: BSD-3-Clause
 * preload_build: what was emitted as a library that takes over MPI's collectives.
 */
#ifndef RG_PRELOAD_BUILD_H
#define RG_PRELOAD_BUILD_H

#include "base/text.h"

/* Compile the source, a file BASE.c, by the MPI compiler ($MPICC, else the first there is), with
 * libringgen-preload. The shared library goes to `library`. RG_UNKNOWN: the compiler or
 * libringgen-preload is missing; RG_INVALID: it failed. Both were reported. */
enum rg_status rg_preload_build(const char *base, const struct rg_text *source,
                                struct rg_text *library);

/* Is there what that takes, a compiler, libringgen-preload and a temporary folder? Before long
 * work; the same statuses. */
enum rg_status rg_preload_ready(void);

#endif
