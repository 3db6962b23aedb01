/* SPDX-License-Identifier: BSD-3-Clause
 * tuning_text: what is told of a tuning file.
 */
#ifndef RG_TUNING_TEXT_H
#define RG_TUNING_TEXT_H

#include "base/text.h"
#include "native/choice.h"

/* A table of the choices: predicted times at the first size of each range; and what is left out. */
void rg_tuning_table(const struct rg_mpi_library *l,
                     const struct rg_native_choices choices[RG_COLLECTIVES], struct rg_text *out);

/* Commands of the shell that tell the library of the file. */
void rg_tuning_shell(const struct rg_mpi_library *l,
                     const struct rg_native_choices choices[RG_COLLECTIVES], const char *file,
                     struct rg_text *sh);

#endif
