/* SPDX-License-Identifier: BSD-3-Clause
 * conditions: what several commands ask of their options.
 */
#include "cli/conditions.h"

#include <string.h>

#include "cli/options.h"
#include "import/hosts_option.h"

static bool is_stdin(const char *hosts)
{
	const char *file = hosts ? rg_hosts_file(hosts) : NULL;
	return file && strcmp(file, "-") == 0;
}

bool rg_reads_stdin_twice(const struct rg_options *o)
{
	int uses = 0;
	uses += o->job.file && strcmp(o->job.file, "-") == 0;
	uses += is_stdin(o->job.order) + is_stdin(o->job.hosts);
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
