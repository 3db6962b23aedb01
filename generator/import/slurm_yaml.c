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
#include "import/slurm_torus.h"
#include "import/text_lines.h"

enum { LARGEST_FILE = 1 << 26 };

const bool rg_yaml_there = true;

/* ---- A topology */

/* One switch or block. */
static void read_group(struct rg_yaml *r, const yaml_node_t *n, const char *kind)
{
	struct rg_groups *g = &r->groups;
	const yaml_node_t *children = rg_yaml_under(r, n, "children"),
			  *nodes = rg_yaml_under(r, n, "nodes");
	const char *name = rg_yaml_text(rg_yaml_under(r, n, kind));
	rg_yaml_look_at(r, n);
	if (!name) {
		rg_groups_refuse(g, kind, "is missing");
		return;
	}
	int own = rg_group_find(g, name);
	if (own >= 0)
		rg_groups_refuse(g, name, "is named twice");
	else
		own = rg_group_add(g, name);
	if (rg_yaml_text(children))
		rg_groups_list(g, &g->group[own].groups, rg_yaml_text(children));
	if (rg_yaml_text(nodes))
		rg_groups_list(g, &g->group[own].hosts, rg_yaml_text(nodes));
	if ((children && !rg_yaml_text(children)) || (nodes && !rg_yaml_text(nodes)))
		rg_groups_refuse(g, name, "has children or nodes that are no list of names");
}

static void read_groups(struct rg_yaml *r, const yaml_node_t *list, const char *kind)
{
	for (int i = 0; i < rg_yaml_length(list) && r->groups.d->errors < 20; i++)
		read_group(r, rg_yaml_item(r, list, i), kind);
}

/* The kinds of topologies. */
static const struct kind {
	const char *key;
	enum rg_grouping grouping;
	const char *list, *item; /* of it: the key of the list, and that of the name of each */
} kinds[] = {
	{"tree", RG_SWITCHES, "switches", "switch"}, {"block", RG_BLOCKS, "blocks", "block"},
	{"ring", RG_RINGS, "rings", "ring"},         {"torus3d", RG_NO_GROUPS, "toruses", NULL},
	{"flat", RG_NO_GROUPS, NULL, NULL},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* The one kind that a topology is of; NULL after an error. */
static const struct kind *kind_of(struct rg_yaml *r, const yaml_node_t *n)
{
	const struct kind *kind = NULL;
	const char *name = rg_yaml_text(rg_yaml_under(r, n, "topology"));
	rg_yaml_look_at(r, n);
	for (int i = 0; i < KINDS; i++) {
		const yaml_node_t *value = rg_yaml_under(r, n, kinds[i].key);
		const char *text = rg_yaml_text(value);
		if (!value || (text && strcasecmp(text, "false") == 0))
			continue;
		if (kind) {
			rg_error(r->groups.d, r->groups.files[0], r->groups.line,
			         "\"%.80s\" has %s and %s: Slurm takes one kind for a topology",
			         name ? name : "topology", kind->key, kinds[i].key);
			return NULL;
		}
		kind = &kinds[i];
	}
	if (!kind)
		rg_groups_refuse(&r->groups, name ? name : "topology",
		                 "is of none of the kinds tree, block, ring, torus3d and flat");
	return kind;
}

/* Returns the topology, if it is no tree of groups, which are kept in r. */
static struct rg_topo *read_topology(struct rg_yaml *r, const yaml_node_t *n, const char *name)
{
	const struct kind *kind = kind_of(r, n);
	const char *own = rg_yaml_text(rg_yaml_under(r, n, "topology"));
	if (!kind)
		return NULL;
	if (!kind->list) {
		rg_groups_refuse(&r->groups, own ? own : "topology",
		                 "is flat: it says nothing of the network");
		return NULL;
	}
	const yaml_node_t *list = rg_yaml_under(r, rg_yaml_under(r, n, kind->key), kind->list);
	if (!kind->item)
		return rg_slurm_tori(r, list, name);
	rg_groups_are(&r->groups, kind->grouping);
	read_groups(r, list, kind->item);
	return NULL;
}

/* The topology that holds for the cluster. */
static const yaml_node_t *choose(struct rg_yaml *r, const yaml_node_t *all)
{
	const yaml_node_t *chosen = NULL;
	for (int i = 0; i < rg_yaml_length(all) && !chosen; i++) {
		const char *usual =
			rg_yaml_text(rg_yaml_under(r, rg_yaml_item(r, all, i), "cluster_default"));
		if (usual && strcasecmp(usual, "true") == 0)
			chosen = rg_yaml_item(r, all, i);
	}
	if (!chosen && rg_yaml_length(all))
		chosen = rg_yaml_item(r, all, 0);
	const char *name = rg_yaml_text(rg_yaml_under(r, chosen, "topology"));
	if (chosen && rg_yaml_length(all) > 1)
		rg_warning(rg_text_name(r->groups.files[0]), (int)chosen->start_mark.line + 1,
		           "topology '%s' is taken, of %d in the file", name ? name : "",
		           rg_yaml_length(all));
	return chosen;
}

static struct rg_topo *read_document(struct rg_yaml *r, const char *name)
{
	const yaml_node_t *all = yaml_document_get_root_node(&r->document);
	const yaml_node_t *chosen = choose(r, all);
	r->groups.line = 1;
	for (int i = 0; i < rg_yaml_length(all);
	     i++) /* the others' kinds too: Slurm looks at all */
		if (rg_yaml_item(r, all, i) != chosen)
			kind_of(r, rg_yaml_item(r, all, i));
	if (chosen)
		return read_topology(r, chosen, name);
	rg_groups_refuse(&r->groups, "topology", "is missing: there is no list of topologies");
	return NULL;
}

/* Parse a text, and read it. */
static struct rg_topo *parse(struct rg_yaml *r, const struct rg_text *text, const char *file,
                             const char *name)
{
	yaml_parser_t parser;
	struct rg_topo *t = NULL;
	if (!yaml_parser_initialize(&parser)) {
		rg_error(r->groups.d, file, 0, "out of memory");
		return NULL;
	}
	yaml_parser_set_input_string(&parser, (const unsigned char *)text->s, text->len);
	if (yaml_parser_load(&parser, &r->document)) {
		t = read_document(r, name);
		yaml_document_delete(&r->document);
	} else {
		rg_error(r->groups.d, file, (int)parser.problem_mark.line + 1, "is no YAML: %s",
		         parser.problem ? parser.problem : "it cannot be read");
	}
	yaml_parser_delete(&parser);
	return t;
}

struct rg_topo *rg_slurm_yaml_read(const char *path, const char *name, struct rg_diag *d)
{
	char *files[] = {(char *)rg_text_name(path)};
	struct rg_topo *t = NULL;
	struct rg_yaml r = {.groups = {.d = d, .files = files}};
	struct rg_text text = {0};
	const char *why, *file = rg_text_name(path);
	FILE *from = rg_input_open(path, RG_GIVEN, &why);
	if (!from || rg_input_read(from, LARGEST_FILE, &text) < 0)
		rg_error(d, file, 0, "cannot read: %s", from ? strerror(errno) : why);
	else if (!text.len)
		rg_error(d, file, 0, "is empty");
	else
		t = parse(&r, &text, file, name);
	if (from)
		rg_input_close(from);
	rg_text_free(&text);
	if (t && !d->errors)
		return t;
	rg_topo_free(t);
	return rg_groups_build(&r.groups, name, false, "switch");
}
