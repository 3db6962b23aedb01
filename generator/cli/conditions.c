/* SPDX-License-Identifier: BSD-3-Clause
 * conditions: what several commands ask of their options.
 */
#include "cli/conditions.h"

#include <string.h>

#include "cli/options.h"

bool rg_reads_stdin_twice(const struct rg_options *o)
{
	int uses = 0;
	uses += o->job.file && strcmp(o->job.file, "-") == 0;
	uses += o->job.order && strcmp(o->job.order, "-") == 0;
	uses += o->job.hosts && strcmp(o->job.hosts, "@-") == 0;
	uses += o->measured && strcmp(o->measured, "-") == 0;
	return uses > 1;
}

bool rg_tasks_of_nobody(const struct rg_options *o)
{
	return o->job.tasks && !o->job.each && !o->job.hosts && !o->job.order;
}

bool rg_is_not_mpich(const struct rg_options *o)
{
	return rg_mpi_of(o) != RG_OF_MPICH;
}
