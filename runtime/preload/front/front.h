/* SPDX-License-Identifier: BSD-3-Clause
 * libringgen-preload.so, which stands before the preload libraries of the MPI libraries: it is made
 * to be loaded into any program, whatever it calls.
 *
 * It needs nothing but the C library, and has MPI's names. The first call of one of them tells
 * which MPI library the program has; then the preload library for that, which stands beside this
 * file, is opened, and from then on each name leads there. A program without MPI calls none, and
 * nothing is opened. Where the other file cannot be opened (it is not installed, or a library is
 * missing that it needs), each name leads to the MPI library's own, and one line says so.
 */
#ifndef RG_FRONT_H
#define RG_FRONT_H

#include <stdbool.h>

typedef void rg_function(void);

/* A name of MPI, and what it leads to once it was called. */
struct rg_front_name {
	_Atomic(rg_function *) found;
	char name[56]; /* in the struct: an address would be filled in at the start of each program
	                */
};

/* For the library behind: weak there, since it can do without. */

/* This name of MPI in the libraries that are loaded after this one, as RTLD_NEXT finds them; NULL:
 * it is nowhere, or in the library behind. */
__attribute__((visibility("default"))) rg_function *rg_front_next(const char *name);

/* Whether there is a library behind, which serves MPI's names. */
__attribute__((visibility("default"))) bool rg_front_serves(void);

/* Whether the library behind is being opened now: by this one, not because a program is linked with
 * it or loads it by itself. */
__attribute__((visibility("default"))) bool rg_front_opens(void);

#define RG_PASSED_BY                                                                          \
	"nothing was served: MPI_Init was not called through libringgen-preload. Either the " \
	"program finds MPI's routines by dlsym in the MPI library: let it open the preload "  \
	"library for that MPI in place of it; or a tool that is loaded before calls PMPI_Init"

#pragma GCC visibility push(hidden)

/* Find it, for code at the address `caller`. Never NULL: where no library has it, the process ends
 * as the dynamic linker would end it. */
rg_function *rg_front_find(struct rg_front_name *n, const void *caller);

#pragma GCC visibility pop
#endif
