/* SPDX-License-Identifier: BSD-3-Clause
 * yaml: a file in YAML, or in JSON, which YAML has in it: libyaml knows the line of each node.
 */
#ifndef RG_YAML_H
#define RG_YAML_H

#include <stdbool.h>
#include <yaml.h>

#include "import/groups.h"

struct rg_yaml {
	struct rg_groups groups; /* messages go by it: its diag, and its files[file] */
	yaml_document_t document;
};

/* Read the file that messages are of. Returns its root, or NULL after reporting errors; after a
 * root free it by yaml_document_delete(&y->document). */
yaml_node_t *rg_yaml_load(struct rg_yaml *y);

/* Messages are of this node from now on. */
void rg_yaml_look_at(struct rg_yaml *y, const yaml_node_t *n);

/* Report that what a node says is wrong: "what" wrong. */
void rg_yaml_refuse(struct rg_yaml *y, const yaml_node_t *n, const char *what, const char *wrong);

/* The text of a node; what a mapping has under a key; the length of a sequence, and its i-th node.
 * NULL and 0: there is none, or n is of another kind. */
const char *rg_yaml_text(const yaml_node_t *n);
yaml_node_t *rg_yaml_under(struct rg_yaml *y, const yaml_node_t *n, const char *key);
int rg_yaml_length(const yaml_node_t *n);
yaml_node_t *rg_yaml_item(struct rg_yaml *y, const yaml_node_t *n, int i);

/* How many pairs a mapping has, and its i-th: the key, and the value into *value. */
int rg_yaml_pairs(const yaml_node_t *n);
const char *rg_yaml_pair(struct rg_yaml *y, const yaml_node_t *n, int i, yaml_node_t **value);

#endif
