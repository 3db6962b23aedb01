/* SPDX-License-Identifier: BSD-3-Clause
 * probe_command: this machine as a topology.
 */
#include "cli/probe_command.h"

#include <stdlib.h>

#include "cli/print.h"
#include "import/probe.h"
#include "show/inside_file.h"

static enum rg_status probe(const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct rg_text text = {0};
	char *host = NULL;
	struct rg_inside *inside = rg_probe_inside(o->from, RG_GIVEN, &host, o->from, 0, &d);
	if (!inside)
		return RG_INVALID;
	rg_inside_print(inside, host, &text);
	free(inside->core);
	free(inside);
	free(host);
	return rg_print(o, &text);
}

const struct rg_command rg_probe_command = {
	.name = "probe",
	.takes = "output from",
	.file = RG_NO_FILE,
	.reads_from = "description of the machine",
	.run = probe,
};
