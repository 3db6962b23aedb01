/* SPDX-License-Identifier: BSD-3-Clause
 * order: depth-first order of the machines, subsets of it, the ranks on it, and its file formats.
 */
#include "order/order.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/xml_text.h"
#include "fabric/check.h"
#include "fabric/naming.h"
#include "fabric/spread.h"
#include "ringgen/again.h"

int *rg_order(const struct rg_topo *t)
{
	int *order = rg_alloc(t->machines, sizeof(int)), n = 0;
	int *next = rg_alloc(t->vertices, sizeof(int)); /* of v's links, the one to look at next */
	int *up = rg_alloc(t->vertices, sizeof(int));   /* the link by which v was entered */
	int depth = t->vertices ? 1 : 0;
	int *path = rg_alloc(t->vertices, sizeof(int)); /* the vertices entered and not yet left */
	memcpy(next, t->first, t->vertices * sizeof(int));
	if (depth)
		up[0] = -1; /* and path[0] is vertex 0 */
	while (depth > 0) {
		int v = path[depth - 1];
		if (next[v] == t->first[v] && t->vertex[v].machine >= 0)
			order[n++] = t->vertex[v].machine;
		if (next[v] < t->first[v + 1] && t->incident[next[v]] == up[v])
			next[v]++;
		if (next[v] == t->first[v + 1]) {
			depth--;
			continue;
		}
		int l = t->incident[next[v]++], w = rg_topo_other(t, l, v);
		up[w] = l;
		path[depth++] = w;
	}
	free(next);
	free(up);
	free(path);
	return order;
}

static int *find_islands(const struct rg_topo *t, const int *dfs)
{
	int *island = rg_alloc((size_t)t->machines, sizeof *island);
	for (int i = 1; i < t->machines; i++)
		island[dfs[i]] = island[dfs[i - 1]] +
		                 (rg_topo_outside(t, dfs[i]) != rg_topo_outside(t, dfs[i - 1]));
	return island;
}

/* Bytes a second that a machine's first link carries; without one, more than any. */
static double bandwidth(const struct rg_topo *t, int machine)
{
	int v = t->machine[machine];
	return t->first[v] < t->first[v + 1] ? t->link[t->incident[t->first[v]]].bandwidth
	                                     : INFINITY;
}

static int *find_gateways(const struct rg_topo *t, const int *dfs)
{
	int *gateway = rg_alloc((size_t)t->machines, sizeof *gateway);
	double slowest = INFINITY, left = 0; /* of what the gateway can carry */
	for (int i = 0; i < t->machines; i++)
		slowest = fmin(slowest, bandwidth(t, i));
	for (int i = 0, last = -1; i < t->machines; i++) {
		double own = bandwidth(t, dfs[i]);
		bool slow = own < 2 * slowest;
		left = slow ? left - own : own - 2 * slowest;
		last = !slow ? dfs[i] : left < 0 ? -1 : last;
		gateway[dfs[i]] = last < 0 ? dfs[i] : last;
	}
	return gateway;
}

/* Of each vertex the one above it in a tree that spans the graph. */
static int *find_parents(const struct rg_topo *t)
{
	const size_t all = (size_t)t->vertices;
	int *parent = rg_alloc(all, sizeof *parent), *more = rg_alloc(3 * all, sizeof *more);
	rg_span_tree(t, more, parent, more + all, more + 2 * all);
	free(more);
	return parent;
}

/* Is the vertex v, or below it? */
static bool is_below(const int *parent, int v, int w)
{
	while (w >= 0 && w != v)
		w = parent[w];
	return w == v;
}

/* The part of the tree that hangs at the lowest switch above all machines. */
static int *find_groups(const struct rg_topo *t)
{
	int *group = rg_alloc((size_t)t->machines, sizeof *group), *parent = find_parents(t);
	int top = rg_topo_outside(t, 0);
	for (int i = 0; i < t->machines; i++)
		while (top >= 0 && !is_below(parent, top, t->machine[i]))
			top = parent[top]; /* -1: nothing joins all machines */
	for (int i = 0; i < t->machines; i++) {
		int v = rg_topo_outside(t, i);
		while (v != top && parent[v] >= 0 && parent[v] != top)
			v = parent[v];
		group[i] = v;
	}
	free(parent);
	return group;
}

/* The depth of the lowest vertex above each machine and the one before it in the order. */
static int *find_forks(const struct rg_topo *t, const int *dfs)
{
	const size_t all = (size_t)t->vertices;
	int *fork = rg_alloc((size_t)t->machines, sizeof *fork),
	    *more = rg_alloc(4 * all, sizeof *more);
	int *parent = more, *depth = more + all;
	rg_span_tree(t, more + 2 * all, parent, depth, more + 3 * all);
	for (int i = 1; i < t->machines; i++) {
		int a = t->machine[dfs[i - 1]], b = t->machine[dfs[i]];
		while (a != b && a >= 0 && b >= 0) {
			int *lower = depth[a] > depth[b] ? &a : &b;
			*lower = parent[*lower];
		}
		fork[dfs[i]] = a == b ? depth[a] : 0; /* else nothing joins them */
	}
	free(more);
	return fork;
}

/* Off trees, where the machines of a job have an order of their own, a machine has the number of
 * its switch, and no gateway. */
static int *find_numbers(const struct rg_topo *t, enum rg_level level)
{
	int *number = rg_alloc((size_t)t->machines, sizeof *number);
	for (int i = 0; i < t->machines; i++)
		number[i] = level == RG_ON_SWITCH ? rg_topo_outside(t, i) : i;
	return number;
}

int *rg_order_level(const struct rg_topo *t, const int *dfs, enum rg_level level)
{
	if (level == RG_IN_GROUP)
		return find_groups(t);
	if (level == RG_IN_BRANCH)
		return find_forks(t, dfs);
	if (!rg_is_tree(t))
		return find_numbers(t, level);
	return level == RG_AT_GATEWAY ? find_gateways(t, dfs) : find_islands(t, dfs);
}

/* Some systems number their hosts: 28 is nid00028 there. A hint that names the one machine whose
 * name is other letters, zeros and that number; "" if there is none, or several. */
static const char *hint_of(const struct rg_topo *t, const char *number, char *buf, size_t room)
{
	size_t digits = strspn(number, "0123456789");
	const char *found = NULL;
	for (int m = 0; m < t->machines && digits && !number[digits]; m++) {
		const char *name = t->vertex[t->machine[m]].name;
		size_t n = strlen(name), at = n > digits ? n - digits : 0;
		if (!at || strcmp(name + at, number) != 0)
			continue;
		while (at && name[at - 1] == '0')
			at--;
		if (!at || strchr("123456789", name[at - 1]))
			continue;
		if (found)
			return "";
		found = name;
	}
	if (!found)
		return "";
	snprintf(buf, room, " (a number: is it %s? An alias in the file says so)", found);
	return buf;
}

/* The machine of entry i of the list, or -1 after an error. */
static int find_host(const struct rg_topo *t, const struct rg_hosts *h, int i,
                     struct rg_callers *callers, struct rg_diag *d)
{
	const char *name = h->host[i].name;
	char hint[400];
	int machine = rg_callers_find(callers, h->file, h->host[i].line, name, d);
	if (machine != RG_NOBODY)
		return machine;
	int v = rg_topo_find(t, name);
	if (v >= 0 && t->vertex[v].machine < 0)
		rg_error(d, h->file, h->host[i].line, "\"%s\" is a switch of %s, not a machine",
		         name, t->file);
	else
		rg_error(d, h->file, h->host[i].line,
		         "\"%s\" is not the name or alias of one machine of %s%s%s", name, t->file,
		         !h->file && h->n == 1 ? ", nor a file of hosts" : "",
		         hint_of(t, name, hint, sizeof hint));
	return -1;
}

/* A list that has so many mistakes belongs to another cluster, or a range in it is a mistake. */
enum { MISTAKES_MOST = 100 };

/* Are there more mistakes since `before` than anybody reads? Then entry i is the last that is
 * looked at. */
static bool gives_up(const struct rg_hosts *h, int i, int before, struct rg_diag *d)
{
	if (d->errors - before < MISTAKES_MOST || i + 1 == h->n)
		return false;
	rg_error(d, h->file, h->host[i].line,
	         "the %d hosts after \"%s\" are not looked at: there are %d mistakes so far",
	         h->n - i - 1, h->host[i].name, d->errors - before);
	return true;
}

/* The core of a rank that entry e puts on a machine; `taken` ranks are there already. -2 after an
 * error. */
static int core_of(const struct rg_topo *t, const struct rg_hosts *h, const struct rg_host *e,
                   int machine, int taken, struct rg_diag *d)
{
	const struct rg_vertex *v = &t->vertex[t->machine[machine]];
	if (!v->inside)
		return -1;
	if (e->core < 0)
		return taken < v->inside->cores ? taken : -1;
	int first = 0, last = v->inside->cores; /* of the cores that the number counts */
	if (e->package >= 0) {
		while (first < last && v->inside->core[first].package < e->package)
			first++;
		last = first;
		while (last < v->inside->cores && v->inside->core[last].package == e->package)
			last++;
	}
	if (e->core < last - first)
		return first + e->core;
	rg_error(d, h->file, e->line, "core %d: machine \"%s\" has %d core%s%s", e->core, v->name,
	         last - first, last - first == 1 ? "" : "s",
	         e->package >= 0 ? " in that package" : "");
	return -2;
}

/* How many ranks the list has, or -1 after an error. */
static int count_ranks(const struct rg_hosts *h, struct rg_diag *d)
{
	int total = 0;
	for (int i = 0; i < h->n; i++) {
		if (h->host[i].ranks > RG_HOSTS_MOST - total) {
			rg_error(d, h->file, h->host[i].line, "\"%s\": more than %d ranks in all",
			         h->host[i].name, RG_HOSTS_MOST);
			return -1;
		}
		total += h->host[i].ranks;
	}
	return total;
}

/* machine[i] is that of entry i. */
static void tell_again(const struct rg_topo *t, const struct rg_hosts *h, const int *machine)
{
	int *times = rg_alloc((size_t)t->machines, sizeof *times);
	struct rg_again a;
	struct rg_text also = {0};
	rg_text_add(&also, "");
	if (rg_again_find(machine, h->n, times, t->machines, &a)) {
		const struct rg_host *first = &h->host[a.first], *second = &h->host[a.second];
		if (strcmp(first->name, second->name) != 0)
			rg_textf(&also, " as \"%s\"", first->name);
		if (h->file)
			rg_warning(h->file, second->line,
			           "host \"%s\" stands here again, first on line %d%s, %d times in "
			           "all: most others stand in the list once",
			           second->name, first->line, also.s, a.times);
		else
			rg_warning(NULL, 0,
			           "host \"%s\" stands in the list again, at place %d after place "
			           "%d%s, %d times in all: most others stand in it once",
			           second->name, a.second + 1, a.first + 1, also.s, a.times);
		if (a.others)
			rg_warning(h->file, 0, "so do%s %d more host%s", a.others == 1 ? "es" : "",
			           a.others, a.others == 1 ? "" : "s");
	}
	rg_text_free(&also);
	free(times);
}

int rg_order_ranks(const struct rg_topo *t, const struct rg_hosts *h, struct rg_place **ring,
                   struct rg_diag *d)
{
	*ring = NULL;
	int before = d->errors, total = count_ranks(h, d), n = 0;
	if (total < 0)
		return -1;
	int *taken = rg_alloc(t->machines, sizeof(int)), *machine = rg_alloc(h->n, sizeof(int));
	struct rg_place *place = rg_alloc(total, sizeof(*place));
	struct rg_callers *callers = rg_callers_new(t);
	for (int i = 0; i < h->n && !gives_up(h, i, before, d); i++) {
		int m = machine[i] = find_host(t, h, i, callers, d), core = 0;
		for (int k = 0; m >= 0 && core != -2 && k < h->host[i].ranks; k++) {
			core = core_of(t, h, &h->host[i], m, taken[m]++, d);
			place[n++] = (struct rg_place){m, core};
		}
	}
	if (d->errors == before)
		tell_again(t, h, machine);
	else
		n = -1;
	free(taken);
	free(machine);
	rg_callers_free(callers);
	if (n >= 0)
		*ring = place;
	else
		free(place);
	return n;
}

void rg_order_subset(const struct rg_topo *t, const int *order, int *machines, int n)
{
	int *count = rg_alloc(t->machines, sizeof(int));
	for (int i = 0; i < n; i++)
		count[machines[i]]++;
	for (int i = 0, k = 0; i < t->machines; i++)
		while (count[order[i]]-- > 0)
			machines[k++] = order[i];
	free(count);
}

struct rg_place *rg_order_places(const struct rg_topo *t, const int *machines, int n, int each)
{
	struct rg_place *place = rg_alloc((size_t)n * each, sizeof(*place)), *p = place;
	for (int i = 0; i < n; i++) {
		const struct rg_inside *in = t->vertex[t->machine[machines[i]]].inside;
		for (int k = 0; k < each; k++)
			*p++ = (struct rg_place){machines[i], in && k < in->cores ? k : -1};
	}
	return place;
}

int rg_format_find(const char *name)
{
	static const struct {
		const char *name;
		enum rg_format format;
	} formats[] = {
		{"names", RG_NAMES},       {"mpich", RG_MPICH},     {"openmpi", RG_OPENMPI},
		{"rankfile", RG_RANKFILE}, {"slurm", RG_SLURM},     {"seq", RG_SLURM},
		{"pbs", RG_SLURM},         {"intel", RG_MPICH},     {"mvapich", RG_MPICH},
		{"pals", RG_NAMES},        {"cray", RG_RANK_ORDER}, {"torchrun", RG_NODE_RANKS},
		{"deepspeed", RG_OPENMPI}, {"xml", RG_XML},
	};
	for (int i = 0; i < (int)(sizeof(formats) / sizeof(*formats)); i++)
		if (!strcmp(name, formats[i].name))
			return (int)formats[i].format;
	return -1;
}

static void print_attribute(struct rg_text *out, const char *name, const char *s)
{
	rg_textf(out, " %s=\"", name);
	rg_xml_text(out, s);
	rg_text_add(out, "\"");
}

/* The number-th machine of the order, with its ranks first ... first + each - 1. */
static void print_machine(const char *name, int number, int first, int each, enum rg_format format,
                          struct rg_text *out)
{
	switch (format) {
	case RG_NAMES:
		rg_textf(out, "%s\n", name);
		break;
	case RG_MPICH:
		rg_textf(out, "%s:%d\n", name, each);
		break;
	case RG_OPENMPI:
		rg_textf(out, "%s slots=%d\n", name, each);
		break;
	case RG_RANKFILE:
		/* rg_order_places puts the k-th rank on core k, which is what `slot=k` means. */
		for (int k = 0; k < each; k++)
			rg_textf(out, "rank %d=%s slot=%d\n", first + k, name, k);
		break;
	case RG_SLURM:
		for (int k = 0; k < each; k++)
			rg_textf(out, "%s\n", name);
		break;
	case RG_NODE_RANKS:
		rg_textf(out, "%d %s\n", number, name);
		break;
	case RG_RANK_ORDER: /* print_slots */
		break;
	case RG_XML:
		rg_text_add(out, "\t<machine");
		print_attribute(out, "id", name);
		rg_textf(out, " ranks=\"%d\"/>\n", each);
		break;
	}
}

/* The ranks of the places that a launcher fills in its own order of the machines, listed[n]; NULL:
 * by their numbers. */
static void print_slots(const struct rg_topo *t, const int *listed, const int *machines, int n,
                        const int *first, struct rg_text *out)
{
	int *at = rg_alloc((size_t)t->machines, sizeof *at); /* 1 + where it is in the order */
	const char *between = "";
	for (int i = 0; i < n; i++)
		at[machines[i]] = i + 1;
	for (int i = 0; i < (listed ? n : t->machines); i++) {
		int k = at[listed ? listed[i] : i] - 1;
		for (int rank = k < 0 ? 0 : first[k]; k >= 0 && rank < first[k + 1]; rank++) {
			rg_textf(out, "%s%d", between, rank);
			between = ",";
		}
	}
	rg_text_add(out, "\n");
	free(at);
}

void rg_order_print(const struct rg_topo *t, char *const *called, const int *listed,
                    const int *machines, int n, const int *first, enum rg_format format,
                    struct rg_text *out)
{
	if (format == RG_RANK_ORDER)
		print_slots(t, listed, machines, n, first, out);
	if (format == RG_XML) {
		rg_text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<order");
		print_attribute(out, "topology", t->name ? t->name : "");
		rg_textf(out, " ranks=\"%d\">\n", first[n]);
	}
	for (int i = 0; i < n; i++)
		print_machine(called && called[machines[i]]
		                      ? called[machines[i]]
		                      : t->vertex[t->machine[machines[i]]].name,
		              i, first[i], first[i + 1] - first[i], format, out);
	if (format == RG_XML)
		rg_text_add(out, "</order>\n");
}
