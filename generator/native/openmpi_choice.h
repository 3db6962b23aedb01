/* SPDX-License-Identifier: BSD-3-Clause
 * openmpi_choice: which algorithms Open MPI takes by itself.
 */
#ifndef RG_OPENMPI_CHOICE_H
#define RG_OPENMPI_CHOICE_H

#include "native/choice.h"

/* Open MPI as a library: what 4.1 takes by itself, of 8 ranks and more. */
extern const struct rg_mpi_library rg_openmpi_library;

#endif
