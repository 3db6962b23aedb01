/* SPDX-License-Identifier: BSD-3-Clause
 * drawing: links, and the ring.
 */
#include "show/drawing.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/units.h"
#include "show/detour.h"

/* ---- Links */

static double distance(struct rg_point a, struct rg_point b)
{
	return hypot(b.x - a.x, b.y - a.y);
}

static bool on_machine(const struct rg_picture *p, int link)
{
	return p->t->vertex[p->t->link[link].a].kind == RG_MACHINE ||
	       p->t->vertex[p->t->link[link].b].kind == RG_MACHINE;
}

double rg_link_stroke(const struct rg_picture *p, int link)
{
	bool machine = on_machine(p, link);
	double crowd = p->l->spacing / (machine ? 14 : 5);

	return rg_stroke_of(&p->strokes, p->t->link[link].bandwidth) *
	       fmin(fmax(crowd, machine ? 0.1 : 0.6), 1);
}

double rg_link_aside(const struct rg_picture *p, int link)
{
	double width = rg_link_stroke(p, link), before = rg_topo_link_number(p->t, link) - 1;

	return p->bend[link].part *
	       ((p->t->link[link].half ? 0 : 0.75 * width) + 2.5 * width * before);
}

/* Its points as seen from one end: the ends, and where it bends. */
static struct rg_point link_point(const struct rg_picture *p, int link, int from, int i)
{
	const struct rg_bend *b = &p->bend[link];
	bool forth = p->t->link[link].a == from;

	if (i == 0)
		return rg_point_of(p, from);
	if (i == b->n + 1)
		return rg_point_of(p, rg_topo_other(p->t, link, from));
	return b->point[forth ? i - 1 : b->n - i];
}

/* A point of a line that runs at the right of the link: where it bends, on both its parts. */
static struct rg_point aside_of(const struct rg_picture *p, int link, int from, int i, double aside)
{
	int last = p->bend[link].n + 1;
	struct rg_point at = link_point(p, link, from, i);
	struct rg_point origin = {0, 0}, into = origin, out = origin;

	if (i > 0)
		into = rg_beside(origin, link_point(p, link, from, i - 1), at, 1);
	if (i < last)
		out = rg_beside(origin, at, link_point(p, link, from, i + 1), 1);
	double part = i > 0 && i < last ? fmax(1 + into.x * out.x + into.y * out.y, 0.3) : 1;
	return (struct rg_point){at.x + aside * (into.x + out.x) / part,
	                         at.y + aside * (into.y + out.y) / part};
}

/* One direction of a link, or both of a half-duplex one, with what it is as its tooltip. */
static void draw_direction(struct rg_picture *p, int link, int from)
{
	const struct rg_link *l = &p->t->link[link];
	int resource = rg_resource_of(p->c->routes, link, from);
	char name[256], speed[32];

	rg_textf(p->svg, "<path stroke-width=\"%.2f\"%s d=\"", rg_link_stroke(p, link),
	         l->half ? " stroke-dasharray=\"5 2\"" : "");
	for (int i = 0; i < p->bend[link].n + 2; i++) {
		rg_text_add(p->svg, i ? "L" : "M");
		rg_add_point(p->svg, aside_of(p, link, from, i, rg_link_aside(p, link)));
	}
	rg_text_add(p->svg, "\"><title>");
	rg_add_escaped(p->svg, rg_resource_name(p->c->routes, resource, name, sizeof(name)),
	               sizeof(name));
	rg_textf(p->svg, ": load %d", p->c->load[resource]);
	if (p->c->possible && p->c->possible[resource])
		rg_textf(p->svg, " to %d", p->c->load[resource] + p->c->possible[resource]);
	rg_textf(p->svg, ", %s</title></path>\n",
	         rg_show_bandwidth(speed, sizeof(speed), l->bandwidth));
}

enum rg_use rg_use_of(const struct rg_picture *p, int resource)
{
	int load = p->c->load[resource];

	if (load > 0)
		return load > 1 ? RG_USE_SHARED : RG_USE_ALONE;
	return p->c->possible && p->c->possible[resource] ? RG_USE_POSSIBLE : RG_USE_NONE;
}

void rg_draw_links(struct rg_picture *p, const char *colour, enum rg_use use)
{
	rg_textf(p->svg, "<g fill=\"none\" stroke=\"%s\">\n", colour);
	for (int i = 0; i < p->t->links; i++) {
		const struct rg_link *l = &p->t->link[i];
		if (rg_use_of(p, rg_resource_of(p->c->routes, i, l->a)) == use)
			draw_direction(p, i, l->a);
		if (!l->half && rg_use_of(p, rg_resource_of(p->c->routes, i, l->b)) == use)
			draw_direction(p, i, l->b);
	}
	rg_text_add(p->svg, "</g>\n");
}

/* The height of load numbers: larger where a large picture has room for it. */
static double load_font(const struct rg_picture *p, int link)
{
	const struct rg_link *l = &p->t->link[link];
	int outer = p->l->radius[l->a] > p->l->radius[l->b] ? l->a : l->b;

	return on_machine(p, link)
	               ? 10
	               : fmin(fmax(p->l->room[outer] / 4, 10), fmax(10, p->l->circle / 50));
}

/* The point of a link after a part of its length, and the ends of the straight part that it is on.
 */
static struct rg_point part_of_link(const struct rg_picture *p, int link, int from, double part,
                                    struct rg_point *a, struct rg_point *b)
{
	double length = 0, left, step = 0;
	int last = p->bend[link].n + 1, i;

	for (i = 1; i <= last; i++)
		length += distance(link_point(p, link, from, i - 1), link_point(p, link, from, i));
	left = part * length;
	for (i = 1; i <= last; i++, left -= step) {
		*a = link_point(p, link, from, i - 1);
		*b = link_point(p, link, from, i);
		step = distance(*a, *b);
		if (left <= step || i == last)
			break;
	}
	return rg_between(*a, *b, step > 0 ? left / step : 0);
}

/* The load of a direction, at its right and nearer to its end. */
static void label_load(struct rg_picture *p, int link, int from)
{
	int load = p->c->load[rg_resource_of(p->c->routes, link, from)];
	bool half = p->t->link[link].half;
	struct rg_point a, b, on = part_of_link(p, link, from, half ? 0.5 : 0.62, &a, &b);
	double size = load_font(p, link), width = size * (load > 9 ? load > 99 ? 2.6 : 1.9 : 1.3);
	struct rg_point at = rg_beside(on, a, b, half ? 0 : size / 2 + width / 3);

	if (load < 2 || !rg_take_room(p, (struct rg_box){at.x, at.y, width + 2, 1.4 * size}))
		return;
	rg_textf(p->svg,
	         "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.1f\"/>"
	         "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" fill=\"%s\">%d</text>\n",
	         at.x - width / 2, at.y - 0.65 * size, width, 1.3 * size, 0.65 * size, at.x,
	         at.y + 0.36 * size, size, p->colours->paper, load);
}

/* Links between switches first: there is less room at the machines. */
void rg_label_loads(struct rg_picture *p)
{
	rg_textf(p->svg, "<g fill=\"%s\" text-anchor=\"middle\">\n", p->colours->shared);
	for (int machines = 0; machines <= 1; machines++)
		for (int i = 0; i < p->t->links; i++) {
			if (on_machine(p, i) != machines)
				continue;
			label_load(p, i, p->t->link[i].a);
			if (!p->t->link[i].half)
				label_load(p, i, p->t->link[i].b);
		}
	rg_text_add(p->svg, "</g>\n");
}

/* ---- The ring, or the messages of a phase */

/* Is `to` the next one clockwise of the ring's machines? */
static bool is_arc(const struct rg_picture *p, int from, int to)
{
	const struct rg_vertex *v = p->t->vertex;
	int seat = p->l->seat[v[from].machine];

	return p->l->seat[v[to].machine] == (seat + 1) % p->l->seats;
}

/* So many arrows, at most, where machines crowd. */
enum { ARROWS = 24 };

/* Where on a step an arrow may be, from the middle on to both sides. */
enum { PLACES = 17 };

/* From arrow to arrow, in sizes: one is 2 long, and as wide within the outline. */
#define APART 2.3

/* Are the machines too close for an arrow between each two? */
static bool is_crowded(const struct rg_picture *p)
{
	return p->l->spacing < 20;
}

/* Where machines crowd it is as large as the picture wants it, and covers some of them: there are
 * only a few. */
static double arrow_size(const struct rg_picture *p)
{
	return is_crowded(p) ? fmax(p->l->circle / 40, 7.5) : 6;
}

/* An arrow head at `at`, pointing from a to b. */
static void add_arrow(struct rg_picture *p, struct rg_point at, struct rg_point a,
                      struct rg_point b)
{
	double size = arrow_size(p);
	double length = hypot(b.x - a.x, b.y - a.y);
	struct rg_point tip = rg_between(at, (struct rg_point){at.x + b.x - a.x, at.y + b.y - a.y},
	                                 length > 0 ? size / length : 0);
	struct rg_point end = rg_between(at, tip, -1);

	rg_text_add(p->svg, "M");
	rg_add_point(p->svg, rg_beside(end, a, b, 0.8 * size));
	rg_text_add(p->svg, "L");
	rg_add_point(p->svg, tip);
	rg_text_add(p->svg, "L");
	rg_add_point(p->svg, rg_beside(end, a, b, -0.8 * size));
	rg_text_add(p->svg, "z");
}

/* Chords bend towards the centre: this is the point that they bend to. */
static struct rg_point bend(struct rg_point a, struct rg_point b)
{
	struct rg_point middle = rg_between(a, b, 0.5);

	return rg_between(middle, (struct rg_point){0, 0}, 0.3);
}

static void add_step(struct rg_picture *p, int from, int to)
{
	struct rg_point a = rg_point_of(p, from), b = rg_point_of(p, to);
	double turn = p->l->angle[to] - p->l->angle[from];
	double pi = acos(-1);

	rg_text_add(p->svg, "M");
	rg_add_point(p->svg, a);
	if (is_arc(p, from, to)) {
		rg_textf(p->svg, "A%.1f %.1f 0 %d 1 ", p->l->circle, p->l->circle,
		         (turn < 0 ? turn + 2 * pi : turn) > pi);
	} else {
		rg_text_add(p->svg, "Q");
		rg_add_point(p->svg, bend(a, b));
		rg_text_add(p->svg, " ");
	}
	rg_add_point(p->svg, b);
}

/* The point of a step after a part of its way, and where it is a little later. */
static struct rg_point on_step(const struct rg_picture *p, int from, int to, double part)
{
	struct rg_point a = rg_point_of(p, from), b = rg_point_of(p, to);
	double turn = p->l->angle[to] - p->l->angle[from];

	if (is_arc(p, from, to))
		return rg_polar(p->l->angle[from] + part * (turn < 0 ? turn + 2 * acos(-1) : turn),
		                p->l->circle);
	return rg_between(rg_between(a, bend(a, b), part), rg_between(bend(a, b), b, part), part);
}

/* May an arrow head be there: is it on no other one, and not below the box of a switch? */
static bool is_open(const struct rg_picture *p, struct rg_point at, double size)
{
	for (int i = 0; i < p->arrows; i++)
		if (distance(at, p->arrow[i]) < APART * size)
			return false;
	for (int i = 0; i < p->boxes; i++)
		if (fabs(at.x - p->box[i].x) < p->box[i].w / 2 + size &&
		    fabs(at.y - p->box[i].y) < p->box[i].h / 2 + size)
			return false;
	return true;
}

/* In the middle of the step, or as near to it as there is room; without any there is none. */
static void add_step_arrow(struct rg_picture *p, int from, int to)
{
	for (int i = 0; i < PLACES; i++) {
		double part = 0.5 + (i % 2 ? -1 : 1) * ((i + 1) / 2) * 0.4 / (PLACES / 2);
		struct rg_point at = on_step(p, from, to, part);
		if (!is_open(p, at, arrow_size(p)))
			continue;
		add_arrow(p, at, on_step(p, from, to, part - 0.01),
		          on_step(p, from, to, part + 0.01));
		p->arrow[p->arrows++] = at;
		return;
	}
}

void rg_draw_steps(struct rg_picture *p, bool wrong, const char *colour)
{
	double width = wrong ? fmin(fmax(p->l->spacing / 12, 0.7), 1.8) : 1.6 + p->l->circle / 900;

	rg_textf(p->svg, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%.2f\"%s d=\"", colour,
	         wrong ? width * 0.7 : width, wrong ? " stroke-opacity=\"0.7\"" : "");
	for (int i = 0; i < p->c->pairs; i++)
		if (p->wrong[i] == wrong && rg_pair_leaves(p, i))
			add_step(p, rg_pair_from(p, i), rg_pair_to(p, i));
	rg_text_add(p->svg, "\"/>\n");
}

void rg_draw_arrows(struct rg_picture *p, bool wrong, const char *colour)
{
	int n = p->c->pairs, every = is_crowded(p) ? (n + ARROWS - 1) / ARROWS : 1;

	rg_textf(p->svg, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"%.2f\" d=\"", colour,
	         p->colours->paper, p->l->circle / 400);
	for (int i = 0; i < n; i++)
		if (p->wrong[i] == wrong && i % every == every / 2 && rg_pair_leaves(p, i))
			add_step_arrow(p, rg_pair_from(p, i), rg_pair_to(p, i));
	rg_text_add(p->svg, "\"/>\n");
}

void rg_find_wrong(struct rg_picture *p)
{
	const struct rg_certificate *c = p->c;
	bool *sender = rg_alloc((size_t)c->P, sizeof *sender); /* each sends one message */

	for (int k = 0; k < c->overloaded; k++)
		for (int64_t i = c->first[k]; rg_is_beyond(c, k) && i < c->first[k + 1]; i++)
			sender[c->pair[i].from] = true;
	for (int i = 0; i < c->pairs; i++)
		p->wrong[i] = sender[c->sent[i].from];
	free(sender);
}
