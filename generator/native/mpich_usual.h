/* SPDX-License-Identifier: BSD-3-Clause
 * mpich_usual: which algorithms MPICH takes by itself, for where there is no reader of JSON for its
 * tables (see mpich_choice.h): in the preload library. They are those of all versions that are
 * known (mpich_version.h).
 */
#ifndef RG_MPICH_USUAL_H
#define RG_MPICH_USUAL_H

#include "native/choice.h"

/* MPICH as a library. */
extern const struct rg_mpi_library rg_mpich_usual;

/* Has the vector fewer elements than the largest power of two of the ranks? It cannot be scattered
 * among them then. */
bool rg_mpich_few_elements(const struct rg_native_call *c);

#endif
