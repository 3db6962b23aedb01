/* SPDX-License-Identifier: BSD-3-Clause
 * phase_chart: loads by phase.
 */
#include "show/phase_chart.h"

#include <math.h>
#include <stdio.h>

#include "show/paper.h"

/* Of the sheet: its width, and that of what is drawn; how high that is, and where it begins. */
enum { WIDE = 760, LEFT = 60, RIGHT = 20, HEAD = 84, HIGH = 240, FOOT = 52 };
#define DRAWN (WIDE - LEFT - RIGHT)

/* Bars that would be narrower are joined: of some phases in a row the highest load is drawn. */
enum { BARS_MOST = DRAWN };

static double y_of(const struct rg_phased_certificate *c, int load)
{
	return HEAD + HIGH - HIGH * (double)load / (c->most > 1 ? c->most : 1);
}

static void add_words(const struct rg_phased_certificate *c, const char *by,
                      const struct rg_colours *colours, struct rg_text *svg)
{
	static const char *const verdicts[] = {
		[RG_IS_PROVED] = "proved: no two messages of a phase share a link direction",
		[RG_IS_PROVED_ANY_WAY] = "proved: no two messages of a phase share a link "
					 "direction, whichever way each takes",
		[RG_IS_WITHIN_CAPACITY] = "proved: no phase takes longer than its slowest "
					  "message alone",
		[RG_IS_REFUTED] = "refuted: messages of a phase collide",
		[RG_IS_UNKNOWN] = "unknown: not all ways are known"};
	bool good = c->verdict <= RG_IS_WITHIN_CAPACITY;
	rg_textf(svg,
	         "<g fill=\"%s\"><text x=\"20\" y=\"28\" font-size=\"17\" "
	         "font-weight=\"bold\">",
	         colours->ink);
	rg_add_escaped(svg, c->routes->topo->name, 2 * RG_NAME_MOST);
	rg_textf(svg,
	         "</text><text x=\"20\" y=\"48\" font-size=\"13\" font-weight=\"bold\" "
	         "fill=\"%s\">%s</text><text x=\"20\" y=\"67\" font-size=\"12\">all-to-all of %d "
	         "ranks on %d machines, %d phases by %s: the highest load of a link direction in "
	         "each</text></g>\n",
	         good                          ? colours->alone
	         : c->verdict == RG_IS_REFUTED ? colours->wrong
	                                       : colours->muted,
	         verdicts[c->verdict], c->P, c->machines, c->phases, by);
}

/* A step between lines of the grid: 1, 2, 5, 10, 20 ..., so that there are five lines or fewer. */
static int step_of(int most)
{
	static const int digit[] = {1, 2, 5};
	int step = 1;
	for (int i = 0, ten = 1; most / step > 5; i++) {
		ten = i % 3 == 2 ? 10 * ten : ten;
		step = digit[(i + 1) % 3] * ten;
	}
	return step;
}

static void add_grid(const struct rg_phased_certificate *c, const struct rg_colours *colours,
                     struct rg_text *svg)
{
	int most = c->most > 1 ? c->most : 1, step = step_of(most);
	rg_textf(svg, "<g font-size=\"12\" fill=\"%s\" stroke-width=\"1\">\n", colours->ink);
	for (int load = 0; load <= most; load += step)
		rg_textf(svg,
		         "<path stroke=\"%s\" d=\"M%d %.1fh%d\"/><text x=\"%d\" y=\"%.1f\" "
		         "text-anchor=\"end\">%d</text>\n",
		         colours->grid, LEFT, y_of(c, load), DRAWN, LEFT - 8, y_of(c, load) + 4,
		         load);
	rg_textf(svg,
	         "<text x=\"%d\" y=\"%d\">phase 1</text><text x=\"%d\" y=\"%d\" "
	         "text-anchor=\"end\">%d</text></g>\n",
	         LEFT, HEAD + HIGH + 22, WIDE - RIGHT, HEAD + HIGH + 22, c->phases);
}

static void add_bars(const struct rg_phased_certificate *c, const struct rg_colours *colours,
                     struct rg_text *svg)
{
	int bars = c->phases < BARS_MOST ? c->phases : BARS_MOST;
	double width = bars ? (double)DRAWN / bars : 0;
	for (int i = 0; i < bars; i++) {
		int first = (int)((int64_t)c->phases * i / bars), load = 0;
		int end = (int)((int64_t)c->phases * (i + 1) / bars);
		for (int k = first; k < end; k++)
			load = c->load[k] > load ? c->load[k] : load;
		rg_textf(svg,
		         "<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\" fill=\"%s\">"
		         "<title>phase %d: load %d</title></rect>\n",
		         LEFT + i * width, y_of(c, load), fmax(width * 0.85, 0.8),
		         HEAD + HIGH - y_of(c, load), load > 1 ? colours->shared : colours->alone,
		         first + 1, load);
	}
}

void rg_phase_chart(const struct rg_phased_certificate *c, const char *by,
                    const struct rg_colours *colours, struct rg_text *svg)
{
	rg_paper_begin(svg, c->routes->topo->name, colours, 0, 0, WIDE, HEAD + HIGH + FOOT);
	add_words(c, by, colours, svg);
	add_grid(c, colours, svg);
	add_bars(c, colours, svg);
	rg_paper_end(svg);
}
