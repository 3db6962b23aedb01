/* SPDX-License-Identifier: BSD-3-Clause
 * gantt: a timeline as a picture.
 */
#include "show/gantt.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/units.h"
#include "show/names.h"
#include "show/paper.h"

/* The sheet, in pixels. */
enum {
	HEAD = 92,
	LEFT = 150, /* or more, for long names */
	WIDE = 980,
	RIGHT = 24,
	AXIS = 30,     /* below the rows */
	HIGHEST = 20,  /* a row, of few ranks; */
	LOWEST = 5,    /* and of many, */
	ROWS = 900,    /* so that they take about so much */
	NAMED = 9,     /* rows as high as this have names */
	ARROWS = 1500, /* of more messages no arrows are drawn */
	TICKS = 8
};

/* What is shorter than this on the sheet is drawn so long: it is there. Pixels. */
#define LEAST 0.4

struct sheet {
	const struct rg_timeline *t;
	const struct rg_topo *topo;
	const struct rg_placement *p;
	const struct rg_colours *colours;
	struct rg_text *svg;
	int *row; /* [P] of each rank */
	double high;
	double left;        /* of it are names */
	const char *domain; /* what is left out of them */
};

static const struct {
	const char *what;
	int curve; /* the colour */
} doings[RG_DOING_KINDS] = {
	[RG_DOES_SEND] = {"starts messages", 0}, [RG_DOES_RECEIVE] = {"takes in messages", 4},
	[RG_DOES_COMBINE] = {"combines", 1},     [RG_DOES_COPY] = {"copies", 5},
	[RG_DOES_WAIT] = {"waits", -1},
};

enum { MESSAGES = 2 }; /* the colour of messages */

static double x_of(const struct sheet *s, double seconds)
{
	return s->left + (s->t->seconds > 0 ? WIDE * seconds / s->t->seconds : 0);
}

static double y_of(const struct sheet *s, int rank)
{
	return HEAD + s->high * s->row[rank];
}

/* What all machines' names end in: a pointer into the first one. */
static const char *domain_of(const struct rg_topo *t)
{
	const char *name = t->machines ? t->vertex[t->machine[0]].name : "";
	return name + strlen(name) - rg_common_domain(t);
}

static const char *machine_of(const struct sheet *s, int rank)
{
	return s->topo->vertex[s->topo->machine[s->p->place[rank].machine]].name;
}

static const char *colour(const struct sheet *s, int curve)
{
	return curve < 0 ? s->colours->grid : s->colours->curve[curve];
}

/* ---- Time */

/* 1, 2 or 5 times a power of ten, so that there are about TICKS of them. */
static double tick_of(double seconds)
{
	double raw = seconds / TICKS, ten = pow(10, floor(log10(raw)));
	return ten * (raw / ten > 5 ? 10 : raw / ten > 2 ? 5 : raw / ten > 1 ? 2 : 1);
}

/* All ticks in the unit of the last one, so that they can be compared. */
static void draw_axis(struct sheet *s)
{
	double bottom = HEAD + s->high * s->t->P, tick;
	bool any = s->t->seconds > 0;
	int decimals;
	double unit = s->t->seconds < 1e-3 ? 1e-6 : s->t->seconds < 1 ? 1e-3 : 1;
	const char *name = unit == 1e-6 ? "us" : unit == 1e-3 ? "ms" : "s";
	if (!any)
		return;
	tick = tick_of(s->t->seconds);
	decimals = tick / unit >= 1 ? 0 : (int)ceil(-log10(tick / unit) - 1e-9);
	rg_textf(s->svg, "<g font-size=\"11\" text-anchor=\"middle\" fill=\"%s\">\n",
	         s->colours->ink);
	for (int i = 0; i * tick <= s->t->seconds; i++)
		rg_textf(s->svg,
		         "<path stroke=\"%s\" d=\"M%.1f %dV%.1f\"/><text x=\"%.1f\" "
		         "y=\"%.1f\">%.*f %s</text>\n",
		         s->colours->grid, x_of(s, i * tick), HEAD, bottom, x_of(s, i * tick),
		         bottom + 17, decimals, i * tick / unit, name);
	rg_text_add(s->svg, "</g>\n");
}

/* ---- Rows */

static double name_height(const struct sheet *s)
{
	return s->high < 13 ? s->high - 1 : 12;
}

/* Room for the longest name and the rank. */
static double names_width(const struct sheet *s)
{
	double most = 0;
	for (int rank = 0; rank < s->t->P; rank++)
		most = fmax(most, (double)rg_without_domain(machine_of(s, rank), s->domain));
	int digits = snprintf(NULL, 0, "   %d", s->t->P - 1);
	return (fmin(most, RG_NAME_MOST) + digits) * name_height(s) * RG_LETTER + 24;
}

static void draw_names(struct sheet *s)
{
	if (s->high < NAMED)
		return;
	rg_textf(s->svg,
	         "<text x=\"%.1f\" y=\"%d\" font-size=\"11\" text-anchor=\"end\" "
	         "fill=\"%s\">machine, rank</text>\n<g font-size=\"%.0f\" text-anchor=\"end\" "
	         "fill=\"%s\">\n",
	         s->left - 8, HEAD - 19, s->colours->muted, name_height(s), s->colours->ink);
	for (int rank = 0; rank < s->t->P; rank++) {
		const char *name = machine_of(s, rank);
		char *drawn = rg_strndup(name, rg_without_domain(name, s->domain));
		rg_textf(s->svg, "<text x=\"%.1f\" y=\"%.1f\">", s->left - 8,
		         y_of(s, rank) + s->high * 0.7);
		rg_add_escaped(s->svg, drawn, RG_NAME_MOST);
		rg_textf(s->svg, "   %d</text>\n", rank);
		free(drawn);
	}
	rg_text_add(s->svg, "</g>\n");
}

static void add_bar(struct sheet *s, double begin, double end, double y, double high)
{
	double x = x_of(s, begin), wide = fmax(x_of(s, end) - x, LEAST);
	rg_textf(s->svg, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\">", x, y, wide,
	         high);
}

static void draw_doing(struct sheet *s, const struct rg_doing *d)
{
	char takes[32], size[32];
	add_bar(s, d->begin, d->end, y_of(s, d->rank) + s->high * 0.08, s->high * 0.42);
	rg_textf(s->svg, "<title>rank %d %s", d->rank, doings[d->kind].what);
	if (d->peer >= 0)
		rg_textf(s->svg, " to rank %d", d->peer);
	if (d->bytes > 0)
		rg_textf(s->svg, ", %s", rg_show_size(size, sizeof size, d->bytes));
	rg_textf(s->svg, ", for %s</title></rect>\n",
	         rg_show_time(takes, sizeof takes, d->end - d->begin));
}

static void draw_doings(struct sheet *s)
{
	for (int kind = 0; kind < RG_DOING_KINDS; kind++) {
		rg_textf(s->svg, "<g fill=\"%s\">\n", colour(s, doings[kind].curve));
		for (size_t i = 0; i < s->t->doings; i++)
			if ((int)s->t->doing[i].kind == kind)
				draw_doing(s, &s->t->doing[i]);
		rg_text_add(s->svg, "</g>\n");
	}
}

static bool has_arrows(const struct rg_timeline *t)
{
	return t->flights > 0 && t->flights <= ARROWS;
}

static void draw_flights(struct sheet *s)
{
	rg_textf(s->svg, "<g fill=\"%s\" fill-opacity=\"0.55\">\n", colour(s, MESSAGES));
	for (size_t i = 0; i < s->t->flights; i++) {
		const struct rg_flight *f = &s->t->flight[i];
		char size[32], takes[32];
		if (f->notice)
			continue;
		add_bar(s, f->begin, f->end, y_of(s, f->from) + s->high * 0.56, s->high * 0.36);
		rg_textf(s->svg,
		         "<title>rank %d to rank %d, %s, %s after it was sent</title></rect>\n",
		         f->from, f->to, rg_show_size(size, sizeof size, f->bytes),
		         rg_show_time(takes, sizeof takes, f->end - f->sent));
	}
	rg_text_add(s->svg, "</g>\n");
	if (!has_arrows(s->t))
		return;
	rg_textf(s->svg,
	         "<g fill=\"none\" stroke=\"%s\" stroke-width=\"0.7\" stroke-opacity=\"0.6\">\n",
	         s->colours->muted);
	for (size_t i = 0; i < s->t->flights; i++) {
		const struct rg_flight *f = &s->t->flight[i];
		rg_textf(s->svg, "<path d=\"M%.2f %.2fL%.2f %.2f\"/>\n", x_of(s, f->sent),
		         y_of(s, f->from) + s->high * 0.5, x_of(s, f->end),
		         y_of(s, f->to) + s->high * 0.29);
	}
	rg_text_add(s->svg, "</g>\n");
}

/* ---- Words */

static double add_key(struct sheet *s, double x, const char *fill, double opacity, const char *what)
{
	rg_textf(s->svg,
	         "<rect x=\"%.1f\" y=\"64\" width=\"14\" height=\"10\" fill=\"%s\" "
	         "fill-opacity=\"%.2f\"/><text x=\"%.1f\" y=\"73\">%s</text>\n",
	         x, fill, opacity, x + 19, what);
	return x + 19 + 6.6 * (double)strlen(what) + 18;
}

static bool has_messages(const struct rg_timeline *t)
{
	bool any = false;
	for (size_t i = 0; i < t->flights; i++)
		any |= !t->flight[i].notice;
	return any;
}

/* What there is of it. */
static void draw_legend(struct sheet *s)
{
	bool has[RG_DOING_KINDS] = {false};
	double x = s->left;
	for (size_t i = 0; i < s->t->doings; i++)
		has[s->t->doing[i].kind] = true;
	rg_textf(s->svg, "<g font-size=\"12\" fill=\"%s\">\n", s->colours->ink);
	for (int kind = 0; kind < RG_DOING_KINDS; kind++)
		if (has[kind])
			x = add_key(s, x, colour(s, doings[kind].curve), 1, doings[kind].what);
	if (has_messages(s->t))
		x = add_key(s, x, colour(s, MESSAGES), 0.55, "has messages on their way");
	if (has_arrows(s->t))
		rg_textf(s->svg,
		         "<path stroke=\"%s\" stroke-width=\"0.7\" d=\"M%.1f 64l14 10\"/><text "
		         "x=\"%.1f\" y=\"73\">a message, from its sender to its receiver</text>\n",
		         s->colours->muted, x, x + 19);
	rg_text_add(s->svg, "</g>\n");
}

static void draw_words(struct sheet *s, const char *title, const char *below)
{
	rg_textf(s->svg, "<g fill=\"%s\"><text x=\"20\" y=\"28\" font-size=\"17\">",
	         s->colours->ink);
	rg_add_escaped(s->svg, title, 200);
	rg_text_add(s->svg, "</text><text x=\"20\" y=\"48\" font-size=\"12\">");
	rg_add_escaped(s->svg, below, 250);
	if (*s->domain) {
		rg_text_add(s->svg, "; all machines: *");
		rg_add_escaped(s->svg, s->domain, 2 * RG_NAME_MOST);
	}
	rg_text_add(s->svg, "</text></g>\n");
}

void rg_gantt(const struct rg_timeline *t, const struct rg_topo *topo, const struct rg_placement *p,
              const char *title, const char *below, const struct rg_colours *colours,
              struct rg_text *svg)
{
	struct sheet s = {.t = t, .topo = topo, .p = p, .colours = colours, .svg = svg};
	s.high = fmin(HIGHEST, fmax(LOWEST, (double)ROWS / t->P));
	s.domain = domain_of(topo);
	s.left = s.high < NAMED ? LEFT : fmax(LEFT, names_width(&s));
	s.row = rg_alloc((size_t)t->P, sizeof *s.row);
	for (int i = 0; i < t->P; i++)
		s.row[p->places.order[i]] = i;
	rg_paper_begin(svg, title, colours, 0, 0, s.left + WIDE + RIGHT,
	               HEAD + s.high * t->P + AXIS);
	draw_words(&s, title, below);
	draw_legend(&s);
	draw_axis(&s);
	draw_names(&s);
	draw_doings(&s);
	draw_flights(&s);
	rg_paper_end(svg);
	free(s.row);
}
