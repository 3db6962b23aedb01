/* SPDX-License-Identifier: BSD-3-Clause
 * drawing: links, ring, machines and switches.
 */
#include "show/drawing.h"

#include <math.h>
#include <stdint.h>

#include "base/units.h"

/* ---- Links */

static bool on_machine(const struct rg_picture *p, int link)
{
	return p->t->vertex[p->t->link[link].a].kind == RG_MACHINE ||
	       p->t->vertex[p->t->link[link].b].kind == RG_MACHINE;
}

static double link_stroke(const struct rg_picture *p, int link)
{
	bool machine = on_machine(p, link);
	double crowd = p->l->spacing / (machine ? 14 : 5);

	return rg_stroke(p, p->t->link[link].bandwidth) * fmin(fmax(crowd, machine ? 0.1 : 0.6), 1);
}

/* One direction of a link, or both of a half-duplex one, with what it is as its tooltip. */
static void draw_direction(struct rg_picture *p, int link, int from)
{
	const struct rg_link *l = &p->t->link[link];
	int resource = rg_resource_of(p->c->routes, link, from);
	struct rg_point a = rg_point_of(p, from),
			b = rg_point_of(p, rg_topo_other(p->t, link, from));
	double width = link_stroke(p, link), aside = l->half ? 0 : 0.75 * width;
	char name[256], speed[32];

	rg_textf(p->svg, "<path stroke-width=\"%.2f\"%s d=\"M", width,
	         l->half ? " stroke-dasharray=\"5 2\"" : "");
	rg_add_point(p->svg, rg_beside(a, a, b, aside));
	rg_text_add(p->svg, "L");
	rg_add_point(p->svg, rg_beside(b, a, b, aside));
	rg_text_add(p->svg, "\"><title>");
	rg_add_escaped(p->svg, rg_resource_name(p->c->routes, resource, name, sizeof(name)),
	               sizeof(name));
	rg_textf(p->svg, ": load %d, %s</title></path>\n", p->c->load[resource],
	         rg_show_bandwidth(speed, sizeof(speed), l->bandwidth));
}

/* The links whose load is at least `least` and at most `most`. */
void rg_draw_links(struct rg_picture *p, const char *colour, int least, int most)
{
	rg_textf(p->svg, "<g fill=\"none\" stroke=\"%s\">\n", colour);
	for (int i = 0; i < p->t->links; i++) {
		const struct rg_link *l = &p->t->link[i];
		int there = p->c->load[rg_resource_of(p->c->routes, i, l->a)];
		int back = p->c->load[rg_resource_of(p->c->routes, i, l->b)];
		if (there >= least && there <= most)
			draw_direction(p, i, l->a);
		if (!l->half && back >= least && back <= most)
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

/* The load of a direction, at its right and nearer to its end. */
static void label_load(struct rg_picture *p, int link, int from)
{
	int load = p->c->load[rg_resource_of(p->c->routes, link, from)];
	struct rg_point a = rg_point_of(p, from),
			b = rg_point_of(p, rg_topo_other(p->t, link, from));
	bool half = p->t->link[link].half;
	double size = load_font(p, link), width = size * (load > 9 ? load > 99 ? 2.6 : 1.9 : 1.3);
	struct rg_point at = rg_beside(rg_between(a, b, half ? 0.5 : 0.62), a, b,
	                               half ? 0 : size / 2 + width / 3);

	if (load < 2 || !rg_take_room(p, (struct rg_box){at.x, at.y, width + 2, 1.4 * size}))
		return;
	rg_textf(p->svg,
	         "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.1f\"/>"
	         "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" fill=\"#fff\">%d</text>\n",
	         at.x - width / 2, at.y - 0.65 * size, width, 1.3 * size, 0.65 * size, at.x,
	         at.y + 0.36 * size, size, load);
}

/* Links between switches first: there is less room at the machines. */
void rg_label_loads(struct rg_picture *p)
{
	rg_textf(p->svg, "<g fill=\"%s\" text-anchor=\"middle\">\n", RG_SHARED);
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

/* ---- The ring */

/* The machine at position i of the ring, as a vertex. */
static int vertex_at(const struct rg_picture *p, int i)
{
	return p->t->machine[p->c->ring[i % p->c->P].machine];
}

/* Is `to` the next one clockwise of the ring's machines? */
static bool is_arc(const struct rg_picture *p, int from, int to)
{
	const struct rg_vertex *v = p->t->vertex;
	int seat = p->l->seat[v[from].machine];

	return p->l->seat[v[to].machine] == (seat + 1) % p->l->seats;
}

/* Are the machines too close for an arrow between each two? */
static bool is_crowded(const struct rg_picture *p)
{
	return p->l->spacing < 20;
}

/* An arrow head at `at`, pointing from a to b. */
static void add_arrow(struct rg_picture *p, struct rg_point at, struct rg_point a,
                      struct rg_point b)
{
	double size = is_crowded(p) ? p->l->circle / 80 : 5;
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

static void add_step_arrow(struct rg_picture *p, int from, int to)
{
	struct rg_point a = rg_point_of(p, from), b = rg_point_of(p, to);
	double turn = p->l->angle[to] - p->l->angle[from];
	double pi = acos(-1);

	if (!is_arc(p, from, to)) {
		add_arrow(p, rg_between(rg_between(a, b, 0.5), bend(a, b), 0.5), a, b);
		return;
	}
	double middle = p->l->angle[from] + (turn < 0 ? turn + 2 * pi : turn) / 2;
	add_arrow(p, rg_polar(middle, p->l->circle), rg_polar(middle - 0.01, p->l->circle),
	          rg_polar(middle + 0.01, p->l->circle));
}

/* The pairs of neighbours that collide (`wrong`), or the others: their ways, then their arrows, of
 * which a crowded circle gets only some. */
void rg_draw_steps(struct rg_picture *p, bool wrong, const char *colour)
{
	int P = p->c->P, every = is_crowded(p) ? (P + 23) / 24 : 1;
	double width = wrong ? fmin(fmax(p->l->spacing / 12, 0.7), 1.8) : 1.6 + p->l->circle / 900;

	rg_textf(p->svg, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%.2f\"%s d=\"", colour,
	         wrong ? width * 0.7 : width, wrong ? " stroke-opacity=\"0.7\"" : "");
	for (int i = 0; i < P; i++)
		if (p->wrong[i] == wrong && vertex_at(p, i) != vertex_at(p, i + 1))
			add_step(p, vertex_at(p, i), vertex_at(p, i + 1));
	rg_textf(p->svg, "\"/>\n<path fill=\"%s\" d=\"", colour);
	for (int i = 0; i < P; i++)
		if (p->wrong[i] == wrong && i % every == every / 2 &&
		    vertex_at(p, i) != vertex_at(p, i + 1))
			add_step_arrow(p, vertex_at(p, i), vertex_at(p, i + 1));
	rg_text_add(p->svg, "\"/>\n");
}

void rg_find_wrong(struct rg_picture *p)
{
	const struct rg_certificate *c = p->c;

	for (int k = 0; k < c->overloaded; k++)
		for (int i = c->first[k]; i < c->first[k + 1]; i++)
			p->wrong[c->pair[i].from] = true;
}

/* ---- Machines and switches */

/* Is a package or NUMA node boundary of the machine overloaded? */
static bool inside_shared(const struct rg_picture *p, int machine)
{
	const struct rg_routes *r = p->c->routes;
	int begin = 2 * p->t->links + 2 * r->boundaries[machine];
	int end = 2 * p->t->links + 2 * r->boundaries[machine + 1];

	for (int i = begin; i < end; i++)
		if (p->c->load[i] > 1)
			return true;
	return false;
}

static void draw_machine(struct rg_picture *p, int vertex)
{
	const struct rg_vertex *v = &p->t->vertex[vertex];
	struct rg_point at = rg_point_of(p, vertex);
	bool used = p->l->seat[v->machine] >= 0, shared = inside_shared(p, v->machine);
	bool first = p->c->P > 0 && vertex == vertex_at(p, 0);
	double size = fmin(fmax(p->l->spacing * 0.26, 0.4), 6);

	if (first)
		size = fmax(size, p->l->circle / 120);

	rg_textf(p->svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" stroke=\"%s\"",
	         at.x, at.y, size,
	         shared  ? RG_SHARED
	         : first ? RG_RING
	                 : "#fff",
	         used ? RG_RING : RG_UNUSED);
	rg_text_add(p->svg, "><title>");
	rg_add_escaped(p->svg, v->name, SIZE_MAX);
	rg_textf(p->svg, "%s%s</title></circle>\n", used ? "" : ": not in the ring",
	         shared ? ": a boundary inside it carries more than one pair" : "");
}

/* The name, outside the circle: along its radius, or level where there is room for that. */
static void label_machine(struct rg_picture *p, int vertex, double font)
{
	const struct rg_vertex *v = &p->t->vertex[vertex];
	double angle = p->l->angle[vertex], degrees = angle * 180 / acos(-1);
	struct rg_point at = rg_polar(angle, p->l->circle + 13);
	bool left = degrees > 180, level = p->l->spacing >= 60;

	rg_textf(p->svg, "<text transform=\"translate(%.1f %.1f)", at.x + 0.0, at.y + 0.0);
	if (!level)
		rg_textf(p->svg, " rotate(%.1f)", left ? degrees + 90 : degrees - 90);
	rg_textf(p->svg, "\" text-anchor=\"%s\"%s y=\"%.1f\">",
	         level && fabs(sin(angle)) < 0.2 ? "middle"
	         : left                          ? "end"
	                                         : "start",
	         p->l->seat[v->machine] < 0 ? " fill=\"#999\"" : "",
	         font * (level ? 0.35 - 0.4 * cos(angle) : 0.35));
	rg_add_escaped(p->svg, v->name, RG_NAME_MOST);
	rg_text_add(p->svg, "</text>\n");
}

void rg_draw_machines(struct rg_picture *p)
{
	double font = rg_machine_font(p);

	rg_textf(p->svg, "<g stroke-width=\"%.2f\">\n", fmin(p->l->spacing / 12, 1.5));
	for (int i = 0; i < p->t->machines; i++)
		draw_machine(p, p->t->machine[i]);
	rg_textf(p->svg, "</g>\n<g font-size=\"%.1f\" fill=\"%s\">\n", font, RG_RING);
	for (int i = 0; font > 0 && i < p->t->machines; i++)
		label_machine(p, p->t->machine[i], font);
	rg_text_add(p->svg, "</g>\n");
}

/* A box with the name, as large as there is room for, or, without room, a dot. */
static void draw_switch(struct rg_picture *p, int vertex)
{
	const char *name = p->t->vertex[vertex].name;
	struct rg_point at = rg_point_of(p, vertex);
	double n = (double)rg_letters(name), most = fmax(12, p->l->circle / 40);
	double wide = p->l->room[vertex] / (RG_LETTER * n + 1.4), high = fmax(p->l->step / 1.9, 8);
	double font = fmin(fmin(wide, high), most);
	double w = font * (RG_LETTER * n + 1), h = 1.6 * font;
	bool room = font >= 5 && rg_take_room(p, (struct rg_box){at.x, at.y, w + 4, h + 4});
	double size = room ? h : 6 * p->scale;

	w = room ? w : size;
	rg_text_add(p->svg, "<g><title>");
	rg_add_escaped(p->svg, name, SIZE_MAX);
	rg_textf(p->svg,
	         "</title><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.1f\"/>",
	         at.x - w / 2, at.y - size / 2, w, size, size / 4);
	if (room) {
		rg_textf(p->svg,
		         "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" fill=\"%s\" "
		         "stroke=\"none\">",
		         at.x, at.y + 0.35 * font, font, RG_RING);
		rg_add_escaped(p->svg, name, RG_NAME_MOST);
		rg_text_add(p->svg, "</text>");
	}
	rg_text_add(p->svg, "</g>\n");
}

/* From the centre outwards, so that the names that matter most find room. */
void rg_draw_switches(struct rg_picture *p)
{
	rg_textf(
		p->svg,
		"<g fill=\"#eef2f6\" stroke=\"%s\" stroke-width=\"%.1f\" text-anchor=\"middle\">\n",
		RG_RING, p->scale);
	for (int i = 0; i < p->t->vertices; i++)
		if (p->t->vertex[p->l->order[i]].kind == RG_SWITCH)
			draw_switch(p, p->l->order[i]);
	rg_text_add(p->svg, "</g>\n");
}
