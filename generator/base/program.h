/* SPDX-License-Identifier: BSD-3-Clause
 * program: where the command itself is, and what is installed beside it.
 */
#ifndef RG_PROGRAM_H
#define RG_PROGRAM_H

#include <limits.h>
#include <stdbool.h>

#include "base/text.h"

/* The command's own file; "ringgen" where the system does not tell. It may be in `program`. */
const char *rg_program(char program[PATH_MAX]);

/* Add to `out` how LD_PRELOAD names libringgen-preload: its whole path, if it is in ../lib of the
 * command, as installed; else its name, which the dynamic linker is to find, as where a blank or a
 * colon is in the path. */
void rg_program_preload(struct rg_text *out);

/* The same for a program that is started at once: also as it is built, beside the command, or in
 * the folder that RINGGEN_LIBDIR names. */
void rg_program_preload_beside(struct rg_text *out);

/* Whether this value of LD_PRELOAD has a preload library of ringgen's, or one that `generate
 * --preload` made. */
bool rg_program_has_preload(const char *list);

#endif
