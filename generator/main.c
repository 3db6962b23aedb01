/* SPDX-License-Identifier: BSD-3-Clause
 * ringgen: from a cluster's wiring to proven, specialised MPI collectives.
 *
 * topology file -> read -> check -> order -> certify -> plan -> prove -> emit
 */
#include <stdio.h>

#include "commands.h"

int main(int argc, char **argv)
{
	struct rg_options o = {0};
	int status = rg_options_parse(&o, argc, argv);
	if (status < 0)
		status = rg_run_command(&o);
	rg_options_free(&o);
	if (fflush(stdout) || ferror(stdout)) {
		rg_error(&(struct rg_diag){0}, NULL, 0, "cannot write to standard output");
		return status ? status : RG_INVALID;
	}
	return status;
}
