/* SPDX-License-Identifier: BSD-3-Clause
 * netq: the network as NetQ draws it: what its service telemetry/v1/object/topologygraph gives.
 */
#include "import/netq.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/host_names.h"
#include "base/sets.h"
#include "import/joining.h"
#include "import/text_lines.h"
#include "import/yaml.h"

enum {
	MISTAKES = 20, /* after which nobody needs more */
	MOST_DEVICES = 1 << 18,
	MOST_LINKS = 1 << 20,
};

/* A device of the graph. */
struct device {
	const char *id, *name; /* borrowed from the document */
	int tier, line;        /* tier -1: of none */
	bool is_switch, cabled;
	int vertex;
};

struct cable {
	int a, b; /* devices */
	int line;
};

struct reader {
	struct rg_yaml y;
	struct device *device; /* [n], sorted by their ids once all are there */
	size_t n, cap;
	struct cable *cable; /* [cables] */
	size_t cables, cable_cap;
	int loops;
	bool full; /* there are more devices than anybody has, which was reported */
};

/* ---- Devices */

static int compare_devices(const void *a, const void *b)
{
	return strcmp(((const struct device *)a)->id, ((const struct device *)b)->id);
}

/* Switches say so, or are of a tier. */
static void read_device(struct reader *r, const yaml_node_t *own)
{
	struct rg_yaml *y = &r->y;
	const char *id = rg_yaml_text(rg_yaml_under(y, own, "id"));
	const char *name = rg_yaml_text(rg_yaml_under(y, own, "name"));
	const char *tier = rg_yaml_text(rg_yaml_under(y, own, "tier"));
	const char *type = rg_yaml_text(rg_yaml_under(y, own, "device_type"));
	rg_yaml_look_at(y, own);
	if (!id || !name || (!tier && !type)) {
		rg_groups_refuse(&y->groups,
		                 !id     ? "id"
		                 : !name ? "name"
		                         : "tier",
		                 "of a device is missing");
		return;
	}
	bool is_switch = (type && strcmp(type, "switch") == 0) || (tier && atoi(tier) >= 0);
	const char *wrong = (is_switch ? rg_name_fault : rg_host_fault)(name);
	if (wrong)
		rg_groups_refuse(&y->groups, name, wrong);
	if (r->n >= MOST_DEVICES) { /* YAML can name a list again, a few bytes each time */
		if (!r->full)
			rg_groups_refuse(&y->groups, name, "is one device too many");
		r->full = true;
		return;
	}
	r->device = rg_grow(r->device, r->n, &r->cap, sizeof *r->device);
	r->device[r->n++] = (struct device){.id = id,
	                                    .name = name,
	                                    .tier = tier ? atoi(tier) : -1,
	                                    .line = y->groups.line,
	                                    .is_switch = is_switch,
	                                    .vertex = -1};
}

/* Tiers hold devices, also by groups within them. */
static void read_devices(struct reader *r, const yaml_node_t *all, int depth)
{
	for (int i = 0; i < rg_yaml_length(all) && r->y.groups.d->errors < MISTAKES && !r->full;
	     i++) {
		const yaml_node_t *own = rg_yaml_item(&r->y, all, i);
		const yaml_node_t *inner = rg_yaml_under(&r->y, own, "compounded_nodes");
		if (!inner)
			read_device(r, own);
		else if (depth < 8)
			read_devices(r, inner, depth + 1);
	}
}

/* The device with that id; -1 after the error that there is none. */
static int find_device(struct reader *r, const yaml_node_t *at, const char *id)
{
	const struct device key = {.id = id};
	const struct device *found =
		r->n ? bsearch(&key, r->device, r->n, sizeof key, compare_devices) : NULL;
	if (!found)
		rg_yaml_refuse(&r->y, at, id, "is an end of a link, and no device");
	return found ? (int)(found - r->device) : -1;
}

/* ---- Links */

/* The ends of a link are src and target; else what its id has before and behind -*-. */
static bool read_ends(struct reader *r, const yaml_node_t *own, int end[2])
{
	static const char between[] = "-*-";
	const char *id = rg_yaml_text(rg_yaml_under(&r->y, own, "id"));
	const char *src = rg_yaml_text(rg_yaml_under(&r->y, own, "src"));
	const char *to = rg_yaml_text(rg_yaml_under(&r->y, own, "target"));
	const char *middle = id ? strstr(id, between) : NULL;
	char *first = middle ? rg_strndup(id, (size_t)(middle - id)) : NULL;
	if (!(src && to)) {
		src = first;
		to = middle ? middle + strlen(between) : NULL;
	}
	if (src && to) {
		end[0] = find_device(r, own, src);
		end[1] = find_device(r, own, to);
	} else {
		end[0] = end[1] = -1;
		rg_yaml_refuse(&r->y, own, id ? id : "id", "of a link does not say what it joins");
	}
	free(first);
	return end[0] >= 0 && end[1] >= 0;
}

/* How many cables a link is. */
static int cables_of(struct reader *r, const yaml_node_t *own)
{
	int n = rg_yaml_length(rg_yaml_under(&r->y, own, "compounded_links"));
	const char *size = rg_yaml_text(rg_yaml_under(&r->y, own, "size"));
	if (!n && size)
		n = atoi(size);
	return n < 1 ? 1 : n > 4096 ? 4096 : n;
}

static void read_link(struct reader *r, const yaml_node_t *own)
{
	int end[2], n = cables_of(r, own);
	if (!read_ends(r, own, end))
		return;
	if (end[0] == end[1]) {
		r->loops++;
		return;
	}
	if (r->cables + (size_t)n > MOST_LINKS) {
		rg_yaml_refuse(&r->y, own, "links", "are too many");
		return;
	}
	r->device[end[0]].cabled = r->device[end[1]].cabled = true;
	for (int i = 0; i < n; i++) {
		r->cable = rg_grow(r->cable, r->cables, &r->cable_cap, sizeof *r->cable);
		r->cable[r->cables++] =
			(struct cable){end[0], end[1], (int)own->start_mark.line + 1};
	}
}

static void read_document(struct reader *r, const yaml_node_t *root)
{
	struct rg_groups *g = &r->y.groups;
	if (rg_yaml_length(root) > 1)
		rg_yaml_refuse(&r->y, rg_yaml_item(&r->y, root, 1), "[",
		               "holds a second graph: give one");
	if (rg_yaml_length(root))
		root = rg_yaml_item(&r->y, root, 0);
	const yaml_node_t *nodes = rg_yaml_under(&r->y, root, "nodes");
	const yaml_node_t *links = rg_yaml_under(&r->y, root, "links");
	if (!nodes || !links) {
		rg_yaml_refuse(&r->y, root, nodes ? "links" : "nodes",
		               "is missing: no graph of NetQ");
		return;
	}
	read_devices(r, nodes, 0);
	if (r->n)
		qsort(r->device, r->n, sizeof *r->device, compare_devices);
	for (size_t i = 1; i < r->n && !r->full && g->d->errors < MISTAKES; i++)
		if (strcmp(r->device[i - 1].id, r->device[i].id) == 0) {
			g->line = r->device[i].line;
			rg_groups_refuse(g, r->device[i].id, "is the id of two devices");
		}
	for (int i = 0; i < rg_yaml_length(links) && g->d->errors < MISTAKES; i++)
		read_link(r, rg_yaml_item(&r->y, links, i));
}

/* ---- The topology */

/* By name, switches first. */
static int compare_for_file(const void *pa, const void *pb)
{
	const struct device *a = *(struct device *const *)pa, *b = *(struct device *const *)pb;
	if (a->is_switch != b->is_switch)
		return a->is_switch ? -1 : 1;
	int order = strverscmp(a->name, b->name);
	return order ? order : strcmp(a->id, b->id);
}

static void add_vertices(struct reader *r, struct rg_topo *t)
{
	struct device **sorted = rg_alloc(r->n, sizeof(struct device *));
	int alone = 0;
	for (size_t i = 0; i < r->n; i++)
		sorted[i] = &r->device[i];
	if (r->n)
		qsort(sorted, r->n, sizeof *sorted, compare_for_file);
	for (size_t i = 0; i < r->n; i++) {
		struct device *d = sorted[i];
		alone += !d->cabled;
		if (d->cabled)
			d->vertex = rg_topo_vertex(t, d->is_switch ? RG_SWITCH : RG_MACHINE,
			                           d->name, d->line);
	}
	free(sorted);
	if (alone)
		rg_warning(t->file, 0, "left out: %d device%s to which no link leads", alone,
		           alone == 1 ? "" : "s");
	if (r->loops)
		rg_warning(t->file, 0, "left out: %d link%s back to where %s", r->loops,
		           r->loops == 1 ? " that leads" : "s that lead",
		           r->loops == 1 ? "it begins" : "they begin");
}

/* The switches of each part that are of the highest tier there. */
static void join_parts(struct reader *r, struct rg_topo *t, const struct rg_joining *join)
{
	int *set = rg_sets_new(t->vertices), tops = 0;
	int *tier = rg_alloc((size_t)t->vertices, sizeof *tier);
	int *top = rg_alloc((size_t)t->vertices, sizeof *top);
	for (int v = 0; v < t->vertices; v++)
		tier[v] = -2;
	for (int l = 0; l < t->links; l++)
		if (t->vertex[t->link[l].a].kind == RG_SWITCH &&
		    t->vertex[t->link[l].b].kind == RG_SWITCH)
			rg_sets_join(set, t->link[l].a, t->link[l].b);
	for (size_t i = 0; i < r->n; i++) {
		const struct device *d = &r->device[i];
		int part = d->vertex >= 0 ? rg_sets_find(set, d->vertex) : -1;
		if (part >= 0 && d->is_switch && d->tier > tier[part])
			tier[part] = d->tier;
	}
	for (size_t i = 0; i < r->n; i++) {
		const struct device *d = &r->device[i];
		if (d->vertex >= 0 && d->is_switch && d->tier == tier[rg_sets_find(set, d->vertex)])
			top[tops++] = d->vertex;
	}
	rg_join_parts(t, top, tops, join, NULL, "switches", r->y.groups.d);
	free(top);
	free(tier);
	free(set);
}

static struct rg_topo *build(struct reader *r, const struct rg_import_request *q)
{
	struct rg_topo *t = rg_topo_new(rg_text_name(q->paths[0]));
	t->name = rg_strdup(q->name);
	add_vertices(r, t);
	for (size_t i = 0; i < r->cables; i++)
		rg_join_two(t, r->device[r->cable[i].a].vertex, r->device[r->cable[i].b].vertex,
		            r->cable[i].line);
	if (!t->links)
		rg_error(r->y.groups.d, t->file, 0, "has no link");
	join_parts(r, t, &q->join);
	if (!r->y.groups.d->errors)
		rg_tell_wires(t, RG_JOINED_WIRES);
	rg_topo_close(t);
	return t;
}

struct rg_topo *rg_netq_read(const struct rg_import_request *q, struct rg_diag *d)
{
	struct reader r = {.y = {.groups = {.d = d, .files = q->paths}}};
	struct rg_topo *t = NULL;
	if (q->n > 1)
		rg_error(d, q->paths[1], 0, "is one file too many: a graph is one");
	yaml_node_t *root = d->errors ? NULL : rg_yaml_load(&r.y);
	if (root)
		read_document(&r, root);
	if (root && !d->errors)
		t = build(&r, q);
	if (root)
		yaml_document_delete(&r.y.document);
	free(r.device);
	free(r.cable);
	if (!d->errors)
		return t;
	rg_topo_free(t);
	return NULL;
}
