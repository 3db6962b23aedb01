/* SPDX-License-Identifier: BSD-3-Clause
 * route: paths in a tree and ways in a graph, over links and the boundaries inside machines. A
 * machine with one package has no package boundary: all that would cross it crosses the machine's
 * link too. A package with one NUMA node has no NUMA boundary, for it would be the package's own.
 */
#include "fabric/route.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/diag.h"
#include "fabric/check.h"
#include "fabric/spread.h"

static const struct rg_inside *inside_of(const struct rg_topo *t, int machine)
{
	return t->vertex[t->machine[machine]].inside;
}

static int package_boundaries(const struct rg_inside *in)
{
	return in && in->packages > 1 ? in->packages : 0;
}

static int numa_boundaries(const struct rg_inside *in)
{
	return in && in->numas > in->packages ? in->numas : 0;
}

static void forget_tree(struct rg_routes *r)
{
	free(r->up);
	free(r->parent);
	free(r->depth);
	free(r->downward);
	free(r->bridge);
	r->up = r->parent = r->depth = r->downward = NULL;
	r->bridge = NULL;
}

/* A link of the tree is a bridge if no other link joins what is below it to the rest: each other
 * link is counted at its ends, and taken off twice where the ways up from them meet. */
static void find_bridges(struct rg_routes *r)
{
	const struct rg_topo *t = r->topo;
	int *around = rg_alloc((size_t)t->vertices, sizeof *around);
	for (int l = 0; l < t->links; l++) {
		int a = t->link[l].a, b = t->link[l].b;
		if (r->up[a] == l || r->up[b] == l)
			continue;
		around[a]++;
		around[b]++;
		while (a != b)
			*(r->depth[a] >= r->depth[b] ? &a : &b) =
				r->parent[r->depth[a] >= r->depth[b] ? a : b];
		around[a] -= 2;
	}
	for (int i = t->vertices - 1; i > 0; i--) {
		int v = r->downward[i];
		if (r->up[v] < 0)
			continue;
		r->bridge[r->up[v]] = around[v] == 0;
		around[r->parent[v]] += around[v];
	}
	free(around);
}

/* Returns the depth of the deepest vertex. */
static int span(struct rg_routes *r)
{
	const struct rg_topo *t = r->topo;
	int deepest = 0;
	r->up = rg_alloc(t->vertices, sizeof(int));
	r->parent = rg_alloc(t->vertices, sizeof(int));
	r->depth = rg_alloc(t->vertices, sizeof(int));
	r->downward = rg_alloc(t->vertices, sizeof(int));
	r->bridge = rg_alloc((size_t)t->links, sizeof(bool));
	rg_span_tree(t, r->up, r->parent, r->depth, r->downward);
	find_bridges(r);
	for (int v = 0; v < t->vertices; v++)
		deepest = r->depth[v] > deepest ? r->depth[v] : deepest;
	return deepest;
}

/* Number the boundaries. Resources are ints: a file that describes more is refused. */
static void number_boundaries(struct rg_routes *r)
{
	const struct rg_topo *t = r->topo;
	int64_t n = 0;
	for (int i = 0; i < t->machines; i++) {
		const struct rg_inside *in = inside_of(t, i);
		r->boundaries[i] = n;
		n += (int64_t)package_boundaries(in) + numa_boundaries(in);
		if (t->links + n > INT_MAX / 2) {
			rg_error(&(struct rg_diag){0}, t->file, t->vertex[t->machine[i]].line,
			         "too many packages and NUMA nodes in all (at most %d)",
			         INT_MAX / 2 - t->links);
			rg_give_up();
		}
	}
	r->boundaries[t->machines] = n;
	r->resources = 2 * (t->links + n);
}

struct rg_routes *rg_routes_new(const struct rg_topo *t)
{
	struct rg_routes *r = rg_alloc(1, sizeof(*r));
	r->topo = t;
	r->boundaries = rg_alloc((size_t)t->machines + 1, sizeof(int));
	/* A route goes up to the root and down again, or has the room that rg_all_ways asks for;
	 * and it goes out of and into a NUMA node and a package. */
	int deepest = span(r);
	r->tree = rg_is_tree(t);
	r->ways = r->tree ? NULL : rg_ways_new(t);
	r->longest = (r->tree ? 2 * deepest : t->vertices + 2 * t->links) + 4;
	r->at = r->tree ? NULL : rg_alloc((size_t)r->longest, sizeof(int));
	number_boundaries(r);
	return r;
}

void rg_routes_free(struct rg_routes *r)
{
	if (!r)
		return;
	forget_tree(r);
	rg_ways_free(r->ways);
	free(r->at);
	free(r->boundaries);
	free(r);
}

int rg_resource_of(const struct rg_routes *r, int l, int from)
{
	const struct rg_link *link = &r->topo->link[l];
	return 2 * l + (!link->half && link->a != from);
}

/* The first core of package p or a later one: packages are in ascending order. */
static int first_core(const struct rg_inside *in, int p)
{
	int low = 0, high = in->cores;
	while (low < high) {
		int mid = low + (high - low) / 2;
		if (in->core[mid].package < p)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* Has package p cores on several NUMA nodes? Those are in ascending order too. */
static bool is_split(const struct rg_inside *in, int p)
{
	int begin = first_core(in, p), end = first_core(in, p + 1);
	return in->core[begin].numa != in->core[end - 1].numa;
}

/* The boundaries between a place and `other`, a place on the same machine, or NULL for the outside
 * of the machine; from the inside out, as resources of the way out. Returns how many, at most 2. */
static int boundaries_of(const struct rg_routes *r, struct rg_place place,
                         const struct rg_place *other, int *out)
{
	const struct rg_inside *in = inside_of(r->topo, place.machine);
	if (!in || place.core < 0 || (other && other->core < 0))
		return 0;
	struct rg_core core = in->core[place.core];
	bool same_package = other && in->core[other->core].package == core.package;
	bool same_numa = other && in->core[other->core].numa == core.numa;
	int base = r->topo->links + r->boundaries[place.machine], n = 0;
	if (!same_numa && numa_boundaries(in) && is_split(in, core.package))
		out[n++] = 2 * (base + package_boundaries(in) + core.numa);
	if (!same_package && package_boundaries(in))
		out[n++] = 2 * (base + core.package);
	return n;
}

/* The links on the path from vertex v to vertex w. */
static int path(const struct rg_routes *r, int v, int w, int *out)
{
	int n = 0, down = 0, x = w;
	while (v != x) {
		if (r->depth[v] >= r->depth[x]) {
			out[n++] = rg_resource_of(r, r->up[v], v);
			v = r->parent[v];
		} else {
			down++;
			x = r->parent[x];
		}
	}
	/* v is where the path turns. The way down is known from its end. */
	for (int i = n + down - 1; i >= n; i--) {
		out[i] = rg_resource_of(r, r->up[w], r->parent[w]);
		w = r->parent[w];
	}
	return n + down;
}

/* rg_all_ways or rg_one_way. */
typedef int rg_way_fn(struct rg_ways *w, int from, int to, int *link, int *at,
                      struct rg_found *found);

/* The same as path, in a graph. */
static int way(const struct rg_routes *r, rg_way_fn *find, int from, int to, int *out,
               struct rg_found *found)
{
	int n = find(r->ways, from, to, out, r->at, found);
	for (int i = 0; i < n; i++)
		out[i] = rg_resource_of(r, out[i], r->at[i]);
	return n;
}

static int route(const struct rg_routes *r, rg_way_fn *find, struct rg_place from,
                 struct rg_place to, int *out, struct rg_found *found)
{
	const int *vertex = r->topo->machine;
	bool within = from.machine == to.machine;
	int in[2], into = boundaries_of(r, to, within ? &from : NULL, in);
	int n = boundaries_of(r, from, within ? &to : NULL, out), links = 0;
	*found = (struct rg_found){RG_ONE_WAY, -1, 0, 0};
	if (!within && !r->tree)
		links = way(r, find, from.machine, to.machine, out + n, found);
	else if (!within)
		found->certain = links = path(r, vertex[from.machine], vertex[to.machine], out + n);
	/* Into the machine, behind the links that all ways take. */
	int end = n + found->certain;
	memmove(out + end + into, out + end, (size_t)(links - found->certain) * sizeof *out);
	for (int k = 0; k < into; k++)
		out[end + k] = in[into - 1 - k] + 1;
	found->certain = end + into;
	return n + links + into;
}

int rg_find_route(const struct rg_routes *r, struct rg_place from, struct rg_place to, int *out,
                  struct rg_found *found)
{
	return route(r, rg_all_ways, from, to, out, found);
}

int rg_route(const struct rg_routes *r, struct rg_place from, struct rg_place to, int *out)
{
	struct rg_found found;
	return route(r, rg_one_way, from, to, out, &found);
}

/* The machines among machine[n] that stand for others: without tables the ways from and to all
 * machines that hang at one switch by one link each are alike. like[i] says for how many machine[i]
 * stands; 0: another one stands for it. Free it. */
static int *count_alike(const struct rg_topo *t, const int *machine, int n)
{
	int *like = rg_alloc((size_t)n, sizeof *like);
	int *first =
		rg_alloc((size_t)t->vertices, sizeof *first); /* 1 + i of the first at a switch */
	for (int i = 0; i < n; i++) {
		bool alone = t->table || rg_topo_ports(t, machine[i]) != 1;
		int at = alone ? t->machine[machine[i]] : rg_topo_outside(t, machine[i]);
		if (!first[at])
			first[at] = i + 1;
		like[first[at] - 1]++;
	}
	free(first);
	return like;
}

/* The number of another machine that hangs where machine[i] does; there is one. */
static int another_like(const struct rg_topo *t, const int *machine, int n, int i)
{
	int k = i + 1;
	while (k < n && (rg_topo_ports(t, machine[k]) != 1 ||
	                 rg_topo_outside(t, machine[k]) != rg_topo_outside(t, machine[i])))
		k++;
	return k;
}

bool rg_first_unknown(const struct rg_routes *r, const int *machine, int n, int pair[2],
                      struct rg_found *found, int64_t *several)
{
	int *out = rg_alloc((size_t)r->longest, sizeof *out);
	int *like = r->tree ? NULL : count_alike(r->topo, machine, n);
	bool unknown = false;
	*several = 0;
	for (int i = 0; i < n && !r->tree && !unknown; i++)
		for (int k = 0; k < n && like[i] && !unknown; k++) {
			if (!like[k] || (i == k && like[i] < 2))
				continue;
			int other = i == k ? another_like(r->topo, machine, n, i) : k;
			route(r, rg_one_way, (struct rg_place){machine[i], -1},
			      (struct rg_place){machine[other], -1}, out, found);
			unknown = !rg_way_known(found);
			if (found->is == RG_SEVERAL_WAYS)
				*several += (int64_t)like[i] * (i == k ? like[i] - 1 : like[k]);
			pair[0] = machine[i];
			pair[1] = machine[other];
		}
	free(like);
	free(out);
	return unknown;
}

void rg_ways_print(const struct rg_routes *r, struct rg_text *out)
{
	static const char *const words[] = {[RG_ONE_WAY] = "way", [RG_SEVERAL_WAYS] = "several"};
	const struct rg_topo *t = r->topo;
	int *taken = rg_alloc((size_t)r->longest, sizeof *taken);
	struct rg_found found;
	for (int from = 0; from < t->machines; from++)
		for (int to = 0; to < t->machines; to++) {
			if (from == to)
				continue;
			int n = route(r, rg_one_way, (struct rg_place){from, -1},
			              (struct rg_place){to, -1}, taken, &found);
			rg_textf(out, "%s %s %s",
			         rg_way_known(&found) ? words[found.is] : "unknown",
			         t->vertex[t->machine[from]].name, t->vertex[t->machine[to]].name);
			for (int i = 0; i < n && rg_way_known(&found); i++)
				rg_textf(out, " %d", taken[i] / 2);
			rg_text_add(out, "\n");
		}
	free(taken);
}

/* The machine that boundary b belongs to. */
static int machine_of(const struct rg_routes *r, int b)
{
	int low = 0, high = r->topo->machines; /* boundaries[low] <= b < boundaries[high] */
	while (high - low > 1) {
		int mid = low + (high - low) / 2;
		if (r->boundaries[mid] <= b)
			low = mid;
		else
			high = mid;
	}
	return low;
}

static void boundary_name(const struct rg_routes *r, int i, char *buf, size_t n)
{
	const struct rg_topo *t = r->topo;
	int b = i / 2 - t->links, machine = machine_of(r, b);
	int packages = package_boundaries(inside_of(t, machine));
	int k = b - r->boundaries[machine];
	bool is_package = k < packages;
	snprintf(buf, n, "%s: %s %s %d", t->vertex[t->machine[machine]].name,
	         i % 2 ? "into" : "out of", is_package ? "package" : "NUMA node",
	         is_package ? k : k - packages);
}

char *rg_resource_name(const struct rg_routes *r, int i, char *buf, size_t n)
{
	const struct rg_topo *t = r->topo;
	if (!rg_is_link(r, i)) {
		boundary_name(r, i, buf, n);
		return buf;
	}
	const struct rg_link *l = &t->link[i / 2];
	const char *a = t->vertex[l->a].name, *b = t->vertex[l->b].name;
	snprintf(buf, n, "%s %s %s", i % 2 ? b : a, l->half ? "<->" : "->", i % 2 ? a : b);
	return buf;
}

double rg_slowest_speed(const struct rg_topo *t)
{
	int slowest = rg_topo_slowest(t);
	return slowest < 0 ? 0 : rg_link_one_way(&t->link[slowest]);
}

/* The longest two of the ways down from a vertex, of all vertices. */
double rg_longest_latency(const struct rg_routes *r)
{
	double longest = 0, *below = rg_alloc((size_t)r->topo->vertices, sizeof *below);
	for (int i = r->topo->vertices - 1; i > 0; i--) {
		int v = r->downward[i], up = r->parent[v];
		if (up < 0)
			continue;
		double way = below[v] + r->topo->link[r->up[v]].latency;
		longest = longest > below[up] + way ? longest : below[up] + way;
		below[up] = below[up] > way ? below[up] : way;
	}
	free(below);
	return longest;
}
