/* SPDX-License-Identifier: BSD-3-Clause
 * What stands in for import/slurm_yaml.c and slurm_torus.c in a ringgen without libyaml.
 */
#include "import/slurm_yaml.h"

const bool rg_yaml_there = false;

struct rg_topo *rg_slurm_yaml_read(const char *path, const char *name, struct rg_diag *d)
{
	(void)name;
	rg_error(d, path, 0, "is in YAML: this ringgen was built without libyaml");
	return NULL;
}
