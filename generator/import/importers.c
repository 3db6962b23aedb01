/* SPDX-License-Identifier: BSD-3-Clause
 * importers: what can be made a topology of.
 */
#include "import/importers.h"

#include <string.h>

#include "import/groups.h"
#include "import/infiniband.h"

static struct rg_topo *read_netloc(char *const *paths, int n, const char *name, struct rg_diag *d)
{
	(void)n;
	return rg_netloc_read(paths[0], name, d);
}

static const struct rg_importer importers[] = {
	{"ibnet", false, "Latencies are assumed.", rg_infiniband_read},
	{"netloc", true, "Latencies are assumed.", read_netloc},
	{"slurm", false, "Speeds are assumed.", rg_slurm_read},
	{"table", false, "Speeds are assumed.", rg_table_read},
};
enum { IMPORTERS = sizeof importers / sizeof *importers };

const char rg_importer_names[] = "ibnet, netloc, slurm, table";

const struct rg_importer *rg_importer_find(const char *name)
{
	for (int i = 0; i < IMPORTERS; i++)
		if (strcmp(importers[i].name, name) == 0)
			return &importers[i];
	return NULL;
}
