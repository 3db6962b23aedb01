/* SPDX-License-Identifier: BSD-3-Clause
 * slurm_torus: the tori of a topology.yaml of Slurm, and the nodes of such a document.
 */
#ifndef RG_SLURM_TORUS_H
#define RG_SLURM_TORUS_H

#include <yaml.h>

#include "fabric/topo.h"
#include "import/groups.h"

struct rg_yaml {
	struct rg_groups groups; /* messages go by it */
	yaml_document_t document;
};

/* Messages are of this node from now on. */
void rg_yaml_look_at(struct rg_yaml *y, const yaml_node_t *n);

/* The text of a node; what a mapping has under a key; the length of a sequence, and its i-th node.
 * NULL and 0: there is none, or n is of another kind. */
const char *rg_yaml_text(const yaml_node_t *n);
yaml_node_t *rg_yaml_under(struct rg_yaml *y, const yaml_node_t *n, const char *key);
int rg_yaml_length(const yaml_node_t *n);
yaml_node_t *rg_yaml_item(struct rg_yaml *y, const yaml_node_t *n, int i);

/* The closed topology, called `name`, of a list of tori, each of which has a name, dims, and nodes
 * or regions; NULL after reporting errors. Messages go by dimension order, with a warning. */
struct rg_topo *rg_slurm_tori(struct rg_yaml *y, const yaml_node_t *list, const char *name);

#endif
