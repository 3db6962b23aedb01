/* SPDX-License-Identifier: BSD-3-Clause
 * own_choice: what the MPI library that the command line names takes by itself.
 */
#ifndef RG_OWN_CHOICE_H
#define RG_OWN_CHOICE_H

#include "cli/options.h"
#include "native/mpich_choice.h"

struct rg_own_choice {
	struct rg_mpi_library library;
	struct rg_mpich *mpich; /* NULL: it is Open MPI */
};

/* Find it out; a file of it would be for P ranks. Without --mpi it is MPICH's. RG_UNKNOWN
 * after an error: nothing is known of that version. Free it in any case. */
enum rg_status rg_own_choice_find(struct rg_own_choice *own, const struct rg_options *o, int P,
                                  struct rg_diag *d);
void rg_own_choice_free(struct rg_own_choice *own);

#endif
