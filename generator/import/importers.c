/* SPDX-License-Identifier: BSD-3-Clause
 * importers: the kinds of files of which a topology can be made.
 */
#include "import/importers.h"

#include <string.h>

#include "import/infiniband.h"
#include "import/lldp.h"
#include "import/machines.h"
#include "import/netloc.h"
#include "import/netq.h"
#include "import/simgrid_file.h"
#include "import/slurm.h"
#include "import/slurm_yaml.h"
#include "import/table.h"
#include "import/topograph.h"

static struct rg_topo *read_ibnet(const struct rg_import_request *q, struct rg_diag *d)
{
	return rg_infiniband_read(q->paths, q->n, q->name, d);
}

static struct rg_topo *read_machines(const struct rg_import_request *q, struct rg_diag *d)
{
	return rg_machines_read(q->paths, q->n, q->name, d);
}

static struct rg_topo *read_netloc(const struct rg_import_request *q, struct rg_diag *d)
{
	return rg_netloc_read(q->paths[0], q->name, d);
}

static struct rg_topo *read_simgrid(const struct rg_import_request *q, struct rg_diag *d)
{
	return rg_simgrid_read(q->paths, q->n, q->name, d);
}

/* A file that is called so is in YAML. */
static bool is_yaml(const struct rg_import_request *q)
{
	const char *end = strrchr(q->paths[0], '.');
	return end && (strcmp(end, ".yaml") == 0 || strcmp(end, ".yml") == 0);
}

static bool is_always(const struct rg_import_request *q)
{
	(void)q;
	return true;
}

/* topology.yaml alone, or with the slurm.conf that has the partition. */
static struct rg_topo *read_slurm(const struct rg_import_request *q, struct rg_diag *d)
{
	int files = !is_yaml(q) ? q->n : q->partition ? 2 : 1;
	if (!is_yaml(q) && (q->topology || q->partition))
		rg_error(d, q->paths[0], 0,
		         "is no topology.yaml: it has one topology, and --%s chooses among several",
		         q->topology ? "topology" : "partition");
	else if (q->n > files)
		rg_error(d, q->paths[files], 0, "is one file too many: topology.yaml is one%s",
		         q->partition ? ", slurm.conf another" : "");
	else if (q->n < files)
		rg_error(d, q->paths[0], 0,
		         "does not say which topology a partition has: give slurm.conf, too, or "
		         "what 'scontrol show partition' prints");
	else
		return (is_yaml(q) ? rg_slurm_yaml_read : rg_slurm_read)(q, d);
	return NULL;
}

static const struct rg_importer importers[] = {
	{"coords", false, "Speeds are assumed.", NULL, true, rg_coordinates_read},
	{"hwloc", false, "The network is assumed.", NULL, false, read_machines},
	{"ibnet", false, "Latencies are assumed.", NULL, false, read_ibnet},
	{"lldp", false, "Speeds are assumed.", is_always, true, rg_lldp_read},
	{"netloc", true, "Latencies are assumed.", NULL, false, read_netloc},
	{"netq", false, "Speeds are assumed.", is_always, true, rg_netq_read},
	{"simgrid", true, "", NULL, false, read_simgrid},
	{"slurm", false, "Speeds are assumed.", is_yaml, true, read_slurm},
	{"table", false, "Speeds are assumed.", NULL, true, rg_table_read},
	{"topograph", false, "Speeds are assumed.", is_always, true, rg_topograph_read},
};
enum { IMPORTERS = sizeof importers / sizeof *importers };

const char rg_importer_names[] =
	"coords, hwloc, ibnet, lldp, netloc, netq, simgrid, slurm, table, topograph";

const struct rg_importer *rg_importer_find(const char *name)
{
	for (int i = 0; i < IMPORTERS; i++)
		if (strcmp(importers[i].name, name) == 0)
			return &importers[i];
	return NULL;
}
