/* SPDX-License-Identifier: BSD-3-Clause
 * program: where the command itself is, and what is installed beside it.
 */
#ifndef RG_PROGRAM_H
#define RG_PROGRAM_H

#include <limits.h>

#include "base/text.h"

/* The command's own file; "ringgen" where the system does not tell. It may be in `program`. */
const char *rg_program(char program[PATH_MAX]);

/* Add to `out` how LD_PRELOAD names libringgen-preload: its whole path, if it is in ../lib of the
 * command, as installed; else its name, which the dynamic linker is to find, as where a blank or a
 * colon is in the path. */
void rg_program_preload(struct rg_text *out);

#endif
