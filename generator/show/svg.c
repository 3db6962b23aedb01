/* SPDX-License-Identifier: BSD-3-Clause
 * svg: the words around the drawing, and the whole.
 */
#include "show/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "show/certificate.h"
#include "show/detour.h"
#include "show/drawing.h"
#include "show/layered.h"
#include "show/legend.h"
#include "show/names.h"
#include "show/vertices.h"

static const char *plural(int n, const char *one, const char *many)
{
	return n == 1 ? one : many;
}

/* A sheet is at least so wide, in units; so far from its edge words begin. */
enum { WIDTH = 680, EDGE = 12 };

/* Of the lines above the drawing, in units: heights of their letters, from line to line. */
#define BOLD_LETTER 0.7 /* of a name without blanks, in bold: a guess, as RG_LETTER */
enum { TITLE = 20, VERDICT = 14, WORDS = 13, LINE = 19 };

/* How many times as long pairs take on the worst resource. */
static void write_refuted(const struct rg_certificate *c, struct rg_text *out)
{
	bool inside = c->boundaries_used > 0;
	double demand;

	rg_certificate_worst(c, &demand);
	rg_textf(out, "refuted: %d of %d link directions%s in use %s up to %d pairs", c->overloaded,
	         c->links_used + c->boundaries_used, inside ? " and boundaries" : "",
	         plural(c->overloaded, "carries", "carry"), c->most);
	if (c->beyond)
		rg_textf(out, ", which take up to %.2f times as long", demand);
	else
		rg_text_add(out, ", though within capacity");
}

/* What is claimed. */
static void write_verdict(const struct rg_picture *p, struct rg_text *out)
{
	const struct rg_certificate *c = p->c;
	const char *pairs = p->phase ? "messages" : "pairs of neighbours";
	if (c->verdict == RG_IS_PROVED)
		rg_textf(out, "proved: no two %s share a link direction%s", pairs,
		         c->boundaries_used > 0 ? " or a boundary" : "");
	else if (c->verdict == RG_IS_PROVED_ANY_WAY)
		rg_textf(out,
		         "proved: no two %s share a link direction, whichever of its shortest "
		         "ways each takes",
		         pairs);
	else if (c->verdict == RG_IS_WITHIN_CAPACITY)
		rg_textf(out,
		         "proved: within capacity, though %d of %d link directions in use %s up to "
		         "%d pairs",
		         c->overloaded, c->links_used, plural(c->overloaded, "carries", "carry"),
		         c->most);
	else if (c->verdict == RG_IS_REFUTED)
		write_refuted(c, out);
	else {
		rg_text_add(out, "unknown: ");
		rg_certificate_doubt(c, out);
	}
	if (rg_certificate_assumes(c))
		rg_textf(out, "; assumed: %s", rg_certificate_assumes(c));
}

/* In the colour of the verdict, and as many lines as it needs: how many, drawn if `drawn`. */
static int add_verdict(struct rg_picture *p, bool drawn, double y, double unit)
{
	const struct rg_certificate *c = p->c;
	struct rg_text words = {0}, lines = {0};
	const char *const colour[] = {[RG_IS_PROVED] = p->colours->alone,
	                              [RG_IS_PROVED_ANY_WAY] = p->colours->alone,
	                              [RG_IS_WITHIN_CAPACITY] = p->colours->alone,
	                              [RG_IS_REFUTED] = p->colours->wrong,
	                              [RG_IS_UNKNOWN] = p->colours->muted};

	write_verdict(p, &words);
	int n = rg_add_lines(&lines, words.s, (int)((WIDTH - 2 * EDGE) / (VERDICT * RG_LETTER)),
	                     LINE * unit);
	if (drawn)
		rg_textf(p->svg,
		         "<text y=\"%.1f\" font-size=\"%.1f\" font-weight=\"bold\" "
		         "fill=\"%s\">%s</text>\n",
		         y, VERDICT * unit, colour[c->verdict], lines.s);
	rg_text_free(&words);
	rg_text_free(&lines);
	return n;
}

/* The height of the lines above the drawing. */
static double heading_height(struct rg_picture *p)
{
	return 57 + LINE * (add_verdict(p, false, 0, 1) + (*p->domain != '\0'));
}

static void draw_heading(struct rg_picture *p, struct rg_point at, double unit)
{
	const struct rg_topo *t = p->t;
	int switches = t->vertices - t->machines;

	rg_textf(p->svg, "<g transform=\"translate(%.1f %.1f)\" fill=\"%s\">\n", at.x, at.y,
	         p->colours->ink);
	double letters = fmin((double)strlen(t->name), 2 * RG_NAME_MOST);
	double title = fmin(TITLE, (WIDTH - 2 * EDGE) / (letters * BOLD_LETTER));

	rg_textf(p->svg, "<text y=\"%.1f\" font-size=\"%.1f\" font-weight=\"bold\">", TITLE * unit,
	         title * unit);
	rg_add_escaped(p->svg, t->name, 2 * RG_NAME_MOST);
	rg_text_add(p->svg, "</text>\n");
	double y = 23 + LINE * add_verdict(p, true, 42 * unit, unit);
	rg_textf(p->svg,
	         "<text y=\"%.1f\" font-size=\"%.1f\">%d %s, %d %s, %d %s; %s of %d %s on %d "
	         "%s</text>\n",
	         (y + LINE) * unit, WORDS * unit, t->machines,
	         plural(t->machines, "machine", "machines"), switches,
	         plural(switches, "switch", "switches"), t->links,
	         plural(t->links, "link", "links"), p->phase ? p->phase : "a ring", p->c->P,
	         plural(p->c->P, "rank", "ranks"), p->c->machines,
	         plural(p->c->machines, "machine", "machines"));
	if (*p->domain) {
		rg_textf(p->svg, "<text y=\"%.1f\" font-size=\"%.1f\">all machines: *",
		         (y + 2 * LINE) * unit, WORDS * unit);
		rg_add_escaped(p->svg, p->domain, 2 * RG_NAME_MOST);
		rg_text_add(p->svg, "</text>\n");
	}
	rg_text_add(p->svg, "</g>\n");
}

/* Room for the longest name outside the circle. */
static double margin(const struct rg_picture *p)
{
	double machine = rg_machine_font(p) * RG_LETTER, outer = rg_outer_font(p) * RG_LETTER;
	double longest = 0;

	for (int i = 0; i < p->t->vertices; i++) {
		double letters = (double)rg_letters(p, i);
		if (p->t->vertex[i].kind == RG_MACHINE)
			longest = fmax(longest, machine * letters);
		else if (rg_has_outer_name(p, i))
			longest = fmax(longest, outer * letters);
	}
	return longest + (outer > 0 ? 0.035 * p->l->circle : 24);
}

static void draw(struct rg_picture *p)
{
	double half = p->l->circle + margin(p);
	double unit = fmax(2 * half / WIDTH, 1), w = fmax(2 * half, WIDTH * unit);
	double top = heading_height(p) * unit, bottom = (rg_legend_height(p) + 30) * unit;
	double edge = EDGE * unit;

	rg_paper_begin(p->svg, p->t->name, p->colours, -w / 2, -half - top, w,
	               2 * half + top + bottom);
	draw_heading(p, (struct rg_point){edge - w / 2, edge - half - top}, unit);
	rg_draw_links(p, p->colours->faint, RG_USE_NONE);
	if (p->c->possible)
		rg_draw_links(p, p->colours->possible, RG_USE_POSSIBLE);
	rg_draw_links(p, p->colours->alone, RG_USE_ALONE);
	rg_draw_links(p, p->colours->shared, RG_USE_SHARED);
	rg_draw_steps(p, true, p->colours->wrong);
	rg_draw_steps(p, false, p->colours->ink);
	rg_draw_machines(p);
	rg_draw_arrows(p, true, p->colours->wrong);
	rg_draw_arrows(p, false, p->colours->ink);
	rg_draw_switches(p);
	rg_label_loads(p);
	rg_draw_legend(p, (struct rg_point){edge - w / 2, half + 18 * unit}, unit);
	rg_paper_end(p->svg);
}

void rg_plot(const struct rg_certificate *c, const struct rg_colours *colours, struct rg_text *svg)
{
	rg_plot_phase(c, NULL, colours, svg);
}

void rg_plot_phase(const struct rg_certificate *c, const char *phase,
                   const struct rg_colours *colours, struct rg_text *svg)
{
	struct rg_picture *p = rg_alloc(1, sizeof(*p));

	p->c = c;
	p->phase = phase;
	p->t = c->routes->topo;
	p->svg = svg;
	p->l = (c->routes->tree ? rg_layout_new : rg_layered_new)(p->t, c->ring, c->P);
	p->wrong = rg_alloc((size_t)c->pairs, sizeof(*p->wrong));
	p->scale = fmin(fmax(p->l->spacing / 6, 0.4), 1);
	p->colours = colours;
	p->strokes = rg_strokes_new(p->t);
	p->domain = "";
	if (p->t->machines) {
		const char *name = p->t->vertex[p->t->machine[0]].name;
		p->domain = name + strlen(name) - rg_common_domain(p->t);
	}
	rg_place_labels(p);
	rg_find_bends(p);
	rg_find_wrong(p);
	p->arrow = rg_alloc((size_t)c->pairs, sizeof *p->arrow);
	draw(p);
	free(p->arrow);
	rg_free_bends(p);
	free(p->label);
	rg_layout_free(p->l);
	rg_strokes_free(&p->strokes);
	free(p->wrong);
	free(p);
}
