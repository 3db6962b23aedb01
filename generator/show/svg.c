/* SPDX-License-Identifier: BSD-3-Clause
 * svg: a picture of the tree, the ring through it and the load on each link, as SVG: no script,
 * no style sheet, nothing from outside. Where things stand is layout.h's matter; what is here is
 * paint. The colours are of Okabe and Ito's set, which colour-blind people can tell apart.
 */
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "show/svg.h"
#include "base/alloc.h"
#include "base/units.h"
#include "show/layout.h"

#define UNUSED "#c4c4c4"
#define ALONE "#0072b2"  /* load 1 */
#define SHARED "#d55e00" /* load 2 and more */
#define RING "#222222"
#define WRONG "#b3123c" /* a pair of the ring that collides with another */
#define FONT "Helvetica, Arial, 'DejaVu Sans', sans-serif"
#define LETTER 0.6 /* the width of a letter, in heights: a guess, fonts differ */

/* Names longer than this are cut; the whole name is in the tooltip. */
enum { NAME_MOST = 32 };

/* Labels inside the circle are placed where there is room, the first LABELS_MOST of them. */
enum { LABELS_MOST = 600 };

struct point {
	double x, y;
};

struct box {
	double x, y, w, h; /* the centre, the size */
};

struct picture {
	const struct rg_certificate *c;
	const struct rg_topo *t;
	struct rg_layout *l;
	struct rg_text *svg;
	double scale; /* of strokes between switches: 1, or less where machines crowd */
	double slowest;
	bool *wrong; /* [P] does the pair that begins here collide with another? */
	struct box box[LABELS_MOST];
	int boxes;
};

/* What XML would take for markup is escaped, and what it cannot have is dropped. */
static void add_escaped(struct rg_text *out, const char *s, size_t most)
{
	size_t n = strlen(s), cut = n > most ? most - 1 : n;

	while (cut < n && (s[cut] & 0xc0) == 0x80) /* not within a UTF-8 sequence */
		cut--;
	for (size_t i = 0; i < cut; i++) {
		if (s[i] == '<')
			rg_text_add(out, "&lt;");
		else if (s[i] == '>')
			rg_text_add(out, "&gt;");
		else if (s[i] == '&')
			rg_text_add(out, "&amp;");
		else if ((unsigned char)s[i] >= ' ')
			rg_text_addn(out, s + i, 1);
	}
	if (cut < n)
		rg_text_add(out, "…");
}

static struct point polar(double angle, double radius)
{
	return (struct point){radius * sin(angle), -radius * cos(angle)};
}

static struct point place(const struct picture *p, int vertex)
{
	return polar(p->l->angle[vertex], p->l->radius[vertex]);
}

static struct point between(struct point a, struct point b, double part)
{
	return (struct point){a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
}

/* The point `distance` to the right of `at`, for whoever looks from a to b. */
static struct point beside(struct point at, struct point a, struct point b, double distance)
{
	double length = hypot(b.x - a.x, b.y - a.y);

	if (length == 0)
		return at;
	return (struct point){at.x - distance * (b.y - a.y) / length,
	                      at.y + distance * (b.x - a.x) / length};
}

/* Coordinates with one decimal, and never "-0.0". */
static void add_point(struct rg_text *out, struct point a)
{
	rg_textf(out, "%.1f %.1f", round(a.x * 10) / 10 + 0.0, round(a.y * 10) / 10 + 0.0);
}

static bool on_machine(const struct picture *p, int link)
{
	return p->t->vertex[p->t->link[link].a].kind == RG_MACHINE ||
	       p->t->vertex[p->t->link[link].b].kind == RG_MACHINE;
}

/* The stroke for a bandwidth: one more for each power of ten above the slowest. */
static double stroke(const struct picture *p, double bandwidth)
{
	return fmin(1.6 + 1.4 * log10(bandwidth / p->slowest), 6);
}

static double link_stroke(const struct picture *p, int link)
{
	bool machine = on_machine(p, link);
	double crowd = p->l->spacing / (machine ? 14 : 5);

	return stroke(p, p->t->link[link].bandwidth) * fmin(fmax(crowd, machine ? 0.1 : 0.6), 1);
}

/* Is there room for a label? Then it is taken. */
static bool take_room(struct picture *p, struct box b)
{
	if (p->boxes == LABELS_MOST)
		return false;
	for (int i = 0; i < p->boxes; i++)
		if (fabs(b.x - p->box[i].x) < (b.w + p->box[i].w) / 2 &&
		    fabs(b.y - p->box[i].y) < (b.h + p->box[i].h) / 2)
			return false;
	p->box[p->boxes++] = b;
	return true;
}

/* ---- links ---- */

/* One direction of a link, or both of a half-duplex one, with what it is as its tooltip. */
static void draw_direction(struct picture *p, int link, int from)
{
	const struct rg_link *l = &p->t->link[link];
	int resource = rg_resource_of(p->c->routes, link, from);
	struct point a = place(p, from), b = place(p, rg_topo_other(p->t, link, from));
	double width = link_stroke(p, link), aside = l->half ? 0 : 0.75 * width;
	char name[256], speed[32];

	rg_textf(p->svg, "<path stroke-width=\"%.2f\"%s d=\"M", width,
	         l->half ? " stroke-dasharray=\"5 2\"" : "");
	add_point(p->svg, beside(a, a, b, aside));
	rg_text_add(p->svg, "L");
	add_point(p->svg, beside(b, a, b, aside));
	rg_text_add(p->svg, "\"><title>");
	add_escaped(p->svg, rg_resource_name(p->c->routes, resource, name, sizeof(name)),
	            sizeof(name));
	rg_textf(p->svg, ": load %d, %s</title></path>\n", p->c->load[resource],
	         rg_show_bandwidth(speed, sizeof(speed), l->bandwidth));
}

/* The links whose load is at least `least` and at most `most`. */
static void draw_links(struct picture *p, const char *colour, int least, int most)
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
static double load_font(const struct picture *p, int link)
{
	const struct rg_link *l = &p->t->link[link];
	int outer = p->l->radius[l->a] > p->l->radius[l->b] ? l->a : l->b;

	return on_machine(p, link)
	               ? 10
	               : fmin(fmax(p->l->room[outer] / 4, 10), fmax(10, p->l->circle / 50));
}

/* The load of a direction, at its right and nearer to its end. */
static void label_load(struct picture *p, int link, int from)
{
	int load = p->c->load[rg_resource_of(p->c->routes, link, from)];
	struct point a = place(p, from), b = place(p, rg_topo_other(p->t, link, from));
	bool half = p->t->link[link].half;
	double size = load_font(p, link), width = size * (load > 9 ? load > 99 ? 2.6 : 1.9 : 1.3);
	struct point at =
		beside(between(a, b, half ? 0.5 : 0.62), a, b, half ? 0 : size / 2 + width / 3);

	if (load < 2 || !take_room(p, (struct box){at.x, at.y, width + 2, 1.4 * size}))
		return;
	rg_textf(p->svg,
	         "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.1f\"/>"
	         "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" fill=\"#fff\">%d</text>\n",
	         at.x - width / 2, at.y - 0.65 * size, width, 1.3 * size, 0.65 * size, at.x,
	         at.y + 0.36 * size, size, load);
}

/* Links between switches first: there is less room at the machines. */
static void label_loads(struct picture *p)
{
	rg_textf(p->svg, "<g fill=\"%s\" text-anchor=\"middle\">\n", SHARED);
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

/* ---- the ring ---- */

/* The machine at position i of the ring, as a vertex. */
static int vertex_at(const struct picture *p, int i)
{
	return p->t->machine[p->c->ring[i % p->c->P].machine];
}

/* Is `to` the next one clockwise of the ring's machines? */
static bool is_arc(const struct picture *p, int from, int to)
{
	const struct rg_vertex *v = p->t->vertex;
	int seat = p->l->seat[v[from].machine];

	return p->l->seat[v[to].machine] == (seat + 1) % p->l->seats;
}

/* Are the machines too close for an arrow between each two? */
static bool is_crowded(const struct picture *p)
{
	return p->l->spacing < 20;
}

/* An arrow head at `at`, pointing from a to b. */
static void add_arrow(struct picture *p, struct point at, struct point a, struct point b)
{
	double size = is_crowded(p) ? p->l->circle / 80 : 5;
	double length = hypot(b.x - a.x, b.y - a.y);
	struct point tip = between(at, (struct point){at.x + b.x - a.x, at.y + b.y - a.y},
	                           length > 0 ? size / length : 0);
	struct point end = between(at, tip, -1);

	rg_text_add(p->svg, "M");
	add_point(p->svg, beside(end, a, b, 0.8 * size));
	rg_text_add(p->svg, "L");
	add_point(p->svg, tip);
	rg_text_add(p->svg, "L");
	add_point(p->svg, beside(end, a, b, -0.8 * size));
	rg_text_add(p->svg, "z");
}

/* Chords bend towards the centre: this is the point that they bend to. */
static struct point bend(struct point a, struct point b)
{
	struct point middle = between(a, b, 0.5);

	return between(middle, (struct point){0, 0}, 0.3);
}

static void add_step(struct picture *p, int from, int to)
{
	struct point a = place(p, from), b = place(p, to);
	double turn = p->l->angle[to] - p->l->angle[from];
	double pi = acos(-1);

	rg_text_add(p->svg, "M");
	add_point(p->svg, a);
	if (is_arc(p, from, to)) {
		rg_textf(p->svg, "A%.1f %.1f 0 %d 1 ", p->l->circle, p->l->circle,
		         (turn < 0 ? turn + 2 * pi : turn) > pi);
	} else {
		rg_text_add(p->svg, "Q");
		add_point(p->svg, bend(a, b));
		rg_text_add(p->svg, " ");
	}
	add_point(p->svg, b);
}

static void add_step_arrow(struct picture *p, int from, int to)
{
	struct point a = place(p, from), b = place(p, to);
	double turn = p->l->angle[to] - p->l->angle[from];
	double pi = acos(-1);

	if (!is_arc(p, from, to)) {
		add_arrow(p, between(between(a, b, 0.5), bend(a, b), 0.5), a, b);
		return;
	}
	double middle = p->l->angle[from] + (turn < 0 ? turn + 2 * pi : turn) / 2;
	add_arrow(p, polar(middle, p->l->circle), polar(middle - 0.01, p->l->circle),
	          polar(middle + 0.01, p->l->circle));
}

/* The pairs of neighbours that collide (`wrong`), or the others: their ways, then their arrows, of
 * which a crowded circle gets only some. */
static void draw_steps(struct picture *p, bool wrong, const char *colour)
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

static void find_wrong(struct picture *p)
{
	const struct rg_certificate *c = p->c;

	for (int k = 0; k < c->overloaded; k++)
		for (int i = c->first[k]; i < c->first[k + 1]; i++)
			p->wrong[c->pair[i].from] = true;
}

/* ---- machines and switches ---- */

/* Is a package or NUMA node boundary of the machine overloaded? */
static bool inside_shared(const struct picture *p, int machine)
{
	const struct rg_routes *r = p->c->routes;
	int begin = 2 * p->t->links + 2 * r->boundaries[machine];
	int end = 2 * p->t->links + 2 * r->boundaries[machine + 1];

	for (int i = begin; i < end; i++)
		if (p->c->load[i] > 1)
			return true;
	return false;
}

static void draw_machine(struct picture *p, int vertex)
{
	const struct rg_vertex *v = &p->t->vertex[vertex];
	struct point at = place(p, vertex);
	bool used = p->l->seat[v->machine] >= 0, shared = inside_shared(p, v->machine);
	bool first = p->c->P > 0 && vertex == vertex_at(p, 0);
	double size = fmin(fmax(p->l->spacing * 0.26, 0.4), 6);

	if (first)
		size = fmax(size, p->l->circle / 120);

	rg_textf(p->svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" stroke=\"%s\"",
	         at.x, at.y, size,
	         shared  ? SHARED
	         : first ? RING
	                 : "#fff",
	         used ? RING : UNUSED);
	rg_text_add(p->svg, "><title>");
	add_escaped(p->svg, v->name, SIZE_MAX);
	rg_textf(p->svg, "%s%s</title></circle>\n", used ? "" : ": not in the ring",
	         shared ? ": a boundary inside it carries more than one pair" : "");
}

/* The name, outside the circle: along its radius, or level where there is room for that. */
static void label_machine(struct picture *p, int vertex, double font)
{
	const struct rg_vertex *v = &p->t->vertex[vertex];
	double angle = p->l->angle[vertex], degrees = angle * 180 / acos(-1);
	struct point at = polar(angle, p->l->circle + 13);
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
	add_escaped(p->svg, v->name, NAME_MOST);
	rg_text_add(p->svg, "</text>\n");
}

/* The height of machine names; 0 where they would not be legible. */
static double machine_font(const struct picture *p)
{
	double font = fmin(p->l->spacing * 0.8, 13);

	return font < 4 ? 0 : font;
}

static void draw_machines(struct picture *p)
{
	double font = machine_font(p);

	rg_textf(p->svg, "<g stroke-width=\"%.2f\">\n", fmin(p->l->spacing / 12, 1.5));
	for (int i = 0; i < p->t->machines; i++)
		draw_machine(p, p->t->machine[i]);
	rg_textf(p->svg, "</g>\n<g font-size=\"%.1f\" fill=\"%s\">\n", font, RING);
	for (int i = 0; font > 0 && i < p->t->machines; i++)
		label_machine(p, p->t->machine[i], font);
	rg_text_add(p->svg, "</g>\n");
}

static size_t letters(const char *name)
{
	size_t n = strlen(name);

	return n < NAME_MOST ? n : NAME_MOST;
}

/* A box with the name, as large as there is room for, or, without room, a dot. */
static void draw_switch(struct picture *p, int vertex)
{
	const char *name = p->t->vertex[vertex].name;
	struct point at = place(p, vertex);
	double n = (double)letters(name), most = fmax(12, p->l->circle / 40);
	double wide = p->l->room[vertex] / (LETTER * n + 1.4), high = fmax(p->l->step / 1.9, 8);
	double font = fmin(fmin(wide, high), most);
	double w = font * (LETTER * n + 1), h = 1.6 * font;
	bool room = font >= 5 && take_room(p, (struct box){at.x, at.y, w + 4, h + 4});
	double size = room ? h : 6 * p->scale;

	w = room ? w : size;
	rg_text_add(p->svg, "<g><title>");
	add_escaped(p->svg, name, SIZE_MAX);
	rg_textf(p->svg,
	         "</title><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.1f\"/>",
	         at.x - w / 2, at.y - size / 2, w, size, size / 4);
	if (room) {
		rg_textf(p->svg,
		         "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" fill=\"%s\" "
		         "stroke=\"none\">",
		         at.x, at.y + 0.35 * font, font, RING);
		add_escaped(p->svg, name, NAME_MOST);
		rg_text_add(p->svg, "</text>");
	}
	rg_text_add(p->svg, "</g>\n");
}

/* From the centre outwards, so that the names that matter most find room. */
static void draw_switches(struct picture *p)
{
	rg_textf(
		p->svg,
		"<g fill=\"#eef2f6\" stroke=\"%s\" stroke-width=\"%.1f\" text-anchor=\"middle\">\n",
		RING, p->scale);
	for (int i = 0; i < p->t->vertices; i++)
		if (p->t->vertex[p->l->order[i]].kind == RG_SWITCH)
			draw_switch(p, p->l->order[i]);
	rg_text_add(p->svg, "</g>\n");
}

/* ---- the words around it ---- */

static const char *plural(int n, const char *one, const char *many)
{
	return n == 1 ? one : many;
}

/* What is claimed, in one line, in the colour of the verdict. */
static void add_verdict(struct picture *p, double y, double font)
{
	const struct rg_certificate *c = p->c;
	bool inside = c->boundaries_used > 0;
	const char *colour = c->verdict == RG_IS_PROVED    ? ALONE
	                     : c->verdict == RG_IS_REFUTED ? WRONG
	                                                   : "#555";

	rg_textf(p->svg, "<text y=\"%.1f\" font-size=\"%.1f\" font-weight=\"bold\" fill=\"%s\">", y,
	         font, colour);
	if (c->verdict == RG_IS_PROVED)
		rg_textf(p->svg, "proved: no two pairs of neighbours share a link direction%s",
		         inside ? " or a boundary" : "");
	else if (c->verdict == RG_IS_REFUTED)
		rg_textf(p->svg, "refuted: %d of %d link directions%s in use %s up to %d pairs",
		         c->overloaded, c->links_used + c->boundaries_used,
		         inside ? " and boundaries" : "", plural(c->overloaded, "carries", "carry"),
		         c->most);
	else
		rg_textf(p->svg, "unknown: %s",
		         c->cores_shared ? "more ranks on a machine than it has cores"
		                         : "something is missing");
	rg_text_add(p->svg, "</text>\n");
}

static void draw_heading(struct picture *p, struct point at, double unit)
{
	const struct rg_topo *t = p->t;
	int switches = t->vertices - t->machines;

	rg_textf(p->svg, "<g transform=\"translate(%.1f %.1f)\" fill=\"%s\">\n", at.x, at.y, RING);
	rg_textf(p->svg, "<text y=\"%.1f\" font-size=\"%.1f\" font-weight=\"bold\">", 20 * unit,
	         20 * unit);
	add_escaped(p->svg, t->name, 2 * NAME_MOST);
	rg_text_add(p->svg, "</text>\n");
	add_verdict(p, 42 * unit, 14 * unit);
	rg_textf(p->svg,
	         "<text y=\"%.1f\" font-size=\"%.1f\">%d %s, %d %s, %d %s; a ring of %d %s on %d "
	         "%s</text>\n</g>\n",
	         61 * unit, 13 * unit, t->machines, plural(t->machines, "machine", "machines"),
	         switches, plural(switches, "switch", "switches"), t->links,
	         plural(t->links, "link", "links"), p->c->P, plural(p->c->P, "rank", "ranks"),
	         p->c->machines, plural(p->c->machines, "machine", "machines"));
}

/* One line of the legend: a stroke and what it means. */
static void add_sample(struct picture *p, double x, int row, const char *colour, double width,
                       const char *text)
{
	rg_textf(p->svg,
	         "<path stroke=\"%s\" stroke-width=\"%.1f\" d=\"M%.1f %dh24\"/>"
	         "<text x=\"%.1f\" y=\"%d\">%s</text>\n",
	         colour, width, x, 18 * row, x + 32, 18 * row + 4, text);
}

static int compare_bandwidth(const void *va, const void *vb)
{
	double a = *(const double *)va, b = *(const double *)vb;

	return (a > b) - (a < b);
}

/* The different bandwidths in rising order, into *all (free it); returns how many. */
static int find_bandwidths(const struct rg_topo *t, double **all)
{
	int n = 0;

	*all = rg_alloc((size_t)t->links, sizeof(**all));
	for (int i = 0; i < t->links; i++)
		(*all)[i] = t->link[i].bandwidth;
	qsort(*all, (size_t)t->links, sizeof(**all), compare_bandwidth);
	for (int i = 0; i < t->links; i++)
		if (n == 0 || (*all)[i] > (*all)[n - 1])
			(*all)[n++] = (*all)[i];
	return n;
}

/* At most four strokes: all bandwidths, or a few from the slowest to the fastest. */
static void add_bandwidths(struct picture *p, double x)
{
	double *all;
	int n = find_bandwidths(p->t, &all), rows = n < 4 ? n : 4;

	for (int i = 0; i < rows; i++) {
		double b = all[rows > 1 ? (long)i * (n - 1) / (rows - 1) : 0];
		char text[64];
		add_sample(p, x, i, "#888", stroke(p, b), rg_show_bandwidth(text, sizeof(text), b));
	}
	free(all);
}

static void draw_legend(struct picture *p, struct point at, double unit)
{
	bool half = false;

	for (int i = 0; i < p->t->links; i++)
		half |= p->t->link[i].half;
	rg_textf(
		p->svg,
		"<g transform=\"translate(%.1f %.1f) scale(%.3f)\" font-size=\"12\" fill=\"%s\">\n",
		at.x, at.y, unit, RING);
	add_sample(p, 0, 0, ALONE, 3, "link direction with load 1");
	add_sample(p, 0, 1, SHARED, 3, "load 2 or more, with the number");
	add_sample(p, 0, 2, UNUSED, 3, "not used by the ring");
	if (half)
		rg_text_add(p->svg, "<g stroke-dasharray=\"5 2\">\n");
	if (half)
		add_sample(p, 0, 3, ALONE, 3, "half duplex: one line");
	if (half)
		rg_text_add(p->svg, "</g>\n");
	add_sample(p, 245, 0, RING, 2, "ring, from neighbour to neighbour");
	add_sample(p, 245, 1, WRONG, 2, "a pair that collides with another");
	rg_text_add(p->svg, "<circle cx=\"257\" cy=\"36\" r=\"5\"/><text x=\"277\" y=\"40\">the "
	                    "ring begins here</text>\n");
	add_bandwidths(p, 515);
	rg_text_add(p->svg, "</g>\n");
}

/* Room for the longest name outside the circle. */
static double margin(const struct picture *p)
{
	size_t longest = 0;

	for (int i = 0; i < p->t->machines; i++) {
		size_t n = letters(p->t->vertex[p->t->machine[i]].name);
		longest = n > longest ? n : longest;
	}
	return 24 + machine_font(p) * LETTER * (double)longest;
}

static void draw(struct picture *p)
{
	double half = p->l->circle + margin(p);
	double unit = fmax(2 * half / 680, 1), w = fmax(2 * half, 680 * unit);
	double top = 76 * unit, bottom = 84 * unit, edge = 12 * unit;

	rg_textf(p->svg,
	         "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%.0f\" "
	         "height=\"%.0f\" viewBox=\"%.1f %.1f %.1f %.1f\" font-family=\"%s\">\n<title>",
	         w, 2 * half + top + bottom, -w / 2, -half - top, w, 2 * half + top + bottom, FONT);
	add_escaped(p->svg, p->t->name, SIZE_MAX);
	rg_textf(p->svg,
	         "</title>\n<rect x=\"%.1f\" y=\"%.1f\" width=\"100%%\" height=\"100%%\" "
	         "fill=\"#fff\"/>\n",
	         -w / 2, -half - top);
	draw_heading(p, (struct point){edge - w / 2, edge - half - top}, unit);
	draw_links(p, UNUSED, 0, 0);
	draw_links(p, ALONE, 1, 1);
	draw_links(p, SHARED, 2, INT_MAX);
	draw_steps(p, true, WRONG);
	draw_steps(p, false, RING);
	draw_machines(p);
	draw_switches(p);
	label_loads(p);
	draw_legend(p, (struct point){edge - w / 2, half + 18 * unit}, unit);
	rg_text_add(p->svg, "</svg>\n");
}

void rg_plot(const struct rg_certificate *c, struct rg_text *svg)
{
	struct picture *p = rg_alloc(1, sizeof(*p));

	p->c = c;
	p->t = c->routes->topo;
	p->svg = svg;
	p->l = rg_layout_new(p->t, c->ring, c->P);
	p->wrong = rg_alloc((size_t)c->P, sizeof(*p->wrong));
	p->scale = fmin(fmax(p->l->spacing / 6, 0.4), 1);
	p->slowest = p->t->links ? p->t->link[0].bandwidth : 1;
	for (int i = 1; i < p->t->links; i++)
		p->slowest = fmin(p->slowest, p->t->link[i].bandwidth);
	find_wrong(p);
	draw(p);
	rg_layout_free(p->l);
	free(p->wrong);
	free(p);
}
