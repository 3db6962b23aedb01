/* SPDX-License-Identifier: BSD-3-Clause
 * vertices: the machines and switches of a picture, and their names.
 */
#include "show/vertices.h"

#include <math.h>
#include <stdint.h>

#include "base/alloc.h"

/* ---- Machines */

bool rg_inside_shared(const struct rg_picture *p, int machine)
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
	bool used = p->l->seat[v->machine] >= 0, shared = rg_inside_shared(p, v->machine);
	bool first = p->c->P > 0 && !p->phase && vertex == rg_vertex_at(p, 0);
	double size = rg_machine_size(p);

	if (first)
		size = fmax(size, p->l->circle / 120);

	rg_textf(p->svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" stroke=\"%s\"",
	         at.x, at.y, size,
	         shared  ? p->colours->shared
	         : first ? p->colours->ink
	                 : p->colours->paper,
	         used ? p->colours->ink : p->colours->faint);
	rg_text_add(p->svg, "><title>");
	rg_add_escaped(p->svg, v->name, SIZE_MAX);
	rg_textf(p->svg, "%s%s</title></circle>\n",
	         used       ? ""
	         : p->phase ? ": without ranks"
	                    : ": not in the ring",
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
	rg_textf(p->svg, "\" text-anchor=\"%s\" fill=\"%s\" y=\"%.1f\">",
	         level && fabs(sin(angle)) < 0.2 ? "middle"
	         : left                          ? "end"
	                                         : "start",
	         p->l->seat[v->machine] < 0 ? p->colours->muted : p->colours->ink,
	         font * (level ? 0.35 - 0.4 * cos(angle) : 0.35));
	rg_add_name(p, vertex);
	rg_text_add(p->svg, "</text>\n");
}

void rg_draw_machines(struct rg_picture *p)
{
	double font = rg_machine_font(p);

	rg_textf(p->svg, "<g stroke-width=\"%.2f\">\n", fmin(p->l->spacing / 12, 1.5));
	for (int i = 0; i < p->t->machines; i++)
		draw_machine(p, p->t->machine[i]);
	rg_textf(p->svg, "</g>\n<g font-size=\"%.1f\">\n", font);
	for (int i = 0; font > 0 && i < p->t->machines; i++)
		label_machine(p, p->t->machine[i], font);
	rg_text_add(p->svg, "</g>\n");
}

/* ---- Switches */

/* Its machines that are next to each other on the circle: how many. */
static int own_machines(const struct rg_picture *p, int vertex)
{
	int n = 0;

	for (int i = p->t->first[vertex]; i < p->t->first[vertex + 1]; i++)
		n += p->t->vertex[rg_topo_other(p->t, p->t->incident[i], vertex)].kind ==
		     RG_MACHINE;
	return n;
}

bool rg_has_outer_name(const struct rg_picture *p, int vertex)
{
	return p->t->vertex[vertex].kind == RG_SWITCH && p->l->radius[vertex] > 0 &&
	       rg_machine_font(p) == 0 && own_machines(p, vertex) > 0;
}

double rg_outer_font(const struct rg_picture *p)
{
	double font = p->l->circle / 40;

	for (int i = 0; i < p->t->vertices; i++)
		if (rg_has_outer_name(p, i))
			font = fmin(font, 0.8 * p->l->spacing * own_machines(p, i));
	return font < 4 || rg_machine_font(p) > 0 ? 0 : font;
}

/* Along the radius, outside its machines and the arrows of the ring. */
static void label_outside(struct rg_picture *p, int vertex, double font)
{
	double degrees = p->l->angle[vertex] * 180 / acos(-1);
	struct rg_point at = rg_polar(p->l->angle[vertex], 1.025 * p->l->circle);
	bool left = degrees > 180;

	rg_textf(p->svg,
	         "<text transform=\"translate(%.1f %.1f) rotate(%.1f)\" text-anchor=\"%s\" "
	         "y=\"%.1f\">",
	         at.x + 0.0, at.y + 0.0, left ? degrees + 90 : degrees - 90, left ? "end" : "start",
	         0.35 * font);
	rg_add_name(p, vertex);
	rg_text_add(p->svg, "</text>\n");
}

/* Does a switch stand where a box would be? Those of a tree stand apart. */
static bool covers_another(const struct rg_picture *p, int vertex, struct rg_box b)
{
	for (int i = 0; !p->c->routes->tree && i < p->t->vertices; i++) {
		struct rg_point at = rg_point_of(p, i);
		if (i != vertex && p->t->vertex[i].kind == RG_SWITCH &&
		    fabs(at.x - b.x) < b.w / 2 + 4 && fabs(at.y - b.y) < b.h / 2 + 4)
			return true;
	}
	return false;
}

/* Is it legible, and is there room for it? Then it has it. */
static bool fits(struct rg_picture *p, int vertex, const struct rg_label *l)
{
	double s = fabs(sin(l->turn * acos(-1) / 180)), c = fabs(cos(l->turn * acos(-1) / 180));
	struct rg_point at = rg_point_of(p, vertex);
	struct rg_box b = {at.x, at.y, c * l->w + s * l->h + 4, s * l->w + c * l->h + 4};

	return l->font >= 5 && !covers_another(p, vertex, b) && rg_take_room(p, b);
}

/* The height of letters that can be read without a glass. */
#define LEGIBLE 8.0

/* Level, as large as there is room for; else along its radius, where branches are narrow. */
static bool find_label(struct rg_picture *p, int vertex, double part, struct rg_label *l)
{
	double n = (double)rg_letters(p, vertex), most = fmax(12, p->l->circle / 40);
	double room = p->l->room[vertex], degrees = p->l->angle[vertex] * 180 / acos(-1);
	double level = fmin(room / (RG_LETTER * n + 1.4), fmax(p->l->step / 1.9, 8));
	double along = fmin(room / 1.8, 0.9 * p->l->step / (RG_LETTER * n + 1));

	if (!p->c->routes->tree) /* those of a circle are alike, level or not */
		along = fmin(along, fmax(level, LEGIBLE));

	for (int turned = 0; turned <= 1; turned++) {
		l->font = part * fmin(turned ? along : level, most);
		l->w = l->font * (RG_LETTER * n + 1);
		l->h = 1.6 * l->font;
		l->turn = !turned ? 0 : degrees > 180 ? degrees + 90 : degrees - 90;
		if (fits(p, vertex, l))
			return true;
	}
	return false;
}

/* In a graph a smaller one is better than none: a tree has a branch for each. */
static struct rg_label label_of(struct rg_picture *p, int vertex)
{
	static const double parts[] = {1, 0.75, 0.5};
	struct rg_label l;

	for (int i = 0; i < (p->c->routes->tree ? 1 : 3); i++)
		if (find_label(p, vertex, parts[i], &l))
			return l;
	return (struct rg_label){.w = 6 * p->scale, .h = 6 * p->scale};
}

void rg_place_labels(struct rg_picture *p)
{
	bool outer = rg_outer_font(p) > 0;

	p->label = rg_alloc((size_t)p->t->vertices, sizeof *p->label);
	for (int i = 0; i < p->t->vertices; i++) {
		int v = p->l->order[i];
		if (p->t->vertex[v].kind != RG_SWITCH)
			continue;
		p->label[v] = outer && rg_has_outer_name(p, v)
		                      ? (struct rg_label){.w = 6 * p->scale, .h = 6 * p->scale}
		                      : label_of(p, v);
	}
}

/* A box with the name, or, without room, a dot. */
static void draw_switch(struct rg_picture *p, int vertex)
{
	struct rg_point at = rg_point_of(p, vertex);
	struct rg_label l = p->label[vertex];

	if (l.turn != 0)
		rg_textf(p->svg, "<g transform=\"rotate(%.1f %.1f %.1f)\"><title>", l.turn, at.x,
		         at.y);
	else
		rg_text_add(p->svg, "<g><title>");
	rg_add_escaped(p->svg, p->t->vertex[vertex].name, SIZE_MAX);
	rg_textf(p->svg,
	         "</title><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.1f\"/>",
	         at.x - l.w / 2, at.y - l.h / 2, l.w, l.h, l.h / 4);
	if (l.font > 0) {
		rg_textf(p->svg,
		         "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" fill=\"%s\" "
		         "stroke=\"none\">",
		         at.x, at.y + 0.35 * l.font, l.font, p->colours->ink);
		rg_add_name(p, vertex);
		rg_text_add(p->svg, "</text>");
	}
	rg_text_add(p->svg, "</g>\n");
}

void rg_draw_switches(struct rg_picture *p)
{
	double outer = rg_outer_font(p);

	rg_textf(p->svg,
	         "<g fill=\"%s\" stroke=\"%s\" stroke-width=\"%.1f\" text-anchor=\"middle\">\n",
	         p->colours->box, p->colours->ink, p->scale);
	for (int i = 0; i < p->t->vertices; i++)
		if (p->t->vertex[p->l->order[i]].kind == RG_SWITCH)
			draw_switch(p, p->l->order[i]);
	rg_textf(p->svg, "</g>\n<g font-size=\"%.1f\" fill=\"%s\">\n", outer, p->colours->ink);
	for (int i = 0; outer > 0 && i < p->t->vertices; i++)
		if (rg_has_outer_name(p, i))
			label_outside(p, i, outer);
	rg_text_add(p->svg, "</g>\n");
}
