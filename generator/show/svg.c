/* SPDX-License-Identifier: BSD-3-Clause
 * svg: the words around the drawing, and the whole: no script, no style sheet, nothing from
 * outside.
 */
#include "show/svg.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/units.h"
#include "show/drawing.h"

#define FONT "Helvetica, Arial, 'DejaVu Sans', sans-serif"

static const char *plural(int n, const char *one, const char *many)
{
	return n == 1 ? one : many;
}

/* What is claimed, in one line, in the colour of the verdict. */
static void add_verdict(struct rg_picture *p, double y, double font)
{
	const struct rg_certificate *c = p->c;
	bool inside = c->boundaries_used > 0;
	const char *colour = c->verdict == RG_IS_PROVED    ? RG_ALONE
	                     : c->verdict == RG_IS_REFUTED ? RG_WRONG
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

static void draw_heading(struct rg_picture *p, struct rg_point at, double unit)
{
	const struct rg_topo *t = p->t;
	int switches = t->vertices - t->machines;

	rg_textf(p->svg, "<g transform=\"translate(%.1f %.1f)\" fill=\"%s\">\n", at.x, at.y,
	         RG_RING);
	rg_textf(p->svg, "<text y=\"%.1f\" font-size=\"%.1f\" font-weight=\"bold\">", 20 * unit,
	         20 * unit);
	rg_add_escaped(p->svg, t->name, 2 * RG_NAME_MOST);
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
static void add_sample(struct rg_picture *p, double x, int row, const char *colour, double width,
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
static void add_bandwidths(struct rg_picture *p, double x)
{
	double *all;
	int n = find_bandwidths(p->t, &all), rows = n < 4 ? n : 4;

	for (int i = 0; i < rows; i++) {
		double b = all[rows > 1 ? (long)i * (n - 1) / (rows - 1) : 0];
		char text[64];
		add_sample(p, x, i, "#888", rg_stroke(p, b),
		           rg_show_bandwidth(text, sizeof(text), b));
	}
	free(all);
}

static void draw_legend(struct rg_picture *p, struct rg_point at, double unit)
{
	bool half = false;

	for (int i = 0; i < p->t->links; i++)
		half |= p->t->link[i].half;
	rg_textf(
		p->svg,
		"<g transform=\"translate(%.1f %.1f) scale(%.3f)\" font-size=\"12\" fill=\"%s\">\n",
		at.x, at.y, unit, RG_RING);
	add_sample(p, 0, 0, RG_ALONE, 3, "link direction with load 1");
	add_sample(p, 0, 1, RG_SHARED, 3, "load 2 or more, with the number");
	add_sample(p, 0, 2, RG_UNUSED, 3, "not used by the ring");
	if (half)
		rg_text_add(p->svg, "<g stroke-dasharray=\"5 2\">\n");
	if (half)
		add_sample(p, 0, 3, RG_ALONE, 3, "half duplex: one line");
	if (half)
		rg_text_add(p->svg, "</g>\n");
	add_sample(p, 245, 0, RG_RING, 2, "ring, from neighbour to neighbour");
	add_sample(p, 245, 1, RG_WRONG, 2, "a pair that collides with another");
	rg_text_add(p->svg, "<circle cx=\"257\" cy=\"36\" r=\"5\"/><text x=\"277\" y=\"40\">the "
	                    "ring begins here</text>\n");
	add_bandwidths(p, 515);
	rg_text_add(p->svg, "</g>\n");
}

/* Room for the longest name outside the circle. */
static double margin(const struct rg_picture *p)
{
	size_t longest = 0;

	for (int i = 0; i < p->t->machines; i++) {
		size_t n = rg_letters(p->t->vertex[p->t->machine[i]].name);
		longest = n > longest ? n : longest;
	}
	return 24 + rg_machine_font(p) * RG_LETTER * (double)longest;
}

static void draw(struct rg_picture *p)
{
	double half = p->l->circle + margin(p);
	double unit = fmax(2 * half / 680, 1), w = fmax(2 * half, 680 * unit);
	double top = 76 * unit, bottom = 84 * unit, edge = 12 * unit;

	rg_textf(p->svg,
	         "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%.0f\" "
	         "height=\"%.0f\" viewBox=\"%.1f %.1f %.1f %.1f\" font-family=\"%s\">\n<title>",
	         w, 2 * half + top + bottom, -w / 2, -half - top, w, 2 * half + top + bottom, FONT);
	rg_add_escaped(p->svg, p->t->name, SIZE_MAX);
	rg_textf(p->svg,
	         "</title>\n<rect x=\"%.1f\" y=\"%.1f\" width=\"100%%\" height=\"100%%\" "
	         "fill=\"#fff\"/>\n",
	         -w / 2, -half - top);
	draw_heading(p, (struct rg_point){edge - w / 2, edge - half - top}, unit);
	rg_draw_links(p, RG_UNUSED, 0, 0);
	rg_draw_links(p, RG_ALONE, 1, 1);
	rg_draw_links(p, RG_SHARED, 2, INT_MAX);
	rg_draw_steps(p, true, RG_WRONG);
	rg_draw_steps(p, false, RG_RING);
	rg_draw_machines(p);
	rg_draw_switches(p);
	rg_label_loads(p);
	draw_legend(p, (struct rg_point){edge - w / 2, half + 18 * unit}, unit);
	rg_text_add(p->svg, "</svg>\n");
}

void rg_plot(const struct rg_certificate *c, struct rg_text *svg)
{
	struct rg_picture *p = rg_alloc(1, sizeof(*p));

	p->c = c;
	p->t = c->routes->topo;
	p->svg = svg;
	p->l = rg_layout_new(p->t, c->ring, c->P);
	p->wrong = rg_alloc((size_t)c->P, sizeof(*p->wrong));
	p->scale = fmin(fmax(p->l->spacing / 6, 0.4), 1);
	p->slowest = p->t->links ? p->t->link[0].bandwidth : 1;
	for (int i = 1; i < p->t->links; i++)
		p->slowest = fmin(p->slowest, p->t->link[i].bandwidth);
	rg_find_wrong(p);
	draw(p);
	rg_layout_free(p->l);
	free(p->wrong);
	free(p);
}
