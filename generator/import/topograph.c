/* SPDX-License-Identifier: BSD-3-Clause
 * topograph: the models and the graphs of NVIDIA's topograph. Its docs/modeling.md and
 * docs/engines/graph.md tell what they mean. Switches and capacity blocks are a mapping by name, or
 * (before 0.3) a list of mappings with a name; a leaf need not be among the switches.
 */
#include "import/topograph.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "import/groups.h"
#include "import/yaml.h"

enum { MISTAKES = 20 /* after which nobody needs more */ };

/* The group of that name, new or known. */
static int group_of(struct rg_groups *g, const char *name)
{
	int known = rg_group_find(g, name);
	return known >= 0 ? known : rg_group_add(g, name);
}

/* Add the names of a node, a text or a list of them, to the hosts or groups of a group. */
static void add_names(struct rg_yaml *y, int group, const yaml_node_t *names, bool hosts)
{
	struct rg_groups *g = &y->groups;
	int n = rg_yaml_length(names);
	for (int i = 0; i < (rg_yaml_text(names) ? 1 : n); i++) {
		const yaml_node_t *item = n ? rg_yaml_item(y, names, i) : names;
		const char *list = rg_yaml_text(item);
		rg_yaml_look_at(y, item);
		if (list)
			rg_groups_list(g, hosts ? &g->group[group].hosts : &g->group[group].groups,
			               list);
		else
			rg_groups_refuse(g, g->group[group].name, "has what is no name in a list");
	}
	if (names && !n && !rg_yaml_text(names) && names->type != YAML_SEQUENCE_NODE)
		rg_yaml_refuse(y, names, g->group[group].name, "has what is no list of names");
}

/* The i-th of a mapping by names, or of a list of mappings with a name: the name, and what it is
 * into *value. NULL after an error. */
static const char *named(struct rg_yaml *y, const yaml_node_t *all, int i, yaml_node_t **value)
{
	if (rg_yaml_pairs(all)) {
		const char *name = rg_yaml_pair(y, all, i, value);
		rg_yaml_look_at(y, *value);
		return name;
	}
	*value = rg_yaml_item(y, all, i);
	const char *name = rg_yaml_text(rg_yaml_under(y, *value, "name"));
	rg_yaml_look_at(y, *value);
	if (!name)
		rg_groups_refuse(&y->groups, "name", "is missing");
	return name;
}

static int count_of(const yaml_node_t *all)
{
	return rg_yaml_pairs(all) + rg_yaml_length(all);
}

/* ---- A model */

/* The capacity block of that name; NULL: there is none. */
static const yaml_node_t *find_block(struct rg_yaml *y, const yaml_node_t *blocks, const char *name)
{
	yaml_node_t *value;
	if (rg_yaml_pairs(blocks))
		return rg_yaml_under(y, blocks, name);
	for (int i = 0; i < rg_yaml_length(blocks); i++) {
		value = rg_yaml_item(y, blocks, i);
		const char *own = rg_yaml_text(rg_yaml_under(y, value, "name"));
		if (own && strcmp(own, name) == 0)
			return value;
	}
	return NULL;
}

/* Put the nodes of the capacity blocks that a switch names at it. */
static void add_blocks(struct rg_yaml *y, int group, const yaml_node_t *names,
                       const yaml_node_t *blocks)
{
	for (int i = 0; i < rg_yaml_length(names); i++) {
		const yaml_node_t *item = rg_yaml_item(y, names, i), *block = NULL;
		const char *name = rg_yaml_text(item);
		if (name)
			block = find_block(y, blocks, name);
		if (block)
			add_names(y, group, rg_yaml_under(y, block, "nodes"), true);
		else
			rg_yaml_refuse(y, item, name ? name : "capacity_blocks",
			               "is no capacity block of this model");
	}
}

static void read_switches(struct rg_yaml *y, const yaml_node_t *all, const yaml_node_t *blocks)
{
	struct rg_groups *g = &y->groups;
	yaml_node_t *own;
	for (int i = 0; i < count_of(all) && g->d->errors < MISTAKES; i++) {
		const char *name = named(y, all, i, &own);
		if (!name)
			continue;
		if (rg_group_find(g, name) >= 0)
			rg_groups_refuse(g, name, "is named twice");
		int group = group_of(g, name);
		add_names(y, group, rg_yaml_under(y, own, "switches"), false);
		add_names(y, group, rg_yaml_under(y, own, "nodes"), true);
		add_blocks(y, group, rg_yaml_under(y, own, "capacity_blocks"), blocks);
	}
}

/* Read the nodes of a block into a list of its own, to be freed by free_nodes. */
static struct rg_groups read_nodes(struct rg_yaml *y, const yaml_node_t *block)
{
	struct rg_yaml own = {.groups = {.d = y->groups.d, .files = y->groups.files},
	                      .document = y->document};
	add_names(&own, rg_group_add(&own.groups, "block"), rg_yaml_under(y, block, "nodes"), true);
	return own.groups;
}

static void free_nodes(struct rg_groups *g)
{
	rg_hosts_free(&g->group[0].hosts);
	free(g->group[0].name);
	free(g->group);
}

/* A block that is at no switch: its hosts are in another network, or in none. */
static void leave_block(struct rg_yaml *y, const yaml_node_t *block)
{
	struct rg_groups own = read_nodes(y, block);
	int n = own.group[0].hosts.n;
	if (n)
		rg_warning(y->groups.files[0], (int)block->start_mark.line + 1,
		           "left out: %d node%s of a block at no switch: %s%s", n,
		           n == 1 ? "" : "s", own.group[0].hosts.host[0].name,
		           n > 1 ? ", ..." : "");
	free_nodes(&own);
}

/* Blocks: the nodes of racks, at the switches that they name. */
static void read_blocks(struct rg_yaml *y, const yaml_node_t *all)
{
	for (int i = 0; i < rg_yaml_length(all) && y->groups.d->errors < MISTAKES; i++) {
		const yaml_node_t *block = rg_yaml_item(y, all, i);
		const char *name = rg_yaml_text(rg_yaml_under(y, block, "switch"));
		rg_yaml_look_at(y, block);
		if (name)
			add_names(y, group_of(&y->groups, name), rg_yaml_under(y, block, "nodes"),
			          true);
		else
			leave_block(y, block);
	}
}

/* Leaves that only the switches above them name. */
static void add_leaves(struct rg_groups *g)
{
	for (int i = 0, n = g->n; i < n; i++)
		for (int k = 0; k < g->group[i].groups.n; k++) {
			g->line = g->group[i].line;
			group_of(g, g->group[i].groups.host[k].name);
		}
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(((const struct rg_host *)a)->name, ((const struct rg_host *)b)->name);
}

/* The names of all hosts that are somewhere, sorted; borrowed. */
static struct rg_host *list_placed(const struct rg_groups *g, size_t *n)
{
	size_t all = 0;
	for (int i = 0; i < g->n; i++)
		all += (size_t)g->group[i].hosts.n;
	struct rg_host *host = rg_alloc(all, sizeof *host);
	*n = 0;
	for (int i = 0; i < g->n; i++)
		for (int k = 0; k < g->group[i].hosts.n; k++)
			host[(*n)++] = g->group[i].hosts.host[k];
	if (all)
		qsort(host, all, sizeof *host, compare_names);
	return host;
}

static bool is_placed(const struct rg_host *placed, size_t n, char *name)
{
	const struct rg_host key = {.name = name};
	return n && bsearch(&key, placed, n, sizeof key, compare_names);
}

/* Capacity blocks that no switch names are switches of their own, for those of their nodes that
 * nothing else places. */
static void add_free_blocks(struct rg_yaml *y, const yaml_node_t *blocks,
                            const struct rg_host *placed, size_t n)
{
	struct rg_groups *g = &y->groups;
	yaml_node_t *own;
	for (int i = 0; i < count_of(blocks) && g->d->errors < MISTAKES; i++) {
		const char *name = named(y, blocks, i, &own);
		if (!name)
			continue;
		struct rg_groups nodes = read_nodes(y, own);
		struct rg_hosts *hosts = &nodes.group[0].hosts;
		for (int k = 0, group = -1; k < hosts->n; k++) {
			if (is_placed(placed, n, hosts->host[k].name))
				continue;
			group = group < 0 ? group_of(g, name) : group;
			rg_groups_list(g, &g->group[group].hosts, hosts->host[k].name);
		}
		free_nodes(&nodes);
	}
}

/* Nodes that the model names, and puts nowhere. */
static void tell_nowhere(struct rg_yaml *y, const yaml_node_t *nodes, const struct rg_host *placed,
                         size_t n)
{
	int nowhere = 0, line = 0;
	const char *first = NULL;
	yaml_node_t *own;
	for (int i = 0; i < rg_yaml_pairs(nodes); i++) {
		const char *name = rg_yaml_pair(y, nodes, i, &own);
		if (is_placed(placed, n, (char *)name) || nowhere++)
			continue;
		line = (int)own->start_mark.line + 1;
		first = name;
	}
	if (nowhere)
		rg_warning(y->groups.files[0], line, "left out: %d node%s that no switch has: %s%s",
		           nowhere, nowhere == 1 ? "" : "s", first, nowhere > 1 ? ", ..." : "");
}

static void read_model(struct rg_yaml *y, const yaml_node_t *root)
{
	const yaml_node_t *blocks = rg_yaml_under(y, root, "capacity_blocks");
	size_t n;
	read_switches(y, rg_yaml_under(y, root, "switches"), blocks);
	read_blocks(y, rg_yaml_under(y, root, "blocks"));
	add_leaves(&y->groups);
	struct rg_host *placed = list_placed(&y->groups, &n);
	if (!y->groups.d->errors)
		add_free_blocks(y, blocks, placed, n);
	free(placed);
	placed = list_placed(&y->groups, &n);
	if (!y->groups.d->errors)
		tell_nowhere(y, rg_yaml_under(y, root, "nodes"), placed, n);
	free(placed);
}

/* ---- A graph */

/* Put a group into the next wider one. */
static void nest(struct rg_groups *g, int inner, int outer)
{
	if (g->group[inner].outer == outer)
		return;
	if (g->group[inner].outer >= 0) {
		rg_groups_refuse(g, g->group[inner].name, "is below another switch already");
		return;
	}
	g->group[inner].outer = outer;
	rg_groups_list(g, &g->group[outer].groups, g->group[inner].name);
}

static void read_instance(struct rg_yaml *y, const yaml_node_t *own, int *nowhere)
{
	struct rg_groups *g = &y->groups;
	const char *id = rg_yaml_text(rg_yaml_under(y, own, "id"));
	const yaml_node_t *layers = rg_yaml_under(y, own, "network_layers");
	int inner = -1;
	rg_yaml_look_at(y, own);
	if (!id)
		rg_groups_refuse(g, "id", "is missing");
	for (int i = 0; id && i < rg_yaml_length(layers); i++) {
		const char *layer = rg_yaml_text(rg_yaml_item(y, layers, i));
		if (!layer) {
			rg_groups_refuse(g, id, "has network_layers that are no names");
			return;
		}
		int group = group_of(g, layer);
		if (inner < 0)
			rg_groups_list(g, &g->group[group].hosts, id);
		else
			nest(g, inner, group);
		inner = group;
	}
	*nowhere += id && inner < 0;
}

static void read_graph(struct rg_yaml *y, const yaml_node_t *all)
{
	int nowhere = 0;
	for (int i = 0; i < rg_yaml_length(all) && y->groups.d->errors < MISTAKES; i++)
		read_instance(y, rg_yaml_item(y, all, i), &nowhere);
	if (nowhere)
		rg_warning(y->groups.files[0], 0, "left out: %d instance%s without network_layers",
		           nowhere, nowhere == 1 ? "" : "s");
}

/* ---- Both */

struct rg_topo *rg_topograph_read(const struct rg_import_request *q, struct rg_diag *d)
{
	struct rg_yaml y = {.groups = {.d = d, .files = q->paths, .join = q->join}};
	if (q->n > 1)
		rg_error(d, q->paths[1], 0, "is one file too many: a model or a graph is one");
	yaml_node_t *root = d->errors ? NULL : rg_yaml_load(&y);
	if (!root)
		return NULL;
	const yaml_node_t *instances = rg_yaml_under(&y, root, "instances");
	bool model = rg_yaml_under(&y, root, "switches") || rg_yaml_under(&y, root, "blocks") ||
	             rg_yaml_under(&y, root, "capacity_blocks");
	if (instances)
		read_graph(&y, instances);
	else if (model)
		read_model(&y, root);
	else
		rg_yaml_refuse(&y, root, "switches",
		               "is missing, and so are blocks, capacity_blocks and instances: no "
		               "model or graph of topograph");
	yaml_document_delete(&y.document);
	return rg_groups_build(&y.groups, q->name, false, "switch");
}
