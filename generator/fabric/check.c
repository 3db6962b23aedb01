/* SPDX-License-Identifier: BSD-3-Clause
 * check: is a topology sound? One forest of links, grown in file order, answers what is a cycle and
 * what cannot be reached.
 */
#include "fabric/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sets.h"
#include "base/units.h"
#include "fabric/naming.h"
#include "fabric/rail.h"
#include "fabric/rules.h"
#include "fabric/spread.h"

enum {
	CYCLES_NAMED = 20,  /* so many cycles are named by their vertices, */
	LONGEST_CYCLE = 16, /* of which at most so many are listed */
	MOST_NARROW = 8,    /* oversubscribed links in the summary */
	LABEL = 16,         /* width of its first column */
};

static const char *kind_of(const struct rg_vertex *v)
{
	return v->kind == RG_SWITCH ? "switch" : "machine";
}

/* ---- Links ---- */

/* The links that join what was apart, taken in file order: a forest that spans the graph. */
struct forest {
	int *set;     /* [vertices] base/sets.h */
	bool *joins;  /* [links] is it one of the forest's? */
	int *parent;  /* [vertices] towards the first vertex of the component, once rooted; else -1
	               */
	int *depth;   /* [vertices] */
	int *visited; /* [vertices] in breadth-first order */
	int cycles;   /* links that close one, so far */
};

static bool is_loop(const struct rg_link *l)
{
	return l->a == l->b;
}

/* Join the ends of every link, in the order of the file. */
static void grow_forest(const struct rg_topo *t, struct forest *f)
{
	for (int l = 0; l < t->links; l++)
		f->joins[l] = rg_sets_join(f->set, t->link[l].a, t->link[l].b);
}

/* Visit the component of `root` along the forest, behind the n vertices visited so far. */
static int root_tree(const struct rg_topo *t, struct forest *f, int root, int n)
{
	int at = n;

	f->parent[root] = -1;
	f->visited[n++] = root;
	for (; at < n; at++) {
		int v = f->visited[at];

		for (int i = t->first[v]; i < t->first[v + 1]; i++) {
			int w = rg_topo_other(t, t->incident[i], v);

			if (!f->joins[t->incident[i]] || w == f->parent[v])
				continue;
			f->parent[w] = v;
			f->depth[w] = f->depth[v] + 1;
			f->visited[n++] = w;
		}
	}
	return n;
}

static struct forest new_forest(const struct rg_topo *t)
{
	size_t n = (size_t)t->vertices;
	struct forest f = {
		.set = rg_sets_new(t->vertices),
		.joins = rg_alloc((size_t)t->links, sizeof(bool)),
		.parent = rg_alloc(n, sizeof(int)),
		.depth = rg_alloc(n, sizeof(int)),
		.visited = rg_alloc(n, sizeof(int)),
	};
	int visited = 0;

	grow_forest(t, &f);
	for (int v = 0; v < t->vertices; v++)
		if (rg_sets_find(f.set, v) == v)
			visited = root_tree(t, &f, v, visited);
	return f;
}

static void free_forest(struct forest *f)
{
	free(f->set);
	free(f->joins);
	free(f->parent);
	free(f->depth);
	free(f->visited);
}

/* Where the ways of a and b to their root meet. */
static int meeting(const struct forest *f, int a, int b)
{
	while (a != b) {
		if (f->depth[a] >= f->depth[b])
			a = f->parent[a];
		else
			b = f->parent[b];
	}
	return a;
}

/* The vertices from a to b along the forest, into a new array of *n. */
static int *path_between(const struct forest *f, int a, int b, int *n)
{
	int top = meeting(f, a, b);
	int up = f->depth[a] - f->depth[top], down = f->depth[b] - f->depth[top];
	int *path = rg_alloc((size_t)(up + down) + 1, sizeof(*path));

	*n = up + down + 1;
	for (int i = 0; i <= up; i++, a = f->parent[a])
		path[i] = a;
	for (int i = *n - 1; i > up; i--, b = f->parent[b])
		path[i] = b;
	return path;
}

/* Name the cycle that link l closes, from its earlier end on; the middle of a long one is left
 * out. */
static void report_cycle(const struct rg_topo *t, const struct forest *f, int l, struct rg_diag *d)
{
	const struct rg_link *link = &t->link[l];
	int low = link->a < link->b ? link->a : link->b, n;
	int *path = path_between(f, low, rg_topo_other(t, l, low), &n);
	int left_out = n > LONGEST_CYCLE ? n - LONGEST_CYCLE : 0;
	struct rg_text names = {0};

	for (int i = 0; i < n; i++) {
		if (left_out && i == LONGEST_CYCLE / 2) {
			rg_textf(&names, "(%d more) - ", left_out);
			i += left_out;
		}
		rg_textf(&names, "%s - ", t->vertex[path[i]].name);
	}
	rg_error(d, t->file, link->line, "the links form a cycle: %s%s (this command is for trees)",
	         names.s, t->vertex[low].name);
	rg_text_free(&names);
	free(path);
}

/* A cycle is reported at the link that closes it. Naming one costs its length, so that is done
 * for the first ones only. */
static void check_cycle(const struct rg_topo *t, struct forest *f, int l, struct rg_diag *d)
{
	const struct rg_link *link = &t->link[l];

	if (f->cycles++ < CYCLES_NAMED)
		report_cycle(t, f, l, d);
	else
		rg_error(d, t->file, link->line,
		         "the link '%s' - '%s' closes a cycle (this command is for trees)",
		         t->vertex[link->a].name, t->vertex[link->b].name);
}

/* The machine at an end of link l that had a link before l; -1: none. In a graph it may: a host has
 * several ports, which lead to switches. */
static int machine_within(const struct rg_topo *t, int l, bool tree)
{
	int ends[] = {t->link[l].a, t->link[l].b};
	bool leads_out =
		t->vertex[ends[0]].kind == RG_SWITCH || t->vertex[ends[1]].kind == RG_SWITCH;

	for (int k = 0; k < 2 && (tree || !leads_out); k++) {
		int v = ends[k], i = t->first[v];

		while (i < t->first[v + 1] && is_loop(&t->link[t->incident[i]]))
			i++;
		if (t->vertex[v].kind == RG_MACHINE && t->incident[i] != l)
			return v;
	}
	return -1;
}

static void check_links(const struct rg_topo *t, struct forest *f, bool tree, struct rg_diag *d)
{
	for (int l = 0; l < t->links; l++) {
		const struct rg_link *link = &t->link[l];
		int machine;

		if (is_loop(link)) {
			rg_error(d, t->file, link->line, "the link joins '%s' to itself",
			         t->vertex[link->a].name);
			continue;
		}
		machine = machine_within(t, l, tree);
		if (machine >= 0)
			rg_error(d, t->file, link->line,
			         "machine '%s' has more than one link: what joins others is a "
			         "<switch>",
			         t->vertex[machine].name);
		else if (!f->joins[l] && tree)
			check_cycle(t, f, l, d);
	}
}

/* Each component but the first is reported at its first vertex; in a graph that need not be a tree
 * what has no link at all. */
static void check_connected(const struct rg_topo *t, struct forest *f, bool tree, struct rg_diag *d)
{
	for (int v = 1; v < t->vertices; v++)
		if (rg_sets_find(f->set, v) == v && (tree || t->first[v] == t->first[v + 1]))
			rg_error(d, t->file, t->vertex[v].line,
			         "%s '%s' cannot be reached from '%s' (add a <link>)",
			         kind_of(&t->vertex[v]), t->vertex[v].name, t->vertex[0].name);
}

/* Whether it has to be a tree. */
static int check(const struct rg_topo *t, bool tree, struct rg_diag *d)
{
	int before = d->errors;
	struct forest f = new_forest(t);

	if (t->machines == 0)
		rg_error(d, t->file, t->line, "the topology has no machine (add a <node>)");
	rg_check_names(t, d);
	check_links(t, &f, tree, d);
	check_connected(t, &f, tree, d);
	rg_rules_check(t, d);
	if (tree && t->table && d->errors == before)
		rg_error(d, t->file, t->line,
		         "there are forwarding tables: this command is for trees without any");
	free_forest(&f);
	return d->errors == before ? 0 : -1;
}

int rg_check_tree(const struct rg_topo *t, struct rg_diag *d)
{
	return check(t, true, d);
}

int rg_check_graph(const struct rg_topo *t, struct rg_diag *d)
{
	return check(t, false, d);
}

void rg_check_rest(const struct rg_topo *t, bool whole, struct rg_diag *d)
{
	struct forest f = new_forest(t);

	if (whole && t->machines == 0)
		rg_error(d, t->file, t->line, "the topology has no machine (add a <node>)");
	rg_check_names(t, d);
	check_links(t, &f, false, d);
	if (whole)
		check_connected(t, &f, false, d);
	rg_rules_check(t, d);
	free_forest(&f);
}

bool rg_is_tree(const struct rg_topo *t)
{
	struct forest f = new_forest(t);
	bool tree = !t->table && t->links == t->vertices - 1;
	for (int v = 1; v < t->vertices && tree; v++)
		tree = rg_sets_find(f.set, v) == 0;
	for (int i = 0; i < t->machines && tree; i++)
		tree = t->first[t->machine[i] + 1] - t->first[t->machine[i]] < 2;
	free_forest(&f);
	return tree;
}

/* ---- The overview ---- */

static int compare_narrow(const void *a, const void *b)
{
	const struct rg_narrow *x = a, *y = b;
	double over = x->demand / x->carries, under = y->demand / y->carries;

	if (over != under)
		return over < under ? 1 : -1;
	if (x->link != y->link)
		return x->link < y->link ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

/* For each vertex: the machines of its subtree and what they can send, leaves first. */
static void sum_subtrees(const struct rg_topo *t, const struct forest *f, int *machines,
                         double *sends)
{
	for (int k = t->vertices - 1; k >= 0; k--) {
		int v = f->visited[k], parent = f->parent[v];

		if (t->vertex[v].kind == RG_MACHINE && t->first[v] < t->first[v + 1]) {
			machines[v]++;
			sends[v] += rg_link_one_way(&t->link[t->incident[t->first[v]]]);
		}
		if (parent < 0)
			continue;
		machines[parent] += machines[v];
		sends[parent] += sends[v];
	}
}

/* The oversubscribed links, worst first: what crosses a link is limited by the side that can send
 * or receive less. */
static struct rg_narrow *find_narrow(const struct rg_topo *t, const struct forest *f, int *n)
{
	int *machines = rg_alloc((size_t)t->vertices, sizeof(*machines));
	double *sends = rg_alloc((size_t)t->vertices, sizeof(*sends));
	struct rg_narrow *narrow = rg_alloc((size_t)t->links, sizeof(*narrow));
	int root = f->visited[0];

	sum_subtrees(t, f, machines, sends);
	*n = 0;
	for (int l = 0; l < t->links; l++) {
		const struct rg_link *link = &t->link[l];
		int below = f->parent[link->b] == link->a ? link->b : link->a;
		bool small = sends[below] <= sends[root] - sends[below];
		double demand = small ? sends[below] : sends[root] - sends[below];
		int side = small ? machines[below] : machines[root] - machines[below];
		double carries = rg_link_one_way(link);

		if (demand / carries > 1 + 1e-9)
			narrow[(*n)++] = (struct rg_narrow){
				.link = l, .machines = side, .demand = demand, .carries = carries};
	}
	qsort(narrow, (size_t)*n, sizeof(*narrow), compare_narrow);
	free(machines);
	free(sends);
	return narrow;
}

/* A part: what it has, and the rates that it sends and that its links carry out of it, in one
 * direction. */
struct part {
	int at, switches, machines, links, highest;
	double sends, carries;
};

/* The parts, [parts], as they are numbered, and all of it behind them, [parts + 1]. Free it. */
static struct part *sum_parts(const struct rg_topo *t, const int *high, const int *part, int parts)
{
	struct part *p = rg_alloc((size_t)parts + 1, sizeof *p), *all = &p[parts];

	for (int v = t->vertices - 1; v >= 0; v--) {
		struct part *x = part[v] < 0 ? all : &p[part[v]];
		bool is_switch = t->vertex[v].kind == RG_SWITCH;

		x->at = is_switch ? v : x->at;
		x->switches += is_switch;
		x->highest = high[v] > x->highest ? high[v] : x->highest;
		x->machines += !is_switch;
		all->machines += !is_switch && x != all;
		for (int k = t->first[v]; k < t->first[v + 1]; k++) {
			int w = rg_topo_other(t, t->incident[k], v);
			double rate = rg_link_one_way(&t->link[t->incident[k]]);
			bool leaves = part[v] != part[w];

			x->sends += is_switch ? 0 : rate;
			all->sends += is_switch || x == all ? 0 : rate;
			x->links += leaves;
			x->carries += leaves ? rate : 0;
		}
	}
	return p;
}

/* Add the narrow parts of one height behind the n that were found so far; returns how many there
 * are then. */
static int add_narrow(const struct rg_topo *t, const int *high, int height,
                      struct rg_narrow **narrow, size_t *cap, int n)
{
	int *part = rg_alloc((size_t)t->vertices, sizeof *part);
	int parts = rg_parts_below(t, high, height, NULL, part);
	struct part *p = sum_parts(t, high, part, parts), *all = &p[parts];

	for (int i = 0; i < parts; i++) {
		bool small = p[i].sends <= all->sends - p[i].sends;
		double demand = small ? p[i].sends : all->sends - p[i].sends;
		int machines = small ? p[i].machines : all->machines - p[i].machines;

		if (p[i].highest < height || !p[i].switches || demand <= p[i].carries * (1 + 1e-9))
			continue;
		*narrow = rg_grow(*narrow, (size_t)n, cap, sizeof **narrow);
		(*narrow)[n++] = (struct rg_narrow){
			-1, p[i].links, p[i].at, p[i].switches, machines, demand, p[i].carries};
	}
	free(p);
	free(part);
	return n;
}

static struct rg_narrow *find_narrow_parts(const struct rg_topo *t, int *n)
{
	int *high = rg_heights(t), highest = 0;
	struct rg_narrow *narrow = NULL;
	size_t cap = 0;

	for (int v = 0; v < t->vertices; v++)
		highest = high[v] > highest ? high[v] : highest;
	*n = 0;
	for (int height = 1; height < highest; height++)
		*n = add_narrow(t, high, height, &narrow, &cap, *n);
	if (*n)
		qsort(narrow, (size_t)*n, sizeof *narrow, compare_narrow);
	free(high);
	return narrow;
}

struct rg_overview rg_overview(const struct rg_topo *t)
{
	struct forest f = new_forest(t);
	struct rg_overview o = {.tree = rg_is_tree(t)};

	for (int i = 0; i < t->machines; i++) {
		const struct rg_inside *inside = t->vertex[t->machine[i]].inside;

		o.cores += inside ? inside->cores : 0;
		o.undescribed += !inside;
	}
	for (int v = 0; v < t->vertices; v++)
		o.parts += rg_sets_find(f.set, v) == v;
	for (int v = 0; t->table && v < t->vertices; v++)
		o.tables += t->table[v] && t->vertex[v].kind == RG_SWITCH;
	o.slowest = rg_topo_slowest(t);
	if (o.tree) {
		o.depth = f.depth[f.visited[t->vertices - 1]];
		o.narrow = find_narrow(t, &f, &o.narrows);
	} else {
		o.narrow = find_narrow_parts(t, &o.narrows);
	}
	free_forest(&f);
	return o;
}

void rg_overview_free(struct rg_overview *o)
{
	free(o->narrow);
}

/* ---- The summary ---- */

/* "s0 - s1", or "leaf0", "leaf0 and 3 switches with it". */
static void name_narrow(const struct rg_topo *t, const struct rg_narrow *n, struct rg_text *out)
{
	if (n->link >= 0) {
		const struct rg_link *l = &t->link[n->link];

		rg_textf(out, "%s - %s", t->vertex[l->a].name, t->vertex[l->b].name);
		return;
	}
	rg_text_add(out, t->vertex[n->at].name);
	if (n->switches > 1)
		rg_textf(out, " and %d switch%s with it", n->switches - 1,
		         n->switches > 2 ? "es" : "");
}

static void print_narrow(const struct rg_topo *t, const struct rg_overview *o, struct rg_text *out)
{
	rg_textf(out, o->narrows ? "oversubscribed\n" : "oversubscribed  nothing\n");
	for (int i = 0; i < o->narrows && i < MOST_NARROW; i++) {
		const struct rg_narrow *n = &o->narrow[i];
		char demand[32], carries[32], what[32] = "it carries";

		if (n->link < 0)
			snprintf(what, sizeof what, "%d link%s", n->links,
			         n->links == 1 ? " carries" : "s carry");
		rg_textf(out, "  %6.2f : 1  ", n->demand / n->carries);
		name_narrow(t, n, out);
		rg_textf(out, ": %d machines can send %s, %s %s\n", n->machines,
		         rg_show_bandwidth(demand, sizeof(demand), n->demand), what,
		         rg_show_bandwidth(carries, sizeof(carries), n->carries));
	}
	if (o->narrows > MOST_NARROW)
		rg_textf(out, "  ... %d more\n", o->narrows - MOST_NARROW);
}

/* How messages find their way in a graph that is no tree. */
static void print_routes(const struct rg_topo *t, const struct rg_overview *o, struct rg_text *out)
{
	static const char *const allowed[RG_RULES] = {
		[RG_SHORTEST] = "",
		[RG_UP_DOWN] = " that go up and then down",
		[RG_DIMENSIONS] = " along one dimension after the other",
		[RG_DRAGONFLY] = " with at most one link between groups",
		[RG_SPANNING_TREE] = " of Ethernet's spanning tree",
	};
	int several = rg_rail_hosts(t);

	if (o->tables)
		rg_textf(out, "%-*sby the forwarding tables of %d switch%s\n", LABEL, "routes",
		         o->tables, o->tables == 1 ? "" : "es");
	else
		rg_textf(out, "%-*s%s of the shortest ways%s\n", LABEL, "routes",
		         t->by_receiver ? "by the receiver's number one" : "any", allowed[t->rule]);
	if (several)
		rg_textf(out, "%-*s%d machine%s with several\n", LABEL, "ports", several,
		         several == 1 ? "" : "s");
}

static void print_left_out(const struct rg_topo *t, struct rg_text *out)
{
	if (t->left_out)
		rg_textf(out, "%-*s%d link%s%s\n", LABEL, "blocked", t->left_out,
		         t->left_out == 1 ? "" : "s",
		         t->rule == RG_SPANNING_TREE ? ", by Ethernet's spanning tree" : "");
}

static void print_cores(const struct rg_topo *t, const struct rg_overview *o, struct rg_text *out)
{
	if (o->undescribed == t->machines)
		rg_textf(out, "%-*snot described\n", LABEL, "cores");
	else if (o->undescribed == 0)
		rg_textf(out, "%-*s%ld\n", LABEL, "cores", o->cores);
	else
		rg_textf(out, "%-*s%ld, and not described for %d machine%s\n", LABEL, "cores",
		         o->cores, o->undescribed, o->undescribed == 1 ? "" : "s");
}

static void print_slowest(const struct rg_topo *t, const struct rg_overview *o, struct rg_text *out)
{
	char bandwidth[32], latency[32];

	if (o->slowest < 0) {
		rg_textf(out, "%-*snone\n", LABEL, "slowest link");
		return;
	}
	const struct rg_link *slowest = &t->link[o->slowest];
	rg_textf(out, "%-*s%s - %s: %s, %s, %s duplex\n", LABEL, "slowest link",
	         t->vertex[slowest->a].name, t->vertex[slowest->b].name,
	         rg_show_bandwidth(bandwidth, sizeof(bandwidth), slowest->bandwidth),
	         rg_show_time(latency, sizeof(latency), slowest->latency),
	         slowest->half ? "half" : "full");
}

void rg_links_print(const struct rg_topo *t, struct rg_text *out)
{
	for (int v = 0; v < t->vertices; v++)
		rg_textf(out, "%s %s\n", kind_of(&t->vertex[v]), t->vertex[v].name);
	for (int l = 0; l < t->links; l++) {
		const struct rg_link *link = &t->link[l];

		rg_textf(out, "link %s %s %.15g %.15g %s\n", t->vertex[link->a].name,
		         t->vertex[link->b].name, link->bandwidth * 8, link->latency,
		         link->half ? "half" : "full");
	}
}

void rg_summary(const struct rg_topo *t, struct rg_text *out)
{
	struct rg_overview o = rg_overview(t);

	rg_textf(out, "%-*s%s\n", LABEL, "name", t->name);
	rg_textf(out, "%-*s%d\n", LABEL, "machines", t->machines);
	print_left_out(t, out);
	print_cores(t, &o, out);
	rg_textf(out, "%-*s%d\n", LABEL, "switches", t->vertices - t->machines);
	rg_textf(out, "%-*s%d\n", LABEL, "links", t->links);
	if (o.parts > 1)
		rg_textf(out, "%-*s%d, which nothing joins\n", LABEL, "parts", o.parts);
	if (t->rail)
		rg_textf(out, "%-*s%d: of each machine that link alone\n", LABEL, "rail", t->rail);
	if (o.tree)
		rg_textf(out, "%-*s%d\n", LABEL, "depth", o.depth);
	else
		print_routes(t, &o, out);
	print_slowest(t, &o, out);
	print_narrow(t, &o, out);
	rg_overview_free(&o);
}
