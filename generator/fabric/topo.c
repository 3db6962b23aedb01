/* SPDX-License-Identifier: BSD-3-Clause
 * topo: builds the model of a cluster and finds vertices and hosts in it by name.
 */
#include "fabric/topo.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "ringgen/name.h"

const struct rg_telling rg_tellings[RG_TOLDS] = {
	{"startup", RG_TIME, "start-up of a message between machines, at each end"},
	{"alone", RG_TIME, "the same when its two ends alone are busy"},
	{"within", RG_TIME, "a message within a machine"},
	{"stream", RG_RATE, "a long message within a machine"},
	{"notify", RG_TIME, "a notification between processes of a machine"},
	{"eager", RG_SIZE, "a message between machines that does not wait for its receiver"},
	{"burst", RG_SIZE, "what a link between machines carries at once after a rest"},
	{"combine", RG_RATE, "combining, of each process"},
	{"copy", RG_RATE, "copying, of each process"},
};

const char *const rg_rule_names[RG_RULES] = {
	[RG_SHORTEST] = "any",
	[RG_UP_DOWN] = "up-down",
	[RG_DIMENSIONS] = "dimension-order",
	[RG_DRAGONFLY] = "dragonfly",
	[RG_SPANNING_TREE] = "spanning-tree",
};

double rg_link_one_way(const struct rg_link *l)
{
	return l->half ? l->bandwidth / 2 : l->bandwidth;
}

int rg_topo_slowest(const struct rg_topo *t)
{
	int slowest = t->links ? 0 : -1;
	for (int l = 1; l < t->links; l++)
		if (rg_link_one_way(&t->link[l]) < rg_link_one_way(&t->link[slowest]))
			slowest = l;
	return slowest;
}

struct rg_topo *rg_topo_new(const char *file)
{
	struct rg_topo *t = rg_alloc(1, sizeof(*t));
	t->file = rg_strdup(file);
	t->rails = 1;
	for (int k = 0; k < RG_TOLDS; k++)
		t->told[k] = -1;
	return t;
}

static void free_vertex(struct rg_vertex *v)
{
	for (int i = 0; i < v->aliases; i++)
		free(v->alias[i]);
	free(v->alias);
	free(v->position);
	free(v->name);
}

/* Free what rg_topo_close builds. */
static void forget_indices(struct rg_topo *t)
{
	free(t->machine);
	free(t->first);
	free(t->incident);
	free(t->by_name);
	free(t->called);
	t->machine = t->first = t->incident = t->by_name = NULL;
	t->called = NULL;
	t->calleds = 0;
}

void rg_topo_free(struct rg_topo *t)
{
	if (!t)
		return;
	for (int v = 0; v < t->vertices; v++)
		free_vertex(&t->vertex[v]);
	for (int i = 0; i < t->insides; i++) {
		free(t->inside[i]->core);
		free(t->inside[i]);
	}
	for (int v = 0; t->table && v < t->vertices; v++)
		free(t->table[v]);
	free(t->table);
	for (int i = 0; i < t->combinings; i++)
		free(t->combining[i].of);
	free(t->combining);
	free(t->vertex);
	free(t->link);
	free(t->inside);
	forget_indices(t);
	free(t->file);
	free(t->name);
	free(t);
}

int rg_topo_vertex(struct rg_topo *t, enum rg_kind kind, const char *name, int line)
{
	t->vertex = rg_grow(t->vertex, t->vertices, &t->vertex_cap, sizeof(*t->vertex));
	t->vertex[t->vertices] = (struct rg_vertex){
		.kind = kind,
		.name = rg_strdup(name),
		.line = line,
		.machine = kind == RG_MACHINE ? t->machines++ : -1,
	};
	return t->vertices++;
}

int rg_topo_link(struct rg_topo *t, struct rg_link link)
{
	t->link = rg_grow(t->link, t->links, &t->link_cap, sizeof(*t->link));
	t->link[t->links] = link;
	return t->links++;
}

void rg_topo_alias(struct rg_topo *t, int vertex, const char *name)
{
	struct rg_vertex *v = &t->vertex[vertex];
	/* The array doubles whenever its length is a power of two, so it needs no capacity. */
	if (!(v->aliases & (v->aliases - 1)))
		v->alias = rg_realloc(v->alias, v->aliases ? 2 * (size_t)v->aliases : 1,
		                      sizeof(*v->alias));
	v->alias[v->aliases++] = rg_strdup(name);
}

void rg_topo_put(struct rg_topo *t, int vertex, const int *position, int n)
{
	struct rg_vertex *v = &t->vertex[vertex];
	free(v->position);
	v->position = rg_alloc((size_t)n, sizeof *v->position);
	v->positions = n;
	memcpy(v->position, position, (size_t)n * sizeof *position);
}

void rg_topo_combines(struct rg_topo *t, const char *of, double rate)
{
	int i = 0;
	while (i < t->combinings && strcmp(t->combining[i].of, of) != 0)
		i++;
	if (i == t->combinings) {
		t->combining =
			rg_grow(t->combining, (size_t)i, &t->combining_cap, sizeof *t->combining);
		t->combining[t->combinings++].of = rg_strdup(of);
	}
	t->combining[i].rate = rate;
}

double rg_topo_combining(const struct rg_topo *t, const char *of)
{
	for (int i = 0; i < t->combinings; i++)
		if (strcmp(t->combining[i].of, of) == 0)
			return t->combining[i].rate;
	return 0;
}

const char *rg_combining_fault(const char *of)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
	size_t type = strspn(of, letters),
	       op = of[type] == ':' ? strspn(of + type + 1, letters) : 0;
	return !type || !op || of[type + 1 + op] ? "is no TYPE:OPERATION, as double:max" : NULL;
}

const struct rg_inside *rg_topo_inside(struct rg_topo *t, struct rg_inside *inside)
{
	t->inside = rg_grow(t->inside, t->insides, &t->inside_cap, sizeof(struct rg_inside *));
	t->inside[t->insides++] = inside;
	return inside;
}

/* first and incident, by counting: linear, and each vertex keeps its links in file order. */
static void index_links(struct rg_topo *t)
{
	t->first = rg_alloc((size_t)t->vertices + 1, sizeof(int));
	t->incident = rg_alloc(2 * (size_t)t->links, sizeof(int));
	for (int l = 0; l < t->links; l++) {
		t->first[t->link[l].a]++;
		t->first[t->link[l].b]++;
	}
	for (int v = 0; v < t->vertices; v++)
		t->first[v + 1] += t->first[v];
	/* Now first[v] is the end of v's links: filled from the back it becomes the begin. */
	for (int l = t->links - 1; l >= 0; l--) {
		t->incident[--t->first[t->link[l].b]] = l;
		t->incident[--t->first[t->link[l].a]] = l;
	}
}

static void index_machines(struct rg_topo *t)
{
	t->machine = rg_alloc(t->machines, sizeof(int));
	for (int v = 0; v < t->vertices; v++)
		if (t->vertex[v].machine >= 0)
			t->machine[t->vertex[v].machine] = v;
}

static int compare_vertices(const void *a, const void *b, void *topo)
{
	const struct rg_topo *t = topo;
	int v = *(const int *)a, w = *(const int *)b;
	int c = strcmp(t->vertex[v].name, t->vertex[w].name);
	return c ? c : v - w;
}

static void index_names(struct rg_topo *t)
{
	t->by_name = rg_alloc(t->vertices, sizeof(int));
	for (int v = 0; v < t->vertices; v++)
		t->by_name[v] = v;
	qsort_r(t->by_name, t->vertices, sizeof(int), compare_vertices, t);
}

static int compare_called(const void *a, const void *b)
{
	const struct rg_called *c = a, *d = b;
	int order = rg_name_compare(c->name, d->name, SIZE_MAX);
	return order ? order : c->machine - d->machine;
}

static void index_hosts(struct rg_topo *t)
{
	size_t n = 0;
	for (int v = 0; v < t->vertices; v++)
		if (t->vertex[v].machine >= 0)
			n += 1 + (size_t)t->vertex[v].aliases;
	t->called = rg_alloc(n, sizeof(*t->called));
	for (int v = 0; v < t->vertices; v++) {
		const struct rg_vertex *x = &t->vertex[v];
		if (x->machine < 0)
			continue;
		t->called[t->calleds++] = (struct rg_called){x->name, x->machine};
		for (int i = 0; i < x->aliases; i++)
			t->called[t->calleds++] = (struct rg_called){x->alias[i], x->machine};
	}
	qsort(t->called, t->calleds, sizeof(*t->called), compare_called);
}

void rg_topo_close(struct rg_topo *t)
{
	forget_indices(t);
	index_machines(t);
	index_links(t);
	index_names(t);
	index_hosts(t);
}

/* The number that each has of those that are kept, [n]; -1: it is not. Free it. */
static int *renumber(const bool *keep, int n)
{
	int *number = rg_alloc((size_t)n, sizeof *number), kept = 0;
	for (int i = 0; i < n; i++)
		number[i] = keep[i] ? kept++ : -1;
	return number;
}

static void keep_vertices(struct rg_topo *t, const bool *keep)
{
	int n = 0;
	for (int v = 0; v < t->vertices; v++) {
		if (!keep[v]) {
			free_vertex(&t->vertex[v]);
			if (t->table)
				free(t->table[v]);
			continue;
		}
		t->vertex[n] = t->vertex[v];
		if (t->table)
			t->table[n] = t->table[v];
		n++;
	}
	t->vertices = n;
}

void rg_topo_keep(struct rg_topo *t, const bool *vertex, const bool *link)
{
	int *v = renumber(vertex, t->vertices), *l = renumber(link, t->links), n = 0;
	size_t entries = (size_t)t->rails * (size_t)t->machines;
	keep_vertices(t, vertex);
	for (int i = 0; t->table && i < t->vertices; i++)
		for (size_t k = 0; t->table[i] && k < entries; k++)
			t->table[i][k] = t->table[i][k] < 0 ? -1 : l[t->table[i][k]];
	for (int i = 0; i < t->links; i++) {
		struct rg_link x = t->link[i];
		if (!link[i])
			continue;
		x.a = v[x.a];
		x.b = v[x.b];
		t->link[n++] = x;
	}
	t->links = n;
	free(v);
	free(l);
	rg_topo_close(t);
}

int *rg_topo_table(struct rg_topo *t, int vertex)
{
	size_t entries = (size_t)t->rails * (size_t)t->machines;
	if (!t->table)
		t->table = rg_alloc((size_t)t->vertices, sizeof *t->table);
	if (!t->table[vertex]) {
		t->table[vertex] = rg_alloc(entries, sizeof(int));
		for (size_t i = 0; i < entries; i++)
			t->table[vertex][i] = -1;
	}
	return t->table[vertex];
}

int rg_topo_port(const struct rg_topo *t, int machine, int rail)
{
	int ports = rg_topo_ports(t, machine);
	int number = rail < ports ? rail : ports;
	return ports ? t->incident[t->first[t->machine[machine]] + number - 1] : -1;
}

int rg_topo_entry(const struct rg_topo *t, int machine, int rail)
{
	int ports = rg_topo_ports(t, machine);
	int number = t->rails == 1 ? 1 : rail < ports ? rail : ports;
	return number > t->rails ? -1 : (number - 1) * t->machines + machine;
}

void rg_topo_drop_loose(struct rg_topo *t)
{
	int n = 0;
	for (int l = 0; l < t->links; l++)
		if (t->link[l].a >= 0 && t->link[l].b >= 0)
			t->link[n++] = t->link[l];
	t->links = n;
}

int rg_topo_link_to(const struct rg_topo *t, int v, int w, int number)
{
	for (int i = t->first[v]; i < t->first[v + 1]; i++)
		if (rg_topo_other(t, t->incident[i], v) == w && --number == 0)
			return t->incident[i];
	return -1;
}

int rg_topo_outside(const struct rg_topo *t, int machine)
{
	int v = t->machine[machine];
	return t->first[v] < t->first[v + 1] ? rg_topo_other(t, t->incident[t->first[v]], v) : v;
}

int rg_topo_link_number(const struct rg_topo *t, int link)
{
	const struct rg_link *l = &t->link[link];
	int n = 1;
	while (rg_topo_link_to(t, l->a, l->b, n) != link)
		n++;
	return n;
}

int rg_topo_find(const struct rg_topo *t, const char *name)
{
	int low = 0, high = t->vertices; /* the first name that is not before `name` */
	while (low < high) {
		int mid = low + (high - low) / 2;
		if (strcmp(t->vertex[t->by_name[mid]].name, name) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == t->vertices || strcmp(t->vertex[t->by_name[low]].name, name))
		return -1;
	return t->by_name[low];
}

/* Two results of find_called that are not a machine. */
enum { NONE = -1, SEVERAL = -2 };

/* Where a name stands relative to the n bytes of key and `last`: 0 when it consists of these
 * (`last` a dot: and of anything behind it), <0 before those that do. */
static int stands(const char *s, const char *key, size_t n, char last)
{
	int c = rg_name_compare(s, key, n);
	return c ? c : rg_name_lower(s[n]) - last;
}

/* The one machine that is called key[0] ... key[n - 1] and then `last`: '\0' for the name itself,
 * '.' for full names that are so in short. In the order of rg_name_compare those are neighbours. */
static int find_called(const struct rg_topo *t, const char *key, size_t n, char last)
{
	int low = 0, high = t->calleds;
	while (low < high) {
		int mid = low + (high - low) / 2;
		if (stands(t->called[mid].name, key, n, last) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	int found = NONE;
	for (; low < t->calleds && !stands(t->called[low].name, key, n, last); low++) {
		if (last && rg_name_short(t->called[low].name) != n)
			continue;
		if (found >= 0 && found != t->called[low].machine)
			return SEVERAL;
		found = t->called[low].machine;
	}
	return found;
}

int rg_topo_host(const struct rg_topo *t, const char *host)
{
	size_t n = strlen(host), shorter = rg_name_short(host);
	int found = find_called(t, host, n, '\0');
	if (found == NONE)
		found = find_called(t, host, shorter, shorter < n ? '\0' : '.');
	return found == SEVERAL ? -1 : found;
}
