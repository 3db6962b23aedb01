/* SPDX-License-Identifier: BSD-3-Clause
 * svg: the words around the drawing, and the whole.
 */
#include "show/svg.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "show/certificate.h"
#include "show/drawing.h"
#include "show/layered.h"
#include "show/legend.h"
#include "show/names.h"
#include "show/vertices.h"

static const char *plural(int n, const char *one, const char *many)
{
	return n == 1 ? one : many;
}

/* Why it is unknown. */
static void add_doubt(struct rg_picture *p)
{
	struct rg_text why = {0};

	rg_certificate_doubt(p->c, &why);
	rg_text_add(p->svg, "unknown: ");
	rg_add_escaped(p->svg, why.s, 2 * RG_NAME_MOST);
	rg_text_free(&why);
}

/* What is claimed, in one line, in the colour of the verdict. */
static void add_verdict(struct rg_picture *p, double y, double font)
{
	const struct rg_certificate *c = p->c;
	bool inside = c->boundaries_used > 0;
	const char *const colour[] = {[RG_IS_PROVED] = p->colours->alone,
	                              [RG_IS_PROVED_ANY_WAY] = p->colours->alone,
	                              [RG_IS_WITHIN_CAPACITY] = p->colours->alone,
	                              [RG_IS_REFUTED] = p->colours->wrong,
	                              [RG_IS_UNKNOWN] = p->colours->muted};

	rg_textf(p->svg, "<text y=\"%.1f\" font-size=\"%.1f\" font-weight=\"bold\" fill=\"%s\">", y,
	         font, colour[c->verdict]);
	if (c->verdict == RG_IS_PROVED)
		rg_textf(p->svg, "proved: no two pairs of neighbours share a link direction%s",
		         inside ? " or a boundary" : "");
	else if (c->verdict == RG_IS_PROVED_ANY_WAY)
		rg_text_add(p->svg, "proved: no two pairs of neighbours share a link direction, "
		                    "whichever of its shortest ways each takes");
	else if (c->verdict == RG_IS_WITHIN_CAPACITY)
		rg_textf(p->svg,
		         "proved: within capacity, though %d of %d link directions in use %s up to "
		         "%d pairs",
		         c->overloaded, c->links_used, plural(c->overloaded, "carries", "carry"),
		         c->most);
	else if (c->verdict == RG_IS_REFUTED)
		rg_textf(p->svg, "refuted: %d of %d link directions%s in use %s up to %d pairs",
		         c->overloaded, c->links_used + c->boundaries_used,
		         inside ? " and boundaries" : "", plural(c->overloaded, "carries", "carry"),
		         c->most);
	else
		add_doubt(p);
	rg_text_add(p->svg, "</text>\n");
}

static void draw_heading(struct rg_picture *p, struct rg_point at, double unit)
{
	const struct rg_topo *t = p->t;
	int switches = t->vertices - t->machines;

	rg_textf(p->svg, "<g transform=\"translate(%.1f %.1f)\" fill=\"%s\">\n", at.x, at.y,
	         p->colours->ink);
	rg_textf(p->svg, "<text y=\"%.1f\" font-size=\"%.1f\" font-weight=\"bold\">", 20 * unit,
	         20 * unit);
	rg_add_escaped(p->svg, t->name, 2 * RG_NAME_MOST);
	rg_text_add(p->svg, "</text>\n");
	add_verdict(p, 42 * unit, 14 * unit);
	rg_textf(p->svg,
	         "<text y=\"%.1f\" font-size=\"%.1f\">%d %s, %d %s, %d %s; a ring of %d %s on %d "
	         "%s</text>\n",
	         61 * unit, 13 * unit, t->machines, plural(t->machines, "machine", "machines"),
	         switches, plural(switches, "switch", "switches"), t->links,
	         plural(t->links, "link", "links"), p->c->P, plural(p->c->P, "rank", "ranks"),
	         p->c->machines, plural(p->c->machines, "machine", "machines"));
	if (*p->domain) {
		rg_textf(p->svg, "<text y=\"%.1f\" font-size=\"%.1f\">all machines: *", 80 * unit,
		         13 * unit);
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
	double unit = fmax(2 * half / 680, 1), w = fmax(2 * half, 680 * unit);
	double top = (*p->domain ? 95 : 76) * unit, bottom = (rg_legend_height(p) + 30) * unit;
	double edge = 12 * unit;

	rg_paper_begin(p->svg, p->t->name, p->colours, -w / 2, -half - top, w,
	               2 * half + top + bottom);
	draw_heading(p, (struct rg_point){edge - w / 2, edge - half - top}, unit);
	rg_draw_links(p, p->colours->faint, 0, 0);
	rg_draw_links(p, p->colours->alone, 1, 1);
	rg_draw_links(p, p->colours->shared, 2, INT_MAX);
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
	struct rg_picture *p = rg_alloc(1, sizeof(*p));

	p->c = c;
	p->t = c->routes->topo;
	p->svg = svg;
	p->l = (c->routes->tree ? rg_layout_new : rg_layered_new)(p->t, c->ring, c->P);
	p->wrong = rg_alloc((size_t)c->P, sizeof(*p->wrong));
	p->scale = fmin(fmax(p->l->spacing / 6, 0.4), 1);
	p->colours = colours;
	p->strokes = rg_strokes_new(p->t);
	p->domain = "";
	if (p->t->machines) {
		const char *name = p->t->vertex[p->t->machine[0]].name;
		p->domain = name + strlen(name) - rg_common_domain(p->t);
	}
	rg_find_wrong(p);
	draw(p);
	rg_layout_free(p->l);
	rg_strokes_free(&p->strokes);
	free(p->wrong);
	free(p);
}
