/* SPDX-License-Identifier: BSD-3-Clause
 * options: what the command line says.
 */
#include "cli/options.h"

#include <stdlib.h>
#include <string.h>

enum rg_implementation rg_mpi_of(const struct rg_options *o)
{
	int i = 0;
	while (o->mpi && strcmp(rg_mpi_words[i], o->mpi) != 0)
		i++;
	return (enum rg_implementation)i;
}

void rg_options_free(struct rg_options *o)
{
	rg_wanted_free(o->wanted);
	free(o->line);
}
