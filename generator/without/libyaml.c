/* SPDX-License-Identifier: BSD-3-Clause
 * What stands in for the readers of YAML and JSON in import/ in a ringgen without libyaml.
 */
#include "import/lldp.h"
#include "import/netq.h"
#include "import/slurm_yaml.h"
#include "import/topograph.h"

const bool rg_yaml_there = false;

static struct rg_topo *refuse(const struct rg_import_request *q, struct rg_diag *d)
{
	rg_error(d, q->paths[0], 0, "is in YAML or JSON: this ringgen was built without libyaml");
	return NULL;
}

struct rg_topo *rg_slurm_yaml_read(const struct rg_import_request *q, struct rg_diag *d)
{
	return refuse(q, d);
}

struct rg_topo *rg_lldp_read(const struct rg_import_request *q, struct rg_diag *d)
{
	return refuse(q, d);
}

struct rg_topo *rg_netq_read(const struct rg_import_request *q, struct rg_diag *d)
{
	return refuse(q, d);
}

struct rg_topo *rg_topograph_read(const struct rg_import_request *q, struct rg_diag *d)
{
	return refuse(q, d);
}
