/* SPDX-License-Identifier: BSD-3-Clause
 * importers: the kinds of files of which a topology can be made.
 */
#include "import/importers.h"

#include <string.h>

#include "import/infiniband.h"
#include "import/machines.h"
#include "import/netloc.h"
#include "import/simgrid_file.h"
#include "import/slurm.h"
#include "import/slurm_yaml.h"
#include "import/table.h"

static struct rg_topo *read_netloc(char *const *paths, int n, const char *name, struct rg_diag *d)
{
	(void)n;
	return rg_netloc_read(paths[0], name, d);
}

/* A file that is called so is in YAML. */
static bool is_yaml(char *const *paths, int n)
{
	const char *end = strrchr(paths[0], '.');
	return n == 1 && end && (strcmp(end, ".yaml") == 0 || strcmp(end, ".yml") == 0);
}

static struct rg_topo *read_slurm(char *const *paths, int n, const char *name, struct rg_diag *d)
{
	if (is_yaml(paths, n))
		return rg_slurm_yaml_read(paths[0], name, d);
	return rg_slurm_read(paths, n, name, d);
}

static const struct rg_importer importers[] = {
	{"coords", false, "Speeds are assumed.", NULL, rg_coordinates_read},
	{"hwloc", false, "The network is assumed.", NULL, rg_machines_read},
	{"ibnet", false, "Latencies are assumed.", NULL, rg_infiniband_read},
	{"netloc", true, "Latencies are assumed.", NULL, read_netloc},
	{"simgrid", true, "", NULL, rg_simgrid_read},
	{"slurm", false, "Speeds are assumed.", is_yaml, read_slurm},
	{"table", false, "Speeds are assumed.", NULL, rg_table_read},
};
enum { IMPORTERS = sizeof importers / sizeof *importers };

const char rg_importer_names[] = "coords, hwloc, ibnet, netloc, simgrid, slurm, table";

const struct rg_importer *rg_importer_find(const char *name)
{
	for (int i = 0; i < IMPORTERS; i++)
		if (strcmp(importers[i].name, name) == 0)
			return &importers[i];
	return NULL;
}
