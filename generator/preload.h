/* SPDX-License-Identifier: BSD-3-Clause
 * preload: what was emitted as a library that takes over MPI's collectives.
 */
#ifndef RG_PRELOAD_H
#define RG_PRELOAD_H

#include "text.h"

/* Compile the source, a file BASE.c, by the MPI compiler ($MPICC, else the first there is), with
 * libringgen-preload. The shared library goes to `library`. RG_UNKNOWN: the compiler or
 * libringgen-preload is missing; RG_INVALID: it failed. Both were reported. */
enum rg_status rg_preload_build(const char *base, const struct rg_text *source,
                                struct rg_text *library);

/* Is the output to be the library alone: is it called like one? */
int rg_preload_alone(const char *output);

/* The file of the library that goes with DIR/BASE: DIR/libBASE-preload.so. Free it. */
char *rg_preload_file(const char *output);

#endif
