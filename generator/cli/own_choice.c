/* SPDX-License-Identifier: BSD-3-Clause
 * own_choice: what the MPI library that the command line names takes by itself.
 */
#include "cli/own_choice.h"

#include "native/openmpi_choice.h"

enum rg_status rg_own_choice_find(struct rg_own_choice *own, const struct rg_options *o, int P,
                                  struct rg_diag *d)
{
	enum rg_status status = RG_OK;
	*own = (struct rg_own_choice){.mpich = NULL};
	if (rg_mpi_of(o) == RG_OF_OPENMPI) {
		own->library = rg_openmpi_library;
	} else {
		status = rg_mpich_read(o->from, P, &own->mpich, d);
		own->library = rg_mpich_library(own->mpich);
	}
	own->library.assumed = o->assumed;
	return status;
}

void rg_own_choice_free(struct rg_own_choice *own)
{
	rg_mpich_free(own->mpich);
}
