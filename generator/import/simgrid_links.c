/* SPDX-License-Identifier: BSD-3-Clause
 * simgrid_links: the links and routes of a platform file.
 */
#include "import/simgrid_links.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/alloc.h"

/* ---- Links */

void rg_simgrid_link(struct rg_simgrid *r, const xmlNode *e)
{
	struct rg_simgrid_wire w = {.element = e, .a = -1, .b = -1};
	if (!rg_xml_attribute(e, "id")) {
		rg_error(r->d, r->file, rg_xml_line(e), "<link> has no id");
		r->gaps = true;
	}
	rg_simgrid_speed(r, e, "bandwidth", "latency", &w.speed);
	w.fat = rg_simgrid_policy(e, "SHARED", &w.speed);
	r->wire = rg_grow(r->wire, (size_t)r->wires, &r->wire_cap, sizeof *r->wire);
	r->wire[r->wires++] = w;
}

static int compare_wires(const void *pa, const void *pb)
{
	const struct rg_simgrid_wire *a = pa, *b = pb;
	int order = strcmp(rg_simgrid_text(a->element, "id", ""),
	                   rg_simgrid_text(b->element, "id", ""));
	return order ? order : rg_xml_line(a->element) - rg_xml_line(b->element);
}

void rg_simgrid_sort(struct rg_simgrid *r)
{
	if (r->wires)
		qsort(r->wire, (size_t)r->wires, sizeof *r->wire, compare_wires);
	for (int i = 1; i < r->wires; i++) {
		const xmlNode *before = r->wire[i - 1].element, *e = r->wire[i].element;
		const char *id = rg_xml_attribute(e, "id");
		if (id && !strcmp(rg_simgrid_text(before, "id", ""), id))
			rg_error(r->d, r->file, rg_xml_line(e),
			         "link \"%.80s\" exists already, see line %d", id,
			         rg_xml_line(before));
	}
}

/* The link of that name; NULL: there is none. */
static struct rg_simgrid_wire *find_wire(const struct rg_simgrid *r, const char *id)
{
	int low = 0, high = r->wires;
	while (low < high) {
		int mid = low + (high - low) / 2;
		int order = strcmp(rg_simgrid_text(r->wire[mid].element, "id", ""), id);
		if (order == 0)
			return &r->wire[mid];
		if (order < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}

/* ---- Routes */

static int compare_name(const void *name, const void *vertex)
{
	const struct rg_vertex *const *v = vertex;
	return strcmp(name, (*v)->name);
}

/* The vertex that an attribute of a route names; -1 after an error, which may be that of a cluster
 * whose host it is. */
static int end_of(struct rg_simgrid *r, const xmlNode *e, const char *name,
                  struct rg_vertex **sorted)
{
	const char *id = rg_simgrid_text(e, name, "");
	struct rg_vertex **found =
		bsearch(id, sorted, (size_t)r->t->vertices, sizeof *sorted, compare_name);
	if (found)
		return (int)(*found - r->t->vertex);
	if (!r->gaps)
		rg_simgrid_refuse(r, e, name, "is no host or router");
	return -1;
}

/* A route of one link: that is between its ends. */
static void read_hop(struct rg_simgrid *r, const xmlNode *e, const xmlNode *leg, int a, int b)
{
	struct rg_simgrid_wire *w = find_wire(r, rg_simgrid_text(leg, "id", ""));
	if (!w && !r->gaps)
		rg_simgrid_refuse(r, leg, "id", "is no link");
	if (!w)
		return;
	if (w->fat) {
		rg_simgrid_refuse(r, leg, "id", "has no contention: there is nothing to prove");
		return;
	}
	if (w->a < 0) {
		w->a = a;
		w->b = b;
		w->speed.line = rg_xml_line(e);
	}
	bool same = (w->a == a && w->b == b) || (w->a == b && w->b == a);
	if (!same && !w->twice)
		rg_simgrid_refuse(
			r, leg, "id",
			"is in routes between others, too: what several pairs share is no link "
			"between two");
	w->twice |= !same;
	w->both |= w->a != a || strcasecmp(rg_simgrid_text(e, "symmetrical", "YES"), "NO") != 0;
}

/* A route of several links, which one of their own tells where they are. */
static void read_longer(struct rg_simgrid *r, const xmlNode *e)
{
	r->longer++;
	for (const xmlNode *c = e->children; c; c = c->next) {
		struct rg_simgrid_wire *w = rg_xml_is(c, "link_ctn")
		                                    ? find_wire(r, rg_simgrid_text(c, "id", ""))
		                                    : NULL;
		if (w)
			w->used = true;
	}
}

void rg_simgrid_route(struct rg_simgrid *r, const xmlNode *e, bool zones, struct rg_vertex **sorted)
{
	const xmlNode *leg = NULL;
	int legs = 0, a = end_of(r, e, zones ? "gw_src" : "src", sorted);
	int b = end_of(r, e, zones ? "gw_dst" : "dst", sorted);
	for (const xmlNode *c = e->children; c; c = c->next)
		if (rg_xml_is(c, "link_ctn")) {
			leg = c;
			legs++;
		}
	if (a < 0 || b < 0)
		return;
	struct rg_simgrid_wire *w =
		a == b && leg ? find_wire(r, rg_simgrid_text(leg, "id", "")) : NULL;
	if (w)
		w->loop = true;
	if (a == b)
		return;
	if (legs == 1)
		read_hop(r, e, leg, a, b);
	else
		read_longer(r, e);
}

/* ---- What they join */

/* Compare by the two ends, whichever is first, then by speed, then by which end is first. */
static int compare_ways(const void *pa, const void *pb)
{
	const struct rg_simgrid_wire *x = *(struct rg_simgrid_wire *const *)pa,
				     *y = *(struct rg_simgrid_wire *const *)pb;
	int low[] = {x->a < x->b ? x->a : x->b, y->a < y->b ? y->a : y->b};
	int high[] = {x->a < x->b ? x->b : x->a, y->a < y->b ? y->b : y->a};
	if (low[0] != low[1])
		return low[0] < low[1] ? -1 : 1;
	if (high[0] != high[1])
		return high[0] < high[1] ? -1 : 1;
	if (x->speed.bandwidth != y->speed.bandwidth)
		return x->speed.bandwidth < y->speed.bandwidth ? -1 : 1;
	if (x->speed.latency != y->speed.latency)
		return x->speed.latency < y->speed.latency ? -1 : 1;
	return (x->a > y->a) - (x->a < y->a);
}

/* Two links of one speed, of which one leads there and one leads back. */
static bool are_opposite(const struct rg_simgrid_wire *x, const struct rg_simgrid_wire *y)
{
	return x->a == y->b && x->b == y->a && x->speed.bandwidth == y->speed.bandwidth &&
	       x->speed.latency == y->speed.latency;
}

/* Links that routes take one way only: two of them are the two directions of one link. Among n in a
 * row that differ in that at most, the first ones lead one way, the last ones the other. Returns
 * how many are without another one. */
static int pair_ways(struct rg_simgrid_wire **way, int n)
{
	int left = n;
	for (int i = 0, k = n - 1; i < k && are_opposite(way[i], way[k]); i++, k--) {
		way[k]->other = true;
		way[i]->speed.half = false;
		left -= 2;
	}
	return left;
}

static void join_ways(struct rg_simgrid *r)
{
	struct rg_simgrid_wire **way = rg_alloc((size_t)r->wires, sizeof(struct rg_simgrid_wire *));
	int n = 0, left = 0;
	for (int i = 0; i < r->wires; i++)
		if (r->wire[i].a >= 0 && !r->wire[i].both)
			way[n++] = &r->wire[i];
	if (n)
		qsort(way, (size_t)n, sizeof(struct rg_simgrid_wire *), compare_ways);
	for (int i = 0, k; i < n; i = k) {
		for (k = i + 1; k < n && (are_opposite(way[i], way[k]) ||
		                          compare_ways(&way[i], &way[k]) == 0);)
			k++;
		left += pair_ways(way + i, k - i);
	}
	if (left)
		rg_warning(r->file, 0,
		           "%d link%s one way only, and none of that speed back: taken to lead "
		           "both ways",
		           left, left == 1 ? " leads" : "s lead");
	free(way);
}

void rg_simgrid_join(struct rg_simgrid *r)
{
	int unplaced = 0;
	join_ways(r);
	for (int i = 0; i < r->wires; i++) {
		struct rg_simgrid_wire *w = &r->wire[i];
		w->speed.a = w->a;
		w->speed.b = w->b;
		if (w->a >= 0 && !w->other)
			rg_topo_link(r->t, w->speed);
		unplaced += w->a < 0 && !w->fat && !w->loop && w->used;
	}
	if (unplaced)
		rg_error(r->d, r->file, 0,
		         "%d link%s in no route of one link alone, so that nothing says what %s",
		         unplaced, unplaced == 1 ? " is" : "s are",
		         unplaced == 1 ? "it joins" : "they join");
}
