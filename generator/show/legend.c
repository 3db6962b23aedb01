/* SPDX-License-Identifier: BSD-3-Clause
 * legend: what the colours and strokes of a picture mean, of those that it has: in the first column
 * loads, in the second one the ring, in the third one speeds.
 */
#include "show/legend.h"

#include "base/units.h"
#include "show/drawing.h"
#include "show/vertices.h"

enum { ROW = 18, SPEEDS_MOST = 6 };

/* What of it is in the picture. */
struct uses {
	bool use[RG_USES], half, inside; /* loads */
	bool right, wrong;               /* pairs of the ring */
	int speeds;                      /* that are told */
};

static struct uses uses_of(const struct rg_picture *p)
{
	struct uses u = {.speeds = p->strokes.n < SPEEDS_MOST ? p->strokes.n : SPEEDS_MOST};

	for (int i = 0; i < p->t->links; i++) {
		const struct rg_link *l = &p->t->link[i];
		u.half |= l->half;
		u.use[rg_use_of(p, rg_resource_of(p->c->routes, i, l->a))] = true;
		if (!l->half)
			u.use[rg_use_of(p, rg_resource_of(p->c->routes, i, l->b))] = true;
	}
	for (int i = 0; i < p->t->machines; i++)
		u.inside |= rg_inside_shared(p, i);
	for (int i = 0; i < p->c->pairs; i++)
		if (rg_pair_leaves(p, i)) {
			u.right |= !p->wrong[i];
			u.wrong |= p->wrong[i];
		}
	return u;
}

/* The rows of the longest column. */
static int rows_of(const struct uses *u)
{
	int loads = u->half + u->inside;
	for (int i = 0; i < RG_USES; i++)
		loads += u->use[i];
	int ring = u->right + u->wrong + 1;
	int most = loads > ring ? loads : ring;

	return most > u->speeds ? most : u->speeds;
}

double rg_legend_height(const struct rg_picture *p)
{
	struct uses u = uses_of(p);

	return ROW * rows_of(&u);
}

/* One line: a stroke and what it means, and the next line of that column. */
static void add_sample(struct rg_picture *p, double x, int *row, const char *colour, double width,
                       const char *text)
{
	rg_textf(p->svg,
	         "<path stroke=\"%s\" stroke-width=\"%.1f\" d=\"M%.1f %dh24\"/>"
	         "<text x=\"%.1f\" y=\"%d\">%s</text>\n",
	         colour, width, x, ROW * *row, x + 32, ROW * *row + 4, text);
	++*row;
}

static void add_dot(struct rg_picture *p, double x, int *row, const char *colour, const char *text)
{
	rg_textf(p->svg,
	         "<circle cx=\"%.1f\" cy=\"%d\" r=\"5\" fill=\"%s\"/><text x=\"%.1f\" "
	         "y=\"%d\">%s</text>\n",
	         x + 12, ROW * *row, colour, x + 32, ROW * *row + 4, text);
	++*row;
}

static void add_loads(struct rg_picture *p, const struct uses *u)
{
	int row = 0;

	if (u->use[RG_USE_ALONE])
		add_sample(p, 0, &row, p->colours->alone, 3, "link direction with load 1");
	if (u->use[RG_USE_SHARED])
		add_sample(p, 0, &row, p->colours->shared, 3, "load 2 or more, with the number");
	if (u->use[RG_USE_POSSIBLE])
		add_sample(p, 0, &row, p->colours->possible, 3, "on one of a pair's ways");
	if (u->use[RG_USE_NONE])
		add_sample(p, 0, &row, p->colours->faint, 3,
		           p->c->losts > p->c->several ? "on no way that is known"
		           : p->phase                  ? "not used in this phase"
		                                       : "not used by the ring");
	if (u->half) {
		rg_text_add(p->svg, "<g stroke-dasharray=\"5 2\">\n");
		add_sample(p, 0, &row, p->colours->muted, 3, "half duplex: one line");
		rg_text_add(p->svg, "</g>\n");
	}
	if (u->inside)
		add_dot(p, 0, &row, p->colours->shared, "load 2 or more inside a machine");
}

static void add_ring(struct rg_picture *p, double x, const struct uses *u)
{
	int row = 0;

	if (u->right)
		add_sample(p, x, &row, p->colours->ink, 2,
		           p->phase ? "a message" : "ring, from neighbour to neighbour");
	if (u->wrong)
		add_sample(p, x, &row, p->colours->wrong, 2,
		           p->phase ? "a message that collides with another"
		                    : "a pair that collides with another");
	if (!p->phase)
		add_dot(p, x, &row, p->colours->ink, "the ring begins here");
}

/* All speeds, or as many from the slowest to the fastest as there is room for. */
static void add_speeds(struct rg_picture *p, double x, const struct uses *u)
{
	for (int row = 0; row < u->speeds;) {
		int n = p->strokes.n;
		int i = u->speeds > 1 ? (int)((long)row * (n - 1) / (u->speeds - 1)) : 0;
		char text[64];
		rg_show_bandwidth(text, sizeof text, p->strokes.bandwidth[i]);
		add_sample(p, x, &row, p->colours->muted, p->strokes.width[i], text);
	}
}

void rg_draw_legend(struct rg_picture *p, struct rg_point at, double unit)
{
	struct uses u = uses_of(p);

	rg_textf(
		p->svg,
		"<g transform=\"translate(%.1f %.1f) scale(%.3f)\" font-size=\"12\" fill=\"%s\">\n",
		at.x, at.y, unit, p->colours->ink);
	add_loads(p, &u);
	add_ring(p, 245, &u);
	add_speeds(p, 515, &u);
	rg_text_add(p->svg, "</g>\n");
}
