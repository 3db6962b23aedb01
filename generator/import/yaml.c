/* SPDX-License-Identifier: BSD-3-Clause
 * yaml: a file in YAML or JSON.
 */
#include "import/yaml.h"

#include <string.h>

#include "import/text_lines.h"

enum { LARGEST_FILE = 1 << 26 };

/* ---- The document's nodes */

static yaml_node_t *node_of(struct rg_yaml *y, int number)
{
	return yaml_document_get_node(&y->document, number);
}

void rg_yaml_look_at(struct rg_yaml *y, const yaml_node_t *n)
{
	if (n)
		y->groups.line = (int)n->start_mark.line + 1;
}

const char *rg_yaml_text(const yaml_node_t *n)
{
	return n && n->type == YAML_SCALAR_NODE ? (const char *)n->data.scalar.value : NULL;
}

yaml_node_t *rg_yaml_under(struct rg_yaml *y, const yaml_node_t *n, const char *key)
{
	if (!n || n->type != YAML_MAPPING_NODE)
		return NULL;
	for (yaml_node_pair_t *p = n->data.mapping.pairs.start; p < n->data.mapping.pairs.top;
	     p++) {
		const char *name = rg_yaml_text(node_of(y, p->key));
		if (name && strcmp(name, key) == 0)
			return node_of(y, p->value);
	}
	return NULL;
}

int rg_yaml_length(const yaml_node_t *n)
{
	if (!n || n->type != YAML_SEQUENCE_NODE)
		return 0;
	return (int)(n->data.sequence.items.top - n->data.sequence.items.start);
}

int rg_yaml_pairs(const yaml_node_t *n)
{
	if (!n || n->type != YAML_MAPPING_NODE)
		return 0;
	return (int)(n->data.mapping.pairs.top - n->data.mapping.pairs.start);
}

const char *rg_yaml_pair(struct rg_yaml *y, const yaml_node_t *n, int i, yaml_node_t **value)
{
	const yaml_node_pair_t *p = &n->data.mapping.pairs.start[i];
	const char *key = rg_yaml_text(node_of(y, p->key));
	*value = node_of(y, p->value);
	return key ? key : "";
}

void rg_yaml_refuse(struct rg_yaml *y, const yaml_node_t *n, const char *what, const char *wrong)
{
	rg_yaml_look_at(y, n);
	rg_groups_refuse(&y->groups, what, wrong);
}

yaml_node_t *rg_yaml_item(struct rg_yaml *y, const yaml_node_t *n, int i)
{
	return node_of(y, n->data.sequence.items.start[i]);
}

/* ---- The document */

yaml_node_t *rg_yaml_load(struct rg_yaml *y)
{
	const char *path = y->groups.files[y->groups.file];
	struct rg_diag *d = y->groups.d;
	struct rg_text text = {0};
	yaml_parser_t parser;
	yaml_node_t *root = NULL;
	if (!rg_text_whole(path, LARGEST_FILE, &text, d) || !yaml_parser_initialize(&parser)) {
		rg_text_free(&text);
		return NULL;
	}
	yaml_parser_set_input_string(&parser, (const unsigned char *)text.s, text.len);
	if (!yaml_parser_load(&parser, &y->document)) {
		rg_error(d, rg_text_name(path), (int)parser.problem_mark.line + 1,
		         "is no YAML or JSON: %s",
		         parser.problem ? parser.problem : "it cannot be read");
	} else if (!(root = yaml_document_get_root_node(&y->document))) {
		rg_error(d, rg_text_name(path), 0, "is empty");
		yaml_document_delete(&y->document);
	}
	yaml_parser_delete(&parser);
	rg_text_free(&text);
	return root;
}
