/* SPDX-License-Identifier: BSD-3-Clause
 * detour: the shortest ways around boxes.
 *
 * A shortest way around boxes is straight from corner to corner of some of them. Which ones is
 * found by need: at first none, then those that the way so far runs through, until it runs through
 * none.
 */
#include "show/detour.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"

enum {
	LINKS_MOST = 3000, /* of more links all are straight: hairs that nobody follows */
	ROUND_MOST = 24,   /* boxes that one link goes around */
	CORNERS = 4 * ROUND_MOST + 2, /* of these, and both ends */
	BESIDE_MOST = 5 /* links that go around a corner beside each other; others lie on them */
};

/* Between the stroke of a link and a box, and from link to link around the same corner. Pixels. */
#define AIR 3.0
#define APART 4.0

/* Where boxes are close, links pass as near as these parts of it, and are as near together. */
static const double closer[] = {1, 0.5, 0.2, 0.05};

struct obstacle {
	struct rg_point at;
	double w, h, sine, cosine; /* half its sizes; how it is turned */
	int vertex;
	int around; /* links that bend at it */
};

struct work {
	const struct rg_picture *p;
	struct obstacle *all;
	int n;
	struct rg_point end[2];
	int ends[2];
	double margin; /* around boxes, for this link */
	bool beside;   /* and more where others bend */
	int set[ROUND_MOST], sets;
	struct rg_point way[CORNERS]; /* from end to end */
	int at[CORNERS];              /* which box each point of it is a corner of; -1: an end */
	int points;
};

static double margin_at(const struct work *w, const struct obstacle *o)
{
	int others = o->around < BESIDE_MOST ? o->around : BESIDE_MOST;

	return w->margin + (w->beside ? APART * others : 0);
}

/* The corner of a box with its margin. */
static struct rg_point corner(const struct work *w, const struct obstacle *o, int k)
{
	double m = margin_at(w, o), x = (k & 1 ? 1 : -1) * (o->w + m);
	double y = (k & 2 ? 1 : -1) * (o->h + m);

	return (struct rg_point){o->at.x + x * o->cosine - y * o->sine,
	                         o->at.y + x * o->sine + y * o->cosine};
}

/* Cut what of a line from `from` to `to` is within -half ... half; false: nothing. */
static bool clip(double from, double to, double half, double *begin, double *end)
{
	double step = to - from;

	if (fabs(step) < 1e-9)
		return fabs(from) < half;
	double one = (-half - from) / step, other = (half - from) / step;
	*begin = fmax(*begin, fmin(one, other));
	*end = fmin(*end, fmax(one, other));
	return *begin < *end;
}

/* Does a line run through the box with its margin? Along the edge of that it does not. */
static bool runs_through(const struct work *w, const struct obstacle *o, struct rg_point a,
                         struct rg_point b)
{
	double m = margin_at(w, o) - 0.01, begin = 0, end = 1;
	double ax = a.x - o->at.x, ay = a.y - o->at.y, bx = b.x - o->at.x, by = b.y - o->at.y;

	return clip(ax * o->cosine + ay * o->sine, bx * o->cosine + by * o->sine, o->w + m, &begin,
	            &end) &&
	       clip(ay * o->cosine - ax * o->sine, by * o->cosine - bx * o->sine, o->h + m, &begin,
	            &end);
}

static bool is_end(const struct work *w, const struct obstacle *o)
{
	return o->vertex == w->ends[0] || o->vertex == w->ends[1];
}

static bool is_free(const struct work *w, struct rg_point a, struct rg_point b)
{
	for (int i = 0; i < w->sets; i++)
		if (runs_through(w, &w->all[w->set[i]], a, b))
			return false;
	return true;
}

/* The nearest that is not done; -1: none can be reached. */
static int nearest(const double *far, const bool *done, int n)
{
	int best = -1;

	for (int i = 0; i < n; i++)
		if (!done[i] && isfinite(far[i]) && (best < 0 || far[i] < far[best]))
			best = i;
	return best;
}

/* The shortest way by the corners of the set, after Dijkstra; false: there is none. */
static bool find_way(struct work *w)
{
	struct rg_point point[CORNERS] = {w->end[0], w->end[1]};
	double far[CORNERS] = {0, INFINITY};
	bool done[CORNERS] = {false};
	int before[CORNERS] = {-1, -1}, n = 2 + 4 * w->sets, at;

	for (int i = 2; i < n; i++) {
		point[i] = corner(w, &w->all[w->set[(i - 2) / 4]], (i - 2) % 4);
		far[i] = INFINITY;
	}
	while ((at = nearest(far, done, n)) != 1) {
		if (at < 0)
			return false;
		done[at] = true;
		for (int i = 1; i < n; i++) {
			double d =
				far[at] + hypot(point[i].x - point[at].x, point[i].y - point[at].y);
			if (done[i] || d >= far[i] || !is_free(w, point[at], point[i]))
				continue;
			far[i] = d;
			before[i] = at;
		}
	}
	w->points = 0;
	for (int i = 1; i >= 0; i = before[i])
		w->points++;
	for (int i = 1, k = w->points; i >= 0; i = before[i]) {
		w->way[--k] = point[i];
		w->at[k] = i < 2 ? -1 : w->set[(i - 2) / 4];
	}
	return true;
}

static bool is_in_set(const struct work *w, int obstacle)
{
	for (int i = 0; i < w->sets; i++)
		if (w->set[i] == obstacle)
			return true;
	return false;
}

/* Put what the way runs through into the set: 0: nothing, -1: more than there is room for. */
static int grow_set(struct work *w)
{
	int more = 0;

	for (int i = 0; i < w->n; i++)
		for (int k = 1; k < w->points; k++) {
			if (is_end(w, &w->all[i]) || is_in_set(w, i) ||
			    !runs_through(w, &w->all[i], w->way[k - 1], w->way[k]))
				continue;
			if (w->sets == ROUND_MOST)
				return -1;
			w->set[w->sets++] = i;
			more++;
		}
	return more;
}

static bool find_detour(struct work *w)
{
	int more = 1;

	w->sets = 0;
	while (more > 0)
		more = find_way(w) ? grow_set(w) : -1;
	return more == 0;
}

static void bend(struct work *w, struct rg_picture *p, int link)
{
	double wide = rg_link_aside(p, link) + rg_link_stroke(p, link) / 2 + AIR;
	struct rg_bend *b = &p->bend[link];
	const struct rg_link *l = &p->t->link[link];
	bool found = false;

	w->ends[0] = l->a;
	w->ends[1] = l->b;
	w->end[0] = rg_point_of(p, l->a);
	w->end[1] = rg_point_of(p, l->b);
	for (int i = 0; !found && i < 2 * (int)(sizeof closer / sizeof *closer); i++) {
		w->beside = i % 2 == 0;
		b->part = closer[i / 2];
		w->margin = wide * b->part;
		found = find_detour(w);
	}
	b->part = found ? b->part : 1;
	b->n = found ? w->points - 2 : 0;
	b->point = rg_alloc((size_t)b->n, sizeof *b->point);
	for (int i = 0; i < b->n; i++) {
		b->point[i] = w->way[i + 1];
		w->all[w->at[i + 1]].around++;
	}
}

/* All switches, and the machines that do not stand on the circle: straight links miss the others.
 */
static void find_obstacles(struct work *w)
{
	const struct rg_picture *p = w->p;

	w->all = rg_alloc((size_t)p->t->vertices, sizeof *w->all);
	for (int v = 0; v < p->t->vertices; v++) {
		const struct rg_label *l = &p->label[v];
		double turn = l->turn * acos(-1) / 180, size = rg_machine_size(p);
		if (p->t->vertex[v].kind == RG_SWITCH)
			w->all[w->n++] = (struct obstacle){
				rg_point_of(p, v), l->w / 2, l->h / 2, sin(turn), cos(turn), v, 0};
		else if (p->l->seat[p->t->vertex[v].machine] < 0)
			w->all[w->n++] =
				(struct obstacle){rg_point_of(p, v), size, size, 0, 1, v, 0};
	}
}

void rg_find_bends(struct rg_picture *p)
{
	struct work w = {.p = p};

	p->bend = rg_alloc((size_t)p->t->links, sizeof *p->bend);
	for (int i = 0; i < p->t->links; i++)
		p->bend[i].part = 1;
	if (p->c->routes->tree || p->t->links > LINKS_MOST)
		return;
	find_obstacles(&w);
	for (int i = 0; i < p->t->links; i++)
		bend(&w, p, i);
	free(w.all);
}

void rg_free_bends(struct rg_picture *p)
{
	for (int i = 0; i < p->t->links; i++)
		free(p->bend[i].point);
	free(p->bend);
}
