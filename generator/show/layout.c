/* SPDX-License-Identifier: BSD-3-Clause
 * layout: where the vertices of a tree stand in its picture.
 *
 * The tree is hung up at the ring's first machine, and the branches of each switch are sorted by
 * the ring position that they meet first; a ring that is contention free has each branch as one
 * contiguous run (order.h), so this is its order. The same neighbours in the same cyclic order,
 * seen from the switch that halves the machines, then make the picture: no branch there has more
 * than half of them, so its wedge is convex and straight links stay within it.
 */
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "show/layout.h"
#include "base/alloc.h"

/* The radius of the circle: two pixels per machine, within these; a handful has a smaller one. */
#define CIRCLE_LEAST 250.0
#define CIRCLE_MOST 1400.0
#define CIRCLE_HANDFUL(machines) (60.0 + 24 * (machines))

/* Where the machines stand that the ring passes by: it is told apart from the circle by eye. */
#define INNER 0.94

/* Between machines of different switches, in units of the spacing. */
#define GAP 1.7

struct neighbour {
	int first; /* ring position that its branch meets first; INT_MAX: none */
	int link, vertex;
};

/* The tree as seen from a root. */
struct hung {
	int *order;  /* [vertices] every vertex after its parent, branches in order */
	int *parent; /* [vertices] -1 at the root */
};

struct work {
	const struct rg_topo *t;
	struct neighbour *near; /* [2 * links] as in t->incident, cyclic order once sorted */
	struct hung hung;
	int *met;      /* [vertices] first ring position within the branch */
	int *machines; /* [vertices] within the branch */
	int *stack;
};

/* Where the branches of v begin: behind the parent, in cyclic order. */
static int after_parent(const struct work *w, int v)
{
	int begin = w->t->first[v], end = w->t->first[v + 1];

	for (int i = begin; i < end; i++)
		if (w->near[i].vertex == w->hung.parent[v])
			return i + 1 - begin;
	return 0;
}

static void hang(struct work *w, int root)
{
	int top = 0, n = 0;

	w->stack[top++] = root;
	w->hung.parent[root] = -1;
	while (top) {
		int v = w->stack[--top];
		int begin = w->t->first[v], degree = w->t->first[v + 1] - begin;
		int from = after_parent(w, v);
		w->hung.order[n++] = v;
		for (int i = degree - 1; i >= 0; i--) {
			int child = w->near[begin + (from + i) % degree].vertex;
			if (child == w->hung.parent[v])
				continue;
			w->hung.parent[child] = v;
			w->stack[top++] = child;
		}
	}
}

/* Sum up the branches of the hung tree, from its leaves to its root. */
static void measure(struct work *w, const struct rg_place *ring, int P)
{
	const struct rg_topo *t = w->t;

	for (int v = 0; v < t->vertices; v++) {
		w->met[v] = INT_MAX;
		w->machines[v] = t->vertex[v].kind == RG_MACHINE;
	}
	for (int i = P - 1; i >= 0; i--)
		w->met[t->machine[ring[i].machine]] = i;
	for (int i = t->vertices - 1; i > 0; i--) {
		int v = w->hung.order[i], parent = w->hung.parent[v];
		w->machines[parent] += w->machines[v];
		if (w->met[v] < w->met[parent])
			w->met[parent] = w->met[v];
	}
}

static int compare(const void *va, const void *vb)
{
	const struct neighbour *a = va, *b = vb;

	if (a->first != b->first)
		return a->first < b->first ? -1 : 1;
	return (a->link > b->link) - (a->link < b->link);
}

/* Parent first, then the branches as the ring meets them. */
static void sort_branches(struct work *w)
{
	const struct rg_topo *t = w->t;

	for (int v = 0; v < t->vertices; v++) {
		int begin = t->first[v], degree = t->first[v + 1] - begin;
		for (int i = begin; i < begin + degree; i++) {
			int u = w->near[i].vertex;
			w->near[i].first = u == w->hung.parent[v] ? -1 : w->met[u];
		}
		qsort(w->near + begin, (size_t)degree, sizeof(*w->near), compare);
	}
}

/* The switch whose largest branch has the fewest machines; without a switch, the first vertex. */
static int find_centre(const struct work *w)
{
	const struct rg_topo *t = w->t;
	int all = t->machines, best = 0, least = INT_MAX;

	for (int v = 0; v < t->vertices; v++) {
		if (t->vertex[v].kind != RG_SWITCH)
			continue;
		int most = all - w->machines[v];
		for (int i = t->first[v]; i < t->first[v + 1]; i++) {
			int u = w->near[i].vertex;
			if (u != w->hung.parent[v] && w->machines[u] > most)
				most = w->machines[u];
		}
		if (most < least) {
			least = most;
			best = v;
		}
	}
	return best;
}

static bool is_leaf(const struct work *w, int v)
{
	const struct rg_topo *t = w->t;
	int children = t->first[v + 1] - t->first[v] - (w->hung.parent[v] >= 0);

	return t->vertex[v].kind == RG_MACHINE || children == 0;
}

/* Give the leaves their places on the circle, in units of the spacing, and every switch the middle
 * of its branch. Returns the length of the circle. */
static double place_angles(const struct work *w, struct rg_layout *l)
{
	const struct rg_topo *t = w->t;
	double *last = rg_alloc((size_t)t->vertices, sizeof(*last)), at = 0;
	int before = -1;

	for (int v = 0; v < t->vertices; v++)
		last[v] = -1;
	for (int i = 0; i < t->vertices; i++) {
		int v = w->hung.order[i];
		if (!is_leaf(w, v))
			continue;
		if (before >= 0)
			at += w->hung.parent[v] == w->hung.parent[before] ? 1 : GAP;
		l->angle[v] = last[v] = at;
		before = v;
	}
	/* Backwards over the order, the last child comes first and the first one last. */
	for (int i = t->vertices - 1; i > 0; i--) {
		int v = w->hung.order[i], parent = w->hung.parent[v];
		if (last[parent] < 0)
			last[parent] = last[v];
		double first = is_leaf(w, v) ? l->angle[v] : 2 * l->angle[v] - last[v];
		l->room[v] = last[v] - first + 1;
		if (!is_leaf(w, parent))
			l->angle[parent] = (first + last[parent]) / 2;
	}
	free(last);
	return at + GAP;
}

/* Switches stand on circles of their own, by the number of links to the centre. */
static void place_radii(const struct work *w, struct rg_layout *l)
{
	const struct rg_topo *t = w->t;
	int *depth = rg_alloc((size_t)t->vertices, sizeof(*depth)), deepest = 0;

	for (int i = 0; i < t->vertices; i++) {
		int v = w->hung.order[i], parent = w->hung.parent[v];
		depth[v] = parent < 0 ? 0 : depth[parent] + 1;
		if (t->vertex[v].kind == RG_SWITCH && depth[v] > deepest)
			deepest = depth[v];
	}
	l->step = l->circle / (deepest + 1);
	for (int v = 0; v < t->vertices; v++)
		if (t->vertex[v].kind == RG_SWITCH)
			l->radius[v] = l->step * depth[v];
		else
			l->radius[v] = w->met[v] < INT_MAX ? l->circle : INNER * l->circle;
	free(depth);
}

/* Turn the circle so that the ring begins at the top, and make lengths pixels. */
static void turn(struct rg_layout *l, const struct rg_topo *t, int first, double length)
{
	double pi = acos(-1), start = l->angle[first];

	for (int v = 0; v < t->vertices; v++) {
		double part = (l->angle[v] - start) / length;
		l->angle[v] = 2 * pi * (part < 0 ? part + 1 : part);
	}
	l->spacing = 2 * pi * l->circle / length;
	for (int v = 0; v < t->vertices; v++)
		l->room[v] *= l->spacing * l->radius[v] / l->circle;
	l->room[l->order[0]] = l->circle;
}

/* Number the machines of the ring clockwise from vertex `first`. */
static void take_seats(const struct work *w, struct rg_layout *l, int first)
{
	const struct rg_topo *t = w->t;
	int from = 0;

	while (l->order[from] != first)
		from++;
	for (int i = 0; i < t->vertices; i++) {
		int v = l->order[(from + i) % t->vertices];
		if (t->vertex[v].kind == RG_MACHINE)
			l->seat[t->vertex[v].machine] = w->met[v] < INT_MAX ? l->seats++ : -1;
	}
}

static struct work begin(const struct rg_topo *t, struct rg_layout *l)
{
	size_t n = (size_t)t->vertices, links = (size_t)t->links;
	struct work w = {.t = t, .near = rg_alloc(2 * links, sizeof(*w.near))};

	for (int v = 0; v < t->vertices; v++)
		for (int i = t->first[v]; i < t->first[v + 1]; i++)
			w.near[i] = (struct neighbour){0, t->incident[i],
			                               rg_topo_other(t, t->incident[i], v)};
	w.hung.order = l->order;
	w.hung.parent = rg_alloc(n, sizeof(int));
	w.met = rg_alloc(n, sizeof(int));
	w.machines = rg_alloc(n, sizeof(int));
	w.stack = rg_alloc(n, sizeof(int));
	return w;
}

struct rg_layout *rg_layout_empty(const struct rg_topo *t)
{
	size_t n = (size_t)t->vertices;
	struct rg_layout *l = rg_alloc(1, sizeof(*l));

	l->angle = rg_alloc(n, sizeof(*l->angle));
	l->radius = rg_alloc(n, sizeof(*l->radius));
	l->room = rg_alloc(n, sizeof(*l->room));
	l->order = rg_alloc(n, sizeof(*l->order));
	l->seat = rg_alloc((size_t)t->machines, sizeof(*l->seat));
	l->circle = fmin(fmax(2.0 * t->machines, fmin(CIRCLE_LEAST, CIRCLE_HANDFUL(t->machines))),
	                 CIRCLE_MOST);
	return l;
}

struct rg_layout *rg_layout_new(const struct rg_topo *t, const struct rg_place *ring, int P)
{
	int first = t->machine[P > 0 ? ring[0].machine : 0];
	struct rg_layout *l = rg_layout_empty(t);
	struct work w = begin(t, l);
	hang(&w, first);
	measure(&w, ring, P);
	sort_branches(&w);
	hang(&w, find_centre(&w));
	place_radii(&w, l);
	turn(l, t, first, place_angles(&w, l));
	take_seats(&w, l, first);
	free(w.near);
	free(w.hung.parent);
	free(w.met);
	free(w.machines);
	free(w.stack);
	return l;
}

void rg_layout_free(struct rg_layout *l)
{
	if (!l)
		return;
	free(l->angle);
	free(l->radius);
	free(l->room);
	free(l->order);
	free(l->seat);
	free(l);
}
