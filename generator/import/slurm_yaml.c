/* SPDX-License-Identifier: BSD-3-Clause
 * slurm_yaml: the topologies of Slurm in YAML.
 */
#include "import/slurm_yaml.h"

#include <errno.h>
#include <string.h>
#include <strings.h>
#include <yaml.h>

#include "base/input.h"
#include "import/groups.h"
#include "import/text_lines.h"

enum { LARGEST_FILE = 1 << 26 };

struct reader {
	struct rg_groups groups;
	yaml_document_t document;
};

/* ---- The document's nodes; NULL: none, or one of another kind */

static yaml_node_t *node_of(struct reader *r, int number)
{
	return yaml_document_get_node(&r->document, number);
}

/* Messages are of this node from now on. */
static void look_at(struct reader *r, const yaml_node_t *n)
{
	r->groups.line = (int)n->start_mark.line + 1;
}

static const char *scalar(const yaml_node_t *n)
{
	return n && n->type == YAML_SCALAR_NODE ? (const char *)n->data.scalar.value : NULL;
}

/* What a mapping has under a key. */
static yaml_node_t *under(struct reader *r, const yaml_node_t *n, const char *key)
{
	if (!n || n->type != YAML_MAPPING_NODE)
		return NULL;
	for (yaml_node_pair_t *p = n->data.mapping.pairs.start; p < n->data.mapping.pairs.top;
	     p++) {
		const char *name = scalar(node_of(r, p->key));
		if (name && strcmp(name, key) == 0)
			return node_of(r, p->value);
	}
	return NULL;
}

static int length(const yaml_node_t *n)
{
	if (!n || n->type != YAML_SEQUENCE_NODE)
		return 0;
	return (int)(n->data.sequence.items.top - n->data.sequence.items.start);
}

static yaml_node_t *item(struct reader *r, const yaml_node_t *n, int i)
{
	return node_of(r, n->data.sequence.items.start[i]);
}

/* ---- A topology */

/* One switch or block. */
static void read_group(struct reader *r, const yaml_node_t *n, const char *kind)
{
	struct rg_groups *g = &r->groups;
	const yaml_node_t *children = under(r, n, "children"), *nodes = under(r, n, "nodes");
	const char *name = scalar(under(r, n, kind));
	look_at(r, n);
	if (!name) {
		rg_groups_refuse(g, kind, "is missing");
		return;
	}
	if (rg_group_find(g, name) >= 0)
		rg_groups_refuse(g, name, "is named twice");
	int own = rg_group_add(g, name);
	if (scalar(children))
		rg_groups_list(g, &g->group[own].groups, scalar(children));
	if (scalar(nodes))
		rg_groups_list(g, &g->group[own].hosts, scalar(nodes));
	if ((children && !scalar(children)) || (nodes && !scalar(nodes)))
		rg_groups_refuse(g, name, "has children or nodes that are no list of names");
}

static void read_groups(struct reader *r, const yaml_node_t *list, const char *kind)
{
	for (int i = 0; i < length(list) && r->groups.d->errors < 20; i++)
		read_group(r, item(r, list, i), kind);
}

static void read_topology(struct reader *r, const yaml_node_t *n)
{
	const yaml_node_t *tree = under(r, n, "tree"), *block = under(r, n, "block");
	const char *name = scalar(under(r, n, "topology"));
	look_at(r, n);
	r->groups.blocks = block != NULL;
	if (tree)
		read_groups(r, under(r, tree, "switches"), "switch");
	else if (block)
		read_groups(r, under(r, block, "blocks"), "block");
	else
		rg_groups_refuse(&r->groups, name ? name : "topology",
		                 "is neither of tree nor of block: it says nothing of the network");
}

/* The topology that holds for the cluster. */
static const yaml_node_t *choose(struct reader *r, const yaml_node_t *all)
{
	const yaml_node_t *chosen = NULL;
	for (int i = 0; i < length(all) && !chosen; i++) {
		const char *usual = scalar(under(r, item(r, all, i), "cluster_default"));
		if (usual && strcasecmp(usual, "true") == 0)
			chosen = item(r, all, i);
	}
	if (!chosen && length(all))
		chosen = item(r, all, 0);
	const char *name = scalar(under(r, chosen, "topology"));
	if (chosen && length(all) > 1)
		rg_warning(rg_text_name(r->groups.files[0]), (int)chosen->start_mark.line + 1,
		           "of %d topologies '%s' is taken", length(all), name ? name : "");
	return chosen;
}

static void read_document(struct reader *r)
{
	const yaml_node_t *all = yaml_document_get_root_node(&r->document);
	const yaml_node_t *chosen = choose(r, all);
	r->groups.line = 1;
	if (chosen)
		read_topology(r, chosen);
	else
		rg_groups_refuse(&r->groups, "topology",
		                 "is missing: there is no list of topologies");
}

/* Parse a text, and read it. */
static void parse(struct reader *r, const struct rg_text *text, const char *file)
{
	yaml_parser_t parser;
	if (!yaml_parser_initialize(&parser)) {
		rg_error(r->groups.d, file, 0, "out of memory");
		return;
	}
	yaml_parser_set_input_string(&parser, (const unsigned char *)text->s, text->len);
	if (yaml_parser_load(&parser, &r->document)) {
		read_document(r);
		yaml_document_delete(&r->document);
	} else {
		rg_error(r->groups.d, file, (int)parser.problem_mark.line + 1, "is no YAML: %s",
		         parser.problem ? parser.problem : "it cannot be read");
	}
	yaml_parser_delete(&parser);
}

struct rg_topo *rg_slurm_yaml_read(const char *path, const char *name, struct rg_diag *d)
{
	char *files[] = {(char *)path};
	struct reader r = {.groups = {.d = d, .files = files}};
	struct rg_text text = {0};
	const char *why, *file = rg_text_name(path);
	FILE *from = rg_input_open(path, RG_GIVEN, &why);
	if (!from || rg_input_read(from, LARGEST_FILE, &text) < 0)
		rg_error(d, file, 0, "cannot read: %s", from ? strerror(errno) : why);
	else if (!text.len)
		rg_error(d, file, 0, "is empty");
	else
		parse(&r, &text, file);
	if (from)
		rg_input_close(from);
	rg_text_free(&text);
	return rg_groups_build(&r.groups, name, false, "switch");
}
