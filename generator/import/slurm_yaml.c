/* SPDX-License-Identifier: BSD-3-Clause
 * slurm_yaml: the topologies of Slurm in YAML.
 */
#include "import/slurm_yaml.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/alloc.h"
#include "import/groups.h"
#include "import/slurm.h"
#include "import/slurm_torus.h"
#include "import/text_lines.h"

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
			rg_error(r->groups.d, rg_text_name(r->groups.files[0]), r->groups.line,
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

static const char *name_at(struct rg_yaml *r, const yaml_node_t *all, int i)
{
	const char *name = rg_yaml_text(rg_yaml_under(r, rg_yaml_item(r, all, i), "topology"));
	return name ? name : "(nameless)";
}

/* "a, b (cluster_default), c" */
static void list_names(struct rg_yaml *r, const yaml_node_t *all, int usual, struct rg_text *out)
{
	for (int i = 0; i < rg_yaml_length(all); i++)
		rg_textf(out, "%s%s%s", i ? ", " : "", name_at(r, all, i),
		         i == usual ? " (cluster_default)" : "");
}

/* The one that is cluster_default; -1: none. */
static int usual_one(struct rg_yaml *r, const yaml_node_t *all)
{
	for (int i = 0; i < rg_yaml_length(all); i++) {
		const char *usual =
			rg_yaml_text(rg_yaml_under(r, rg_yaml_item(r, all, i), "cluster_default"));
		if (usual && strcasecmp(usual, "true") == 0)
			return i;
	}
	return -1;
}

/* The topology that is wanted, or else holds for the cluster; NULL: there is none, or after an
 * error. */
static const yaml_node_t *choose(struct rg_yaml *r, const yaml_node_t *all, const char *wanted)
{
	const char *file = rg_text_name(r->groups.files[0]);
	int usual = usual_one(r, all), n = rg_yaml_length(all), chosen = usual > 0 ? usual : 0;
	struct rg_text names = {0};
	list_names(r, all, usual, &names);
	for (chosen = wanted ? 0 : chosen; wanted && chosen < n; chosen++)
		if (strcmp(name_at(r, all, chosen), wanted) == 0)
			break;
	if (wanted && chosen == n && n)
		rg_error(r->groups.d, file, 0, "has no topology '%s', but %s", wanted, names.s);
	else if (!wanted && n > 1)
		rg_warning(file, (int)rg_yaml_item(r, all, chosen)->start_mark.line + 1,
		           "topology '%s' is taken, of %d in the file: %s (--topology NAME takes "
		           "another)",
		           name_at(r, all, chosen), n, names.s);
	rg_text_free(&names);
	return chosen < n ? rg_yaml_item(r, all, chosen) : NULL;
}

static struct rg_topo *read_document(struct rg_yaml *r, const yaml_node_t *all,
                                     const struct rg_import_request *q, const char *wanted)
{
	const yaml_node_t *chosen = choose(r, all, wanted);
	r->groups.line = 1;
	for (int i = 0; i < rg_yaml_length(all);
	     i++) /* the others' kinds too: Slurm looks at all */
		if (rg_yaml_item(r, all, i) != chosen)
			kind_of(r, rg_yaml_item(r, all, i));
	if (chosen)
		return read_topology(r, chosen, q->name);
	if (!rg_yaml_length(all))
		rg_groups_refuse(&r->groups, "topology",
		                 "is missing: there is no list of topologies");
	return NULL;
}

/* The topology that is asked for by its name, or by a partition: to be freed; NULL: by neither, or
 * after errors. */
static char *wanted_of(const struct rg_import_request *q, struct rg_diag *d)
{
	char *name = q->topology    ? rg_strdup(q->topology)
	             : q->partition ? rg_slurm_partition(q->paths[1], q->partition, d)
	                            : NULL;
	if (name && *name)
		return name;
	free(name);
	return NULL;
}

struct rg_topo *rg_slurm_yaml_read(const struct rg_import_request *q, struct rg_diag *d)
{
	struct rg_topo *t = NULL;
	struct rg_yaml r = {.groups = {.d = d, .files = q->paths, .join = q->join}};
	int before = d->errors;
	char *wanted = wanted_of(q, d);
	const yaml_node_t *all = d->errors == before ? rg_yaml_load(&r) : NULL;
	if (all) {
		t = read_document(&r, all, q, wanted);
		yaml_document_delete(&r.document);
	}
	free(wanted);
	if (t && !d->errors)
		return t;
	rg_topo_free(t);
	return rg_groups_build(&r.groups, q->name, false, "switch");
}
