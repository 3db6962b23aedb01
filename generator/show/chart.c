/* SPDX-License-Identifier: BSD-3-Clause
 * chart: predicted times against the size of the vector.
 */
#include "show/chart.h"

#include <math.h>
#include <stdio.h>

#include "base/units.h"
#include "show/paper.h"

/* The sheet, in pixels: curves at the left, what they are at the right. */
enum {
	HEAD = 70,
	LEFT = 90,
	ABOVE = 34, /* the curves, for the name of the collective */
	BELOW = 62, /* them, for the axis */
	WIDE = 600,
	HIGH = 330,
	LEGEND = LEFT + WIDE + 26,
	SHEET = LEGEND + 330,
	ROW = 17
};

/* What takes no time stands where this does: an axis of logarithms has no 0. */
#define NO_TIME 1e-9

/* What is drawn ends at so many times what the plan takes at most: slower candidates leave above.
 */
#define SLOWEST 12.0

struct axes {
	const struct rg_panel *p;
	const struct rg_colours *colours;
	struct rg_text *svg;
	double least, most; /* seconds */
	double high;        /* of the curves, pixels */
	double top;         /* of the panel on the sheet */
	int number;         /* of the panel */
};

static double x_of(const struct axes *a, double bytes)
{
	double first = a->p->bytes[0], last = a->p->bytes[a->p->points - 1];

	return LEFT + (last > first ? WIDE * log(bytes / first) / log(last / first) : 0);
}

static double y_of(const struct axes *a, double seconds)
{
	double part = log(fmax(seconds, NO_TIME) / a->least) / log(a->most / a->least);

	return a->high * (1 - part);
}

static bool is_bounded(const struct rg_panel *p)
{
	return rg_time_bound_at(&p->bound, p->bytes[p->points - 1]) > 0;
}

/* The axis of times: from the fastest candidate, or a bound that is near it, on. */
static void set_range(struct axes *a)
{
	const struct rg_panel *p = a->p;
	double most = 0;

	a->least = INFINITY;
	for (int k = 0; k < p->points; k++) {
		most = fmax(most, p->planned[k]);
		for (int i = 0; i < p->curves; i++)
			a->least = fmin(a->least, fmax(p->curve[i].seconds[k], NO_TIME));
	}
	double slow = most * SLOWEST, slowest = most;
	for (int k = 0; k < p->points; k++)
		for (int i = 0; i < p->curves; i++)
			if (p->curve[i].rank >= 0 && p->curve[i].seconds[k] < slow)
				slowest = fmax(slowest, p->curve[i].seconds[k]);
	a->least = isfinite(a->least) ? a->least * 0.6 : NO_TIME;
	a->most = fmax(slowest * 1.3, a->least * 10);
}

/* ---- Axes */

/* All times of an axis are in one unit, so that they can be compared: that of its middle. */
static void add_time(struct axes *a, double seconds)
{
	double middle = sqrt(a->least * a->most);
	int places = middle < 1e-3 ? 6 : middle < 1 ? 3 : 0;
	double shown = seconds * pow(10, places);

	rg_textf(a->svg, "%.*f %s", shown < 1 ? (int)ceil(-log10(shown) - 1e-9) : 0, shown,
	         places == 6   ? "us"
	         : places == 3 ? "ms"
	                       : "s");
}

/* Times: powers of ten, and between them 2 and 5 where these are few. */
static void draw_times(struct axes *a)
{
	bool few = a->most / a->least < 300;
	static const double parts[] = {1, 2, 5};

	rg_textf(a->svg, "<g font-size=\"11\" text-anchor=\"end\" fill=\"%s\">\n", a->colours->ink);
	for (int e = (int)floor(log10(a->least)); e <= (int)ceil(log10(a->most)); e++)
		for (int i = 0; i < (few ? 3 : 1); i++) {
			double t = parts[i] * pow(10, e);
			if (t < a->least || t > a->most)
				continue;
			rg_textf(a->svg,
			         "<path stroke=\"%s\" d=\"M%d %.1fh%d\"/><text x=\"%d\" "
			         "y=\"%.1f\">",
			         a->colours->grid, LEFT, y_of(a, t), WIDE, LEFT - 8,
			         y_of(a, t) + 4);
			add_time(a, t);
			rg_text_add(a->svg, "</text>\n");
		}
	rg_text_add(a->svg, "</g>\n");
}

/* Sizes: the least one, and from 64 B on each fourth. */
static void draw_sizes(struct axes *a)
{
	rg_textf(a->svg, "<g font-size=\"11\" text-anchor=\"middle\" fill=\"%s\">\n",
	         a->colours->ink);
	for (int s = 0; s < RG_SIZES; s = s ? s + 2 : 3) {
		double bytes = (double)rg_planned_size(s);
		char text[32];
		rg_textf(a->svg,
		         "<path stroke=\"%s\" d=\"M%.1f 0v%.1f\"/><text x=\"%.1f\" y=\"%.1f\">%s"
		         "</text>\n",
		         a->colours->grid, x_of(a, bytes), a->high, x_of(a, bytes), a->high + 17,
		         rg_show_size(text, sizeof text, bytes));
	}
	rg_text_add(a->svg, "</g>\n");
}

static void draw_axes(struct axes *a)
{
	draw_times(a);
	draw_sizes(a);
	rg_textf(a->svg,
	         "<path fill=\"none\" stroke=\"%s\" d=\"M%d 0V%.1fh%d\"/>\n<g font-size=\"12\" "
	         "text-anchor=\"middle\" fill=\"%s\"><text x=\"%d\" y=\"%.1f\">size of the "
	         "vector</text><text transform=\"translate(22 %.1f) rotate(-90)\">predicted "
	         "time</text></g>\n",
	         a->colours->muted, LEFT, a->high, WIDE, a->colours->ink, LEFT + WIDE / 2,
	         a->high + 38, a->high / 2);
}

/* ---- Curves */

/* Points from number `from` to `to`; where it does not run, there is a gap. */
static void add_points(struct axes *a, const double *seconds, int from, int to)
{
	bool on = false;

	for (int k = from; k <= to; k++) {
		bool runs = isfinite(seconds[k]);
		if (runs)
			rg_textf(a->svg, "%s%.1f %.1f", on ? "L" : "M", x_of(a, a->p->bytes[k]),
			         y_of(a, seconds[k]));
		on = runs;
	}
}

static void add_name_of(struct axes *a, const struct rg_curve *c)
{
	rg_text_add(a->svg, "<title>");
	rg_add_escaped(a->svg, c->name, sizeof c->name);
	rg_text_add(a->svg, "</title>");
}

_Static_assert((int)RG_NAMED_MOST <= (int)RG_CURVE_COLOURS,
               "each that is named has a colour of its own");

static void add_stroke(struct axes *a, int rank)
{
	rg_textf(a->svg, "stroke=\"%s\"", rank < 0 ? a->colours->faint : a->colours->curve[rank]);
}

static void draw_curve(struct axes *a, const struct rg_curve *c)
{
	rg_text_add(a->svg, "<path ");
	add_stroke(a, c->rank);
	rg_textf(a->svg, " stroke-width=\"%s\" d=\"", c->rank < 0 ? "0.8" : "1.3");
	add_points(a, c->seconds, 0, a->p->points - 1);
	rg_text_add(a->svg, "\">");
	add_name_of(a, c);
	rg_text_add(a->svg, "</path>\n");
}

static void draw_bound(struct axes *a)
{
	const struct rg_panel *p = a->p;
	double seconds[RG_SIZES];

	if (!is_bounded(p))
		return;
	rg_textf(a->svg, "<path stroke=\"%s\" stroke-width=\"1.5\" stroke-dasharray=\"5 4\" d=\"",
	         a->colours->muted);
	for (int k = 0; k < p->points; k++)
		seconds[k] = rg_time_bound_at(&p->bound, p->bytes[k]);
	add_points(a, seconds, 0, p->points - 1);
	rg_text_add(a->svg, "\"/>\n");
}

/* The plan as far as choice i goes: from its size to that of the next one. The first is from 0
 * bytes on, and begins with the first point. */
static void add_choice(struct axes *a, int i)
{
	const struct rg_panel *p = a->p;
	bool last = i == p->choices - 1;
	double from = i ? (double)p->choice[i].bytes : 0;
	double to = last ? INFINITY : (double)p->choice[i + 1].bytes;
	const char *join = "M";

	if (i) {
		rg_textf(a->svg, "M%.1f %.1f", x_of(a, from), y_of(a, p->choice[i].seconds));
		join = "L";
	}
	for (int k = 0; k < p->points; k++)
		if (p->bytes[k] > from && p->bytes[k] < to && isfinite(p->planned[k])) {
			rg_textf(a->svg, "%s%.1f %.1f", join, x_of(a, p->bytes[k]),
			         y_of(a, p->planned[k]));
			join = "L";
		}
	if (!last)
		rg_textf(a->svg, "%s%.1f %.1f", join, x_of(a, to),
		         y_of(a, p->choice[i + 1].seconds));
}

static const char *colour_of(const struct axes *a, int choice)
{
	int curve = a->p->curve_of[choice], rank = curve < 0 ? -1 : a->p->curve[curve].rank;

	return rank < 0 ? a->colours->faint : a->colours->curve[rank];
}

/* A thick line, which has within it the colour of what the plan takes there. */
static void draw_plan(struct axes *a)
{
	rg_textf(a->svg,
	         "<g stroke-linejoin=\"round\"><path stroke=\"%s\" stroke-width=\"6.5\" d=\"",
	         a->colours->ink);
	for (int i = 0; i < a->p->choices; i++)
		add_choice(a, i);
	rg_text_add(a->svg, "\"/>\n");
	for (int i = 0; i < a->p->choices; i++) {
		rg_textf(a->svg, "<path stroke=\"%s\" stroke-width=\"3\" d=\"", colour_of(a, i));
		add_choice(a, i);
		rg_text_add(a->svg, "\"/>\n");
	}
	rg_text_add(a->svg, "</g>\n");
}

/* Where the plan changes. */
static void draw_changes(struct axes *a)
{
	const struct rg_panel *p = a->p;

	rg_textf(a->svg, "<g fill=\"%s\" stroke=\"%s\" stroke-width=\"1.6\">\n", a->colours->paper,
	         a->colours->ink);
	for (int i = 1; i < p->choices; i++) {
		char text[32];
		rg_textf(a->svg,
		         "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"><title>from %s "
		         "on</title></circle>\n",
		         x_of(a, (double)p->choice[i].bytes), y_of(a, p->choice[i].seconds),
		         rg_show_size(text, sizeof text, (double)p->choice[i].bytes));
	}
	rg_text_add(a->svg, "</g>\n");
}

static void draw_curves(struct axes *a)
{
	rg_textf(a->svg,
	         "<clipPath id=\"panel%d\"><rect x=\"%d\" y=\"-6\" width=\"%d\" height=\"%.1f\"/>"
	         "</clipPath>\n<g clip-path=\"url(#panel%d)\" fill=\"none\">\n",
	         a->number, LEFT - 6, WIDE + 12, a->high + 6, a->number);
	for (int i = 0; i < a->p->curves; i++)
		if (a->p->curve[i].rank < 0)
			draw_curve(a, &a->p->curve[i]);
	for (int rank = RG_NAMED_MOST - 1; rank >= 0; rank--)
		if (rg_panel_named(a->p, rank))
			draw_curve(a, rg_panel_named(a->p, rank));
	draw_bound(a);
	draw_plan(a);
	draw_changes(a);
	rg_text_add(a->svg, "</g>\n");
}

/* ---- What they are */

/* The words of a row of the legend, which ends it. */
static void add_words(struct axes *a, double y, const char *words, const char *name)
{
	rg_textf(a->svg, "<text x=\"%d\" y=\"%.1f\">%s", LEGEND + 36, y + 4, words);
	rg_add_escaped(a->svg, name, RG_NAME_MOST);
	rg_text_add(a->svg, "</text>\n");
}

static void add_sample(struct axes *a, double y, const char *stroke, const char *more)
{
	rg_textf(a->svg, "<path stroke=\"%s\" %s d=\"M%d %.1fh28\"/>", stroke, more, LEGEND, y);
}

/* What the plan takes, from which size on, in which slices. Returns where the next row is. */
static double list_plan(struct axes *a, double y)
{
	const struct rg_panel *p = a->p;

	for (int i = 0; i < p->choices; i++) {
		char from[64], size[32], slice[32];
		struct rg_text what = {0};
		snprintf(from, sizeof from,
		         "from %s: ", rg_show_size(size, sizeof size, (double)p->choice[i].bytes));
		rg_text_add(&what, p->curve_of[i] < 0 ? "" : p->curve[p->curve_of[i]].name);
		if (p->choice[i].slice)
			rg_textf(&what, ", %s slices",
			         rg_show_size(slice, sizeof slice, (double)p->choice[i].slice));
		add_sample(a, y, a->colours->ink, "stroke-width=\"6.5\"");
		add_sample(a, y, colour_of(a, i), "stroke-width=\"3\"");
		add_words(a, y, from, what.s);
		rg_text_free(&what);
		y += ROW;
	}
	return y;
}

static double list_candidates(struct axes *a, double y)
{
	const struct rg_panel *p = a->p;
	int grey = 0;
	char words[64];

	for (int rank = 0; rank < RG_NAMED_MOST; rank++) {
		const struct rg_curve *c = rg_panel_named(p, rank);
		if (!c)
			continue;
		rg_text_add(a->svg, "<path ");
		add_stroke(a, rank);
		rg_textf(a->svg, " stroke-width=\"1.6\" d=\"M%d %.1fh28\"/>", LEGEND, y);
		add_words(a, y, "", c->name);
		y += ROW;
	}
	for (int i = 0; i < p->curves; i++)
		grey += p->curve[i].rank < 0;
	if (grey) {
		snprintf(words, sizeof words, "%d other%s", grey, grey == 1 ? "" : "s");
		add_sample(a, y, a->colours->faint, "stroke-width=\"0.8\"");
		add_words(a, y, words, "");
		y += ROW;
	}
	return y;
}

static void draw_legend(struct axes *a)
{
	double y = 6;

	rg_textf(a->svg, "<g font-size=\"12\" fill=\"%s\">\n", a->colours->ink);
	rg_textf(a->svg, "<text x=\"%d\" y=\"%.1f\" font-weight=\"bold\">the plan</text>\n", LEGEND,
	         y + 4);
	y = list_plan(a, y + ROW + 2) + 8;
	rg_textf(a->svg, "<text x=\"%d\" y=\"%.1f\" font-weight=\"bold\">candidates</text>\n",
	         LEGEND, y + 4);
	y = list_candidates(a, y + ROW + 2) + 8;
	if (is_bounded(a->p)) {
		add_sample(a, y, a->colours->muted,
		           "stroke-width=\"1.5\" stroke-dasharray=\"5 4\"");
		add_words(a, y, "no algorithm takes less", "");
	}
	rg_text_add(a->svg, "</g>\n");
}

/* ---- The sheet */

/* As high as its legend needs. */
static double height_of(const struct rg_panel *p)
{
	int named = 0;

	while (named < RG_NAMED_MOST && rg_panel_named(p, named))
		named++;
	return fmax(HIGH, ROW * (p->choices + named + 4) + 30);
}

static void draw_panel(struct axes *a)
{
	set_range(a);
	rg_textf(a->svg,
	         "<g transform=\"translate(0 %.1f)\">\n<text x=\"%d\" y=\"-14\" font-size=\"15\" "
	         "font-weight=\"bold\" fill=\"%s\">%s</text>\n",
	         a->top + ABOVE, LEFT, a->colours->ink, a->p->title);
	draw_axes(a);
	draw_curves(a);
	draw_legend(a);
	rg_text_add(a->svg, "</g>\n");
}

void rg_chart(const struct rg_panel *panel, int panels, const char *title, const char *below,
              const struct rg_colours *colours, struct rg_text *svg)
{
	double high = HEAD, top = HEAD;

	for (int i = 0; i < panels; i++)
		high += height_of(&panel[i]) + ABOVE + BELOW;
	rg_paper_begin(svg, title, colours, 0, 0, SHEET, high);
	rg_textf(svg,
	         "<g fill=\"%s\"><text x=\"14\" y=\"32\" font-size=\"20\" font-weight=\"bold\">",
	         colours->ink);
	rg_add_escaped(svg, title, 4 * RG_NAME_MOST);
	rg_text_add(svg, "</text><text x=\"14\" y=\"54\" font-size=\"13\">");
	rg_add_escaped(svg, below, 8 * RG_NAME_MOST);
	rg_text_add(svg, "</text></g>\n");
	for (int i = 0; i < panels; i++) {
		struct axes a = {.p = &panel[i],
		                 .colours = colours,
		                 .svg = svg,
		                 .high = height_of(&panel[i]),
		                 .top = top,
		                 .number = i};
		draw_panel(&a);
		top += a.high + ABOVE + BELOW;
	}
	rg_paper_end(svg);
}
