/* SPDX-License-Identifier: BSD-3-Clause
 * ringgen: from a cluster's wiring to proven, specialised MPI collectives.
 *
 * topology file -> read -> check -> order -> certify -> plan -> prove -> emit
 */
#include "commands.h"

int main(int argc, char **argv)
{
	struct rg_options o = {0};
	int status = rg_options_parse(&o, argc, argv);
	if (status < 0)
		status = rg_run_command(&o);
	rg_options_free(&o);
	return status;
}
