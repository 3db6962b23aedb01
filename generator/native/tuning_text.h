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

/* Where the file is written, from the root on; its name; and that of the script beside it. */
struct rg_tuning_paths {
	const char *path, *name, *own;
};

/* Commands of the shell that tell the library of the file, if it is there. */
void rg_tuning_shell(const struct rg_mpi_library *l,
                     const struct rg_native_choices choices[RG_COLLECTIVES],
                     const struct rg_tuning_paths *p, struct rg_text *sh);

#endif
