/* SPDX-License-Identifier: BSD-3-Clause
 * layered: where the vertices of a graph that is no tree stand in its picture.
 */
#include "show/layered.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "fabric/spread.h"
#include "order/embed.h"

/* Between machines of different switches, in units of the spacing. */
#define GAP 1.7

/* How near switches of a circle may be that want to be at one place, as a part of what each has if
 * all are apart evenly. */
#define NEAREST 0.75

/* Radius of the innermost circle, in steps from circle to circle: of a single switch, of several,
 * and where all switches stand on one circle. */
#define ALONE 0.0
#define SEVERAL 0.7
#define ONE_CIRCLE 2.0

struct work {
	const struct rg_topo *t;
	struct rg_layout *l;
	int *around; /* [machines] clockwise */
	int *height; /* [vertices] links to the nearest machine */
	int highest;
};

/* ---- Machines */

/* The next of the circle: a machine, and behind it the others that follow it in the order of all
 * and are not in the ring. Returns how many stand there then. */
static int add_run(struct work *w, const int *all, int from, int n)
{
	int machines = w->t->machines, next = (from + 1) % machines;
	w->around[n++] = all[from];
	for (; next != from && w->l->seat[all[next]] < 0; next = (next + 1) % machines)
		w->around[n++] = all[next];
	return n;
}

/* Each machine once, the ring's in its order. */
static void line_up(struct work *w, const struct rg_place *ring, int P)
{
	const struct rg_topo *t = w->t;
	int *all = rg_usual_order(t), *at = rg_alloc((size_t)t->machines, sizeof *at), n = 0;
	int *seat = w->l->seat;
	for (int i = 0; i < t->machines; i++) {
		seat[i] = -1;
		at[all[i]] = i;
	}
	for (int i = 0; i < P; i++)
		if (seat[ring[i].machine] < 0)
			seat[ring[i].machine] = w->l->seats++;
	for (int i = 0, taken = 0; i < P; i++)
		if (seat[ring[i].machine] == taken) {
			n = add_run(w, all, at[ring[i].machine], n);
			taken++;
		}
	if (!P)
		add_run(w, all, 0, 0);
	free(all);
	free(at);
}

static void place_machines(struct work *w)
{
	const struct rg_topo *t = w->t;
	struct rg_layout *l = w->l;
	double length = 0, pi = acos(-1);
	for (int i = 0; i < t->machines; i++) {
		int machine = w->around[i], next = w->around[(i + 1) % t->machines];
		l->angle[t->machine[machine]] = length;
		l->radius[t->machine[machine]] = l->circle * (l->seat[machine] < 0 ? 0.94 : 1);
		bool near = rg_topo_outside(t, machine) == rg_topo_outside(t, next);
		length += near && i + 1 < t->machines ? 1 : GAP;
	}
	l->spacing = 2 * pi * l->circle / length;
	for (int i = 0; i < t->machines; i++) {
		l->angle[t->machine[i]] *= 2 * pi / length;
		l->room[t->machine[i]] = l->spacing;
	}
}

/* ---- Switches */

/* A switch that nothing joins to a machine stands with those at machines. */
static void find_heights(struct work *w)
{
	w->height = rg_heights(w->t);
	for (int v = 0; v < w->t->vertices; v++) {
		w->height[v] = w->height[v] < 0 ? 1 : w->height[v];
		w->highest = w->height[v] > w->highest ? w->height[v] : w->highest;
	}
}

/* Where what is below a switch is, on average. */
static double middle_of_below(const struct work *w, int v)
{
	const struct rg_topo *t = w->t;
	double x = 0, y = 0;
	for (int k = t->first[v]; k < t->first[v + 1]; k++) {
		int below = rg_topo_other(t, t->incident[k], v);
		if (w->height[below] >= w->height[v])
			continue;
		x += sin(w->l->angle[below]);
		y += cos(w->l->angle[below]);
	}
	double angle = hypot(x, y) < 1e-6 ? 0 : atan2(x, y);
	return angle < 0 ? angle + 2 * acos(-1) : angle;
}

struct placed {
	int vertex;
	double angle;
};

static int compare_angles(const void *pa, const void *pb)
{
	const struct placed *a = pa, *b = pb;
	if (a->angle != b->angle)
		return a->angle < b->angle ? -1 : 1;
	return (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

/* Evenly around the circle, in the order of where they want to be, and as near to it as that lets
 * them: on average. */
static void spread(const struct work *w, const struct placed *p, int n)
{
	double pi = acos(-1), x = 0, y = 0;
	for (int i = 0; i < n; i++) {
		x += sin(p[i].angle - 2 * pi * i / n);
		y += cos(p[i].angle - 2 * pi * i / n);
	}
	double turned = hypot(x, y) < 1e-6 ? 0 : atan2(x, y);
	for (int i = 0; i < n; i++) {
		double angle = fmod(turned + 2 * pi * i / n, 2 * pi);
		w->l->angle[p[i].vertex] = angle < 0 ? angle + 2 * pi : angle;
	}
}

/* Begin behind the largest gap of the circle: across that the last and the first one do not meet.
 */
static void cut_circle(struct placed *p, int n)
{
	double pi = acos(-1), most = 0;
	int first = 0;
	for (int i = 0; i < n; i++) {
		double gap = i ? p[i].angle - p[i - 1].angle : p[0].angle + 2 * pi - p[n - 1].angle;
		if (gap <= most)
			continue;
		most = gap;
		first = i;
	}
	for (int i = 0; i < first; i++) {
		struct placed front = {p[0].vertex, p[0].angle + 2 * pi};
		memmove(p, p + 1, (size_t)(n - 1) * sizeof *p);
		p[n - 1] = front;
	}
}

/* Some that are placed, from `begin` on, and where the first of them wants to be if the others
 * follow it at the least distance: on average. */
struct bunch {
	int begin, n;
	double first;
};

/* Those that want to be at one place, as the switches of two rails do, side by side, as near to it
 * as that lets them: whoever would be nearer than `least` to the one before is joined to it.
 * The least is a twelfth of the circle at most, so that few stay where they belong. */
static void set_apart(const struct work *w, struct placed *p, int n)
{
	double pi = acos(-1), least = fmin(NEAREST * 2 * pi / n, pi / 6);
	struct bunch *c = rg_alloc((size_t)n, sizeof *c);
	int bunches = 0;
	cut_circle(p, n);
	for (int i = 0; i < n; i++) {
		c[bunches++] = (struct bunch){i, 1, p[i].angle};
		for (; bunches > 1; bunches--) {
			struct bunch *a = &c[bunches - 2], *b = &c[bunches - 1];
			if (a->first + a->n * least <= b->first)
				break;
			a->first = (a->n * a->first + b->n * (b->first - a->n * least)) /
			           (a->n + b->n);
			a->n += b->n;
		}
	}
	for (int k = 0; k < bunches; k++)
		for (int i = 0; i < c[k].n; i++)
			w->l->angle[p[c[k].begin + i].vertex] = c[k].first + i * least;
	free(c);
}

/* The switches of one height: those at machines stand before them. */
static int place_circle(const struct work *w, int height, struct placed *p)
{
	int n = 0;
	for (int v = 0; v < w->t->vertices; v++)
		if (w->height[v] == height) {
			w->l->angle[v] = middle_of_below(w, v);
			p[n++] = (struct placed){v, w->l->angle[v]};
		}
	qsort(p, (size_t)n, sizeof *p, compare_angles);
	if (height > 1)
		spread(w, p, n);
	else
		set_apart(w, p, n);
	return n;
}

static void place_switches(struct work *w)
{
	struct rg_layout *l = w->l;
	struct placed *p = rg_alloc((size_t)w->t->vertices, sizeof *p);
	int tops = 0;
	for (int v = 0; v < w->t->vertices; v++)
		tops += w->height[v] == w->highest;
	double inner = tops == 1 ? ALONE : w->highest < 2 ? ONE_CIRCLE : SEVERAL;
	l->step = l->circle / (w->highest + inner);
	for (int height = 1; height <= w->highest; height++) {
		double radius = l->step * (w->highest - height + inner);
		int n = place_circle(w, height, p);
		for (int i = 0; i < n; i++) {
			l->radius[p[i].vertex] = radius;
			l->room[p[i].vertex] = radius > 0 ? 2 * acos(-1) * radius / n : l->circle;
		}
	}
	free(p);
}

/* From the centre outwards. */
static void sort_by_height(struct work *w)
{
	int n = 0;
	for (int height = w->highest; height >= 0; height--)
		for (int v = 0; v < w->t->vertices; v++)
			if (w->height[v] == height)
				w->l->order[n++] = v;
}

struct rg_layout *rg_layered_new(const struct rg_topo *t, const struct rg_place *ring, int P)
{
	struct rg_layout *l = rg_layout_empty(t);
	struct work w = {.t = t, .l = l};
	w.around = rg_alloc((size_t)t->machines, sizeof *w.around);
	line_up(&w, ring, P);
	place_machines(&w);
	find_heights(&w);
	place_switches(&w);
	sort_by_height(&w);
	free(w.around);
	free(w.height);
	return l;
}
