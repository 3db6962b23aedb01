/* SPDX-License-Identifier: BSD-3-Clause
 * mpich_file: the choice of algorithms that MPICH is built with, and the same with other choices,
 * as a file for MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE.
 *
 * MPICH takes such a file for the whole of its own choice: a collective that is not in it, or a
 * name that this version does not have, ends the program. So a file is made of the choice of the
 * very library that will read it.
 */
#ifndef RG_MPICH_FILE_H
#define RG_MPICH_FILE_H

#include "base/text.h"
#include "native/choice.h"

/* The choice that an MPICH has built in, for communicators of so many ranks. */
struct rg_mpich;

/* Read it from the library (libmpich.so, libmpich.a), or from a file of JSON: MPICH's source has it
 * as maint/tuning/coll/mpir/generic.json, without what its devices do. path NULL: from the library
 * that the loader finds. P ranks are on so many machines. NULL after reporting errors. Free it. */
struct rg_mpich *rg_mpich_read(const char *path, int P, int machines, struct rg_diag *d);
void rg_mpich_free(struct rg_mpich *m);

/* It as a library: what it takes by itself for an operation that commutes. The struct is borrowed.
 */
struct rg_library rg_mpich_library(const struct rg_mpich *m);

/* The file: its own choice, and, for communicators of that many ranks, what was chosen. */
void rg_mpich_file(const struct rg_mpich *m, const struct rg_native_choices choices[RG_COLLECTIVES],
                   struct rg_text *out);

#endif
