/* SPDX-License-Identifier: BSD-3-Clause
 * All checks of guidelines in a picture, as SVG by gnuplot.
 *
 * A panel is a collective of a peer. Below it are the sizes; a size has a lane for each guideline
 * of the panel and each kind of blocks, so that no mark covers another one. A mark is how many
 * times as long the left side takes, its bar the interval. What is violated has a colour and an
 * entry in the legend for each lane; all else is grey, or hollow where it is undecided.
 */
#include "ringbench/guideline_plot.h"
#include "ringbench/findings.h"
#include "ringbench/gnuplot.h"
#include "ringbench/guideline_report.h"

#include <math.h>
#include <stdlib.h>

enum { LANES_MOST = 64, WIDTH = 1200, HEIGHT = 250, TITLE = 60 };

/* Below this nobody asks by how much a guideline holds: such marks are on the lower edge. */
static const double LEAST = 0.2;

struct panel {
	const struct peer *peer;
	enum collective collective;
	int lanes;
	const struct check *first[LANES_MOST]; /* of each lane, */
	int violated[LANES_MOST], checked[LANES_MOST];
	int counts[VERDICTS];
	double most; /* its upper edge: longer bars are cut there */
};

struct picture {
	const struct run *r;
	const struct agenda *a;
	struct panel *panels;
	int n, height;
};

/* ---- What is in it */

/* Fewer samples have no interval. */
static bool has_mark(const struct check *c)
{
	return c->n >= RG_SAMPLES_LEAST;
}

static struct panel *panel_of(struct picture *p, const struct check *c)
{
	for (int i = 0; i < p->n; i++)
		if (p->panels[i].peer == c->peer && p->panels[i].collective == c->collective)
			return &p->panels[i];
	p->panels = grow(p->panels, p->n, sizeof *p->panels);
	p->panels[p->n] = (struct panel){.peer = c->peer, .collective = c->collective, .most = 2};
	return &p->panels[p->n++];
}

static int lane_of(const struct panel *panel, const struct check *c)
{
	int i = 0;

	while (i < panel->lanes &&
	       (panel->first[i]->rule != c->rule || panel->first[i]->blocks != c->blocks))
		i++;
	return i;
}

static void add(struct picture *p, const struct check *c)
{
	struct panel *panel = panel_of(p, c);
	int lane = lane_of(panel, c);

	if (lane == LANES_MOST)
		return;
	if (lane == panel->lanes)
		panel->first[panel->lanes++] = c;
	panel->checked[lane]++;
	panel->violated[lane] += c->verdict == VIOLATED;
	panel->counts[c->verdict]++;
	struct factor factor = factor_of(c);
	panel->most = fmax(panel->most, fmin(factor.most, 2 * factor.median));
}

static int by_collective(const void *a, const void *b)
{
	const struct panel *x = a, *y = b;

	if (x->peer != y->peer)
		return x->peer < y->peer ? -1 : 1;
	return (int)x->collective - (int)y->collective;
}

static void gather(struct picture *p)
{
	for (int i = 0; i < p->a->nchecks; i++)
		if (has_mark(&p->a->checks[i]))
			add(p, &p->a->checks[i]);
	if (p->n)
		qsort(p->panels, (size_t)p->n, sizeof *p->panels, by_collective);
}

/* ---- A panel's data: lines "place factor least most" */

static void print_mark(FILE *f, const struct panel *panel, const struct check *c)
{
	struct factor factor = factor_of(c);
	double lane = (lane_of(panel, c) + 0.5) / panel->lanes - 0.5;

	fprintf(f, "%.4f %.6g %.6g %.6g\n", c->size + 0.9 * lane, fmax(factor.median, LEAST),
	        fmax(factor.least, LEAST), fmax(factor.most, LEAST));
}

/* All of the panel with that verdict; of a lane, or of all (-1). */
static void print_marks(FILE *f, const struct picture *p, const struct panel *panel,
                        enum verdict verdict, int lane)
{
	for (int i = 0; i < p->a->nchecks; i++) {
		const struct check *c = &p->a->checks[i];
		if (has_mark(c) && c->peer == panel->peer && c->collective == panel->collective &&
		    c->verdict == verdict && (lane < 0 || lane == lane_of(panel, c)))
			print_mark(f, panel, c);
	}
	fputs("end\n", f);
}

static void print_data(FILE *f, const struct picture *p, int i)
{
	const struct panel *panel = &p->panels[i];

	fprintf(f, "$holds%d << end\n", i);
	print_marks(f, p, panel, HOLDS, -1);
	fprintf(f, "$undecided%d << end\n", i);
	print_marks(f, p, panel, UNDECIDED, -1);
	for (int lane = 0; lane < panel->lanes; lane++)
		if (panel->violated[lane]) {
			fprintf(f, "$violated%d_%d << end\n", i, lane);
			print_marks(f, p, panel, VIOLATED, lane);
		}
}

/* ---- A panel's marks */

static const char *const colours[] = {"#d55e00", "#0072b2", "#009e73", "#cc79a7",
                                      "#a05000", "#56b4e9", "#000000"};
static const int shapes[] = {7, 5, 9, 11, 13}; /* filled */

enum { COLOURS = sizeof colours / sizeof *colours, SHAPES = sizeof shapes / sizeof *shapes };

static void print_curves(FILE *f, const struct picture *p, int i)
{
	const struct panel *panel = &p->panels[i];
	char text[256], entry[300];
	int looks = 0;

	fputs("plot 1 with lines linecolor rgb '#808080' linewidth 1 notitle", f);
	if (panel->counts[HOLDS])
		fprintf(f,
		        ", \\\n\t$holds%d using 1:2:3:4 with yerrorbars linecolor rgb '#808080' "
		        "linewidth 1 pointtype 7 pointsize 0.3 title 'holds'",
		        i);
	if (panel->counts[UNDECIDED])
		fprintf(f,
		        ", \\\n\t$undecided%d using 1:2:3:4 with yerrorbars linecolor rgb "
		        "'#b8b8b8' linewidth 1 pointtype 6 pointsize 0.5 title 'undecided'",
		        i);
	for (int lane = 0; lane < panel->lanes; lane++) {
		if (!panel->violated[lane])
			continue;
		snprintf(entry, sizeof entry, "%s (%d of %d)",
		         guideline_text(panel->first[lane], text, sizeof text),
		         panel->violated[lane], panel->checked[lane]);
		fprintf(f,
		        ", \\\n\t$violated%d_%d using 1:2:3:4 with yerrorbars linecolor rgb '%s' "
		        "linewidth 1.5 pointtype %d pointsize 0.7 title ",
		        i, lane, colours[looks % COLOURS], shapes[looks % SHAPES]);
		gnuplot_quote(f, entry);
		looks++;
	}
	fputc('\n', f);
}

static void print_sizes(FILE *f, const struct picture *p, const struct panel *panel)
{
	const struct options *o = p->r->o;
	char size[32];

	fputs("set xtics (", f);
	for (int i = 0; i < o->nsizes; i++) {
		int shorter = 0;
		for (int k = 0; k < o->nsizes; k++)
			shorter += o->sizes[k] < o->sizes[i];
		fprintf(f, "%s", i ? ", " : "");
		gnuplot_quote(
			f, panel->collective == BARRIER ? "" : output_size_text(o->sizes[i], size));
		fprintf(f, " %d", shorter);
	}
	fputs(")\n", f);
}

static void print_panel(FILE *f, const struct picture *p, int i)
{
	const struct panel *panel = &p->panels[i];
	char title[256];

	print_data(f, p, i);
	print_sizes(f, p, panel);
	snprintf(title, sizeof title, "%s%s%s: %d violated, %d undecided, %d hold",
	         p->r->npeers > 1 ? panel->peer->name : "", p->r->npeers > 1 ? ", " : "",
	         collective_names[panel->collective], panel->counts[VIOLATED],
	         panel->counts[UNDECIDED], panel->counts[HOLDS]);
	fprintf(f, "set yrange [%g:%g]\nset title ", 0.9 * LEAST, 1.1 * panel->most);
	gnuplot_quote(f, title);
	fputc('\n', f);
	print_curves(f, p, i);
}

/* ---- The whole */

static void print_title(FILE *f, const struct picture *p)
{
	const struct run *r = p->r;
	char title[512], all[32], left[32];
	int n = 0;

	for (int i = 0; i < p->a->nchecks; i++)
		n += p->a->checks[i].verdict == LEFT_OUT;
	snprintf(title, sizeof title,
	         "How many times as long a call takes as what does the same (95 %% interval), "
	         "%d rank%s on %d machine%s%s%s",
	         r->ranks, r->ranks == 1 ? "" : "s", r->machines, r->machines == 1 ? "" : "s",
	         *r->o->label ? ": " : "", r->o->label);
	fputs("set label 1 ", f);
	gnuplot_quote(f, title);
	fprintf(f, " at screen 0.02, screen %.6f font 'sans,14'\n", 1 - 20.0 / p->height);
	snprintf(title, sizeof title,
	         "slack %g %%; %s of %s guidelines left out; marks on the lower "
	         "edge are below %g",
	         r->o->slack_percent, number_text(n, left), number_text(p->a->nchecks, all), LEAST);
	fputs("set label 2 ", f);
	gnuplot_quote(f, title);
	fprintf(f, " at screen 0.02, screen %.6f\n", 1 - 42.0 / p->height);
}

static void print_settings(FILE *f, const struct picture *p)
{
	int last = p->r->o->nsizes - 1;

	fprintf(f, "set terminal svg size %d,%d noenhanced font 'sans,12' background rgb 'white'\n",
	        WIDTH, p->height);
	fputs("set multiplot\nset lmargin 8\nset rmargin 52\nset tmargin 2\nset bmargin 2\n"
	      "set logscale y 2\nset bars 0\nset grid ytics\n"
	      "set key at graph 1.01, graph 1 left top reverse Left samplen 1 font 'sans,11'\n"
	      "set xtics scale 0 font 'sans,10'\n"
	      "set ytics (0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)\n",
	      f);
	fprintf(f, "set xrange [-0.6:%d.6]\n", last);
	for (int i = 0; i < last; i++)
		fprintf(f,
		        "set arrow from %d.5, graph 0 to %d.5, graph 1 nohead linecolor rgb "
		        "'#e0e0e0' back\n",
		        i, i);
}

static void print_script(FILE *f, struct picture *p)
{
	p->height = TITLE + HEIGHT * p->n;
	print_settings(f, p);
	print_title(f, p);
	for (int i = 0; i < p->n; i++) {
		fprintf(f, "set size 1, %.6f\nset origin 0, %.6f\n", (double)HEIGHT / p->height,
		        (double)HEIGHT * (p->n - 1 - i) / p->height);
		print_panel(f, p, i);
		fputs("unset label\n", f);
	}
	fputs("unset multiplot\n", f);
}

bool guideline_plot_is_possible(const struct options *o)
{
	return gnuplot_is_here() && gnuplot_can_write(o->plot);
}

bool guideline_plot(const struct run *r, const struct agenda *a)
{
	struct picture p = {.r = r, .a = a};
	char *script = NULL;
	size_t size;

	gather(&p);
	FILE *f = p.n ? open_memstream(&script, &size) : NULL;
	if (!f) {
		fprintf(stderr, "ringbench: %s: there is nothing to draw\n", r->o->plot);
		return false;
	}
	print_script(f, &p);
	fclose(f);
	bool drawn = gnuplot_draw(r->o->plot, script);
	free(script);
	free(p.panels);
	return drawn;
}
