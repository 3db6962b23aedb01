/* SPDX-License-Identifier: BSD-3-Clause
 * mpich_file: MPICH's choice of algorithms with other choices in it, as a file for
 * MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE.
 *
 * MPICH takes such a file for the whole of its own choice: a collective that is not in it, or a
 * name that this version does not have, ends the program. So a file is made of the choice of the
 * very library that will read it.
 */
#ifndef RG_MPICH_FILE_H
#define RG_MPICH_FILE_H

#include "base/text.h"
#include "native/mpich_choice.h"

/* The file: its own choice, and, for communicators of that many ranks, what was chosen. */
void rg_mpich_file(const struct rg_mpich *m, const struct rg_native_choices choices[RG_COLLECTIVES],
                   struct rg_text *out);

#endif
