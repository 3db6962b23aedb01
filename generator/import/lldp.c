/* SPDX-License-Identifier: BSD-3-Clause
 * lldp: the leaf switches that hosts hear of. lldpd writes JSON in two forms: `json`, where what is
 * there once is no list and names are keys, and `json0`, where all is a list and names are values
 * (lldpcli(8), src/client/json_writer.c).
 */
#include "import/lldp.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/alloc.h"
#include "base/host_names.h"
#include "import/joining.h"
#include "import/text_lines.h"
#include "import/yaml.h"

enum { MOST_NEIGHBOURS = 4096 /* of a host: more is a mistake, or a trap */ };

/* A port of a host, and the switch that it hears of. */
struct heard {
	char *name;
	int host; /* the file */
	char *port;
	int line;
};

struct reader {
	struct rg_yaml y;
	const struct rg_import_request *q;
	char **host;          /* [q->n] */
	struct heard *heard;  /* [n] */
	size_t n, cap, first; /* first: of the host that is read */
	const char *port;     /* that is read */
	int looked_at;        /* neighbours of that host */
	int others;           /* neighbours that are no switches */
};

/* ---- JSON of both forms */

/* How many there are of what may be one thing or a list, and the i-th. */
static int count(const yaml_node_t *n)
{
	return !n ? 0 : n->type == YAML_SEQUENCE_NODE ? rg_yaml_length(n) : 1;
}

static yaml_node_t *item(struct rg_yaml *y, yaml_node_t *n, int i)
{
	return n->type == YAML_SEQUENCE_NODE ? rg_yaml_item(y, n, i) : n;
}

/* The first of what is under a key. */
static yaml_node_t *first_under(struct rg_yaml *y, const yaml_node_t *n, const char *key)
{
	yaml_node_t *all = rg_yaml_under(y, n, key);
	return count(all) ? item(y, all, 0) : NULL;
}

/* "value": it is a text, or under "value". */
static const char *value_of(struct rg_yaml *y, const yaml_node_t *n)
{
	const char *text = rg_yaml_text(n);
	return text ? text : rg_yaml_text(rg_yaml_under(y, n, "value"));
}

/* ---- A neighbour */

/* Is something said of what it can do, and none of that is to pass on what is for others? */
static bool is_no_switch(struct rg_yaml *y, const yaml_node_t *chassis)
{
	yaml_node_t *all = rg_yaml_under(y, chassis, "capability");
	for (int i = 0; i < count(all); i++) {
		const yaml_node_t *own = item(y, all, i);
		const char *type = rg_yaml_text(rg_yaml_under(y, own, "type"));
		const char *enabled = rg_yaml_text(rg_yaml_under(y, own, "enabled"));
		bool passes = type &&
		              (strcasecmp(type, "Bridge") == 0 || strcasecmp(type, "Router") == 0);
		if (passes && (!enabled || strcasecmp(enabled, "true") == 0))
			return false;
	}
	return count(all) > 0;
}

/* A name as switches have it; where that is its address: with dashes. */
static char *clean(const char *name)
{
	char *s = rg_strdup(name);
	for (char *c = s; *c; c++)
		*c = *c == ':' || *c == ' ' || *c == '(' || *c == ')' ? '-' : *c;
	return s;
}

/* A neighbour, by its name, NULL: its identity is in it. */
static void hear(struct reader *r, int host, const char *name, const yaml_node_t *chassis)
{
	struct rg_yaml *y = &r->y;
	const char *id = value_of(y, first_under(y, chassis, "id"));
	if (r->looked_at++ >= MOST_NEIGHBOURS)
		return;
	if (!name)
		name = value_of(y, first_under(y, chassis, "name"));
	if (!name || !*name)
		name = id;
	rg_yaml_look_at(y, chassis);
	if (!name) {
		rg_groups_refuse(&y->groups, r->port, "has a neighbour without a name or id");
		return;
	}
	if (is_no_switch(y, chassis)) {
		r->others++;
		return;
	}
	char *own = clean(name);
	const char *wrong = rg_name_fault(own);
	if (wrong)
		rg_groups_refuse(&y->groups, name, wrong);
	for (size_t i = r->first; i < r->n; i++)
		if (strcmp(r->heard[i].name, own) == 0 && strcmp(r->heard[i].port, r->port) == 0) {
			free(own);
			return;
		}
	r->heard = rg_grow(r->heard, r->n, &r->cap, sizeof *r->heard);
	r->heard[r->n++] = (struct heard){own, host, rg_strdup(r->port), y->groups.line};
}

/* "chassis": {"leaf1": {"id": ...}}, {"id": ...}, or [{"id": [...], "name": [...]}] */
static void read_chassis(struct reader *r, int host, yaml_node_t *all)
{
	for (int i = 0; i < count(all); i++) {
		yaml_node_t *own = item(&r->y, all, i), *value;
		if (rg_yaml_under(&r->y, own, "id") || !rg_yaml_pairs(own)) {
			hear(r, host, NULL, own);
			continue;
		}
		for (int k = 0; k < rg_yaml_pairs(own); k++) {
			const char *name = rg_yaml_pair(&r->y, own, k, &value);
			hear(r, host, name, value);
		}
	}
}

/* ---- The ports of a host */

/* "interface": {"eth0": {...}}, [{"eth0": {...}}, ...], or [{"name": "eth0", ...}] */
static void read_interface(struct reader *r, int host, yaml_node_t *own)
{
	struct rg_yaml *y = &r->y;
	yaml_node_t *value;
	if (rg_yaml_under(y, own, "chassis")) {
		const char *name = rg_yaml_text(rg_yaml_under(y, own, "name"));
		r->port = name ? name : "interface";
		read_chassis(r, host, rg_yaml_under(y, own, "chassis"));
		return;
	}
	for (int k = 0; k < rg_yaml_pairs(own); k++) {
		r->port = rg_yaml_pair(y, own, k, &value);
		read_chassis(r, host, rg_yaml_under(y, value, "chassis"));
	}
}

static void read_host(struct reader *r, int host)
{
	struct rg_yaml *y = &r->y;
	y->groups.file = host;
	yaml_node_t *root = rg_yaml_load(y);
	if (!root)
		return;
	yaml_node_t *lldp = rg_yaml_under(y, root, "lldp");
	size_t before = r->first = r->n;
	r->looked_at = 0;
	int errors = y->groups.d->errors;
	if (!lldp)
		rg_yaml_refuse(y, root, "lldp", "is missing: not what 'lldpctl -f json' prints");
	for (int i = 0; i < count(lldp); i++) {
		yaml_node_t *all = rg_yaml_under(y, item(y, lldp, i), "interface");
		for (int k = 0; k < count(all) && r->looked_at < MOST_NEIGHBOURS; k++)
			read_interface(r, host, item(y, all, k));
	}
	if (r->looked_at >= MOST_NEIGHBOURS)
		rg_error(y->groups.d, rg_text_name(r->q->paths[host]), 0,
		         "has more than %d neighbours", MOST_NEIGHBOURS);
	if (lldp && r->n == before && y->groups.d->errors == errors)
		rg_error(y->groups.d, rg_text_name(r->q->paths[host]), 0,
		         "has no port that hears of a switch");
	yaml_document_delete(&y->document);
}

/* The host is called as its file, without the folder and .json. */
static void name_host(struct reader *r, int host)
{
	const char *path = r->q->paths[host], *slash = strrchr(path, '/');
	const char *base = slash ? slash + 1 : path;
	size_t n = strlen(base);
	bool json = n > 5 && strcmp(base + n - 5, ".json") == 0;
	r->host[host] = rg_strndup(base, json ? n - 5 : n);
	const char *wrong = rg_host_fault(r->host[host]);
	if (strcmp(path, "-") == 0)
		rg_error(r->y.groups.d, rg_text_name(path), 0,
		         "has no name, by which its host could be called: give files");
	else if (wrong)
		rg_error(r->y.groups.d, path, 0,
		         "\"%.80s\" %s (the file is called as its host, with .json behind)",
		         r->host[host], wrong);
}

/* ---- The topology */

static int compare_heard(const void *pa, const void *pb)
{
	const struct heard *a = pa, *b = pb;
	int order = strverscmp(a->name, b->name);
	if (order)
		return order;
	return a->host != b->host ? (a->host > b->host) - (a->host < b->host)
	                          : strverscmp(a->port, b->port);
}

static struct rg_topo *build(struct reader *r)
{
	const struct rg_import_request *q = r->q;
	struct rg_diag *d = r->y.groups.d;
	struct rg_topo *t = rg_topo_new(rg_text_name(q->paths[0]));
	int *leaf = rg_alloc(r->n, sizeof *leaf), *host = rg_alloc((size_t)q->n, sizeof *host);
	int leaves = 0;
	t->name = rg_strdup(q->name);
	qsort(r->heard, r->n, sizeof *r->heard, compare_heard);
	for (size_t i = 0; i < r->n; i++)
		if (!i || strcmp(r->heard[i - 1].name, r->heard[i].name) != 0)
			leaf[leaves++] = rg_topo_vertex(t, RG_SWITCH, r->heard[i].name, 0);
	for (int i = 0; i < q->n; i++)
		host[i] = rg_topo_vertex(t, RG_MACHINE, r->host[i], 0);
	for (size_t i = 0, at = 0; i < r->n; i++) {
		at += i && strcmp(r->heard[i - 1].name, r->heard[i].name) != 0;
		rg_join_two(t, leaf[at], host[r->heard[i].host], 0);
	}
	if (r->others)
		rg_warning(t->file, 0, "left out: %d neighbour%s that %s no switch", r->others,
		           r->others == 1 ? "" : "s", r->others == 1 ? "is" : "are");
	rg_join_parts(t, leaf, leaves, &q->join, NULL, "leaf switches", d);
	if (leaves > 1 && !q->join.name)
		rg_warning(t->file, 0,
		           "hosts hear of their leaf switches alone: nothing is told of what joins "
		           "these %d, nor of what lies above",
		           leaves);
	rg_tell_wires(t, RG_JOINED_WIRES);
	rg_topo_close(t);
	free(leaf);
	free(host);
	return t;
}

struct rg_topo *rg_lldp_read(const struct rg_import_request *q, struct rg_diag *d)
{
	struct reader r = {.y = {.groups = {.d = d, .files = q->paths}}, .q = q};
	struct rg_topo *t = NULL;
	r.host = rg_alloc((size_t)q->n, sizeof *r.host);
	for (int i = 0; i < q->n; i++) {
		name_host(&r, i);
		read_host(&r, i);
	}
	if (!d->errors)
		t = build(&r);
	for (size_t i = 0; i < r.n; i++) {
		free(r.heard[i].name);
		free(r.heard[i].port);
	}
	for (int i = 0; i < q->n; i++)
		free(r.host[i]);
	free(r.heard);
	free(r.host);
	if (!d->errors)
		return t;
	rg_topo_free(t);
	return NULL;
}
