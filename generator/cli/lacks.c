/* SPDX-License-Identifier: BSD-3-Clause
 * lacks: what this ringgen does not do, as it was built without a library.
 */
#include "cli/lacks.h"

#include <stdio.h>

#include "import/slurm_yaml.h"
#include "show/json.h"

enum rg_status rg_lacks(const char *what, const char *library)
{
	rg_error(&(struct rg_diag){0}, NULL, 0, "%s: this ringgen was built without %s", what,
	         library);
	return RG_UNKNOWN;
}

void rg_lacks_print(const char *before)
{
	if (!rg_json_there)
		printf("%sbuilt without json-c: no --json, and no --mpi mpich in advise, plan and "
		       "export tuning\n",
		       before);
	if (!rg_yaml_there)
		printf("%sbuilt without libyaml: no topology.yaml in import slurm, and no "
		       "import lldp, netq and topograph\n",
		       rg_json_there ? before : "");
}
