/* SPDX-License-Identifier: BSD-3-Clause
 * Time against size, log-log, as SVG by gnuplot.
 */
#include "ringbench/plot.h"
#include "ringbench/gnuplot.h"

#include <stdlib.h>
#include <string.h>

/* ---- The script */

static int points(const struct run *r, int n, const struct outcome *outcomes, int peer)
{
	int found = 0;

	for (int i = 0; i < n; i++)
		found += outcome_counts(&outcomes[i * r->npeers + peer]);
	return found;
}

/* Where a size is on a logarithmic axis: a barrier has none. */
static long long place(long long bytes)
{
	return bytes ? bytes : 1;
}

/* A block of data for each peer that has any, and one for the bound. */
static void print_data(FILE *f, const struct run *r, enum collective c, int n,
                       const long long *bytes, const struct outcome *outcomes)
{
	for (int p = 0; p < r->npeers; p++) {
		fprintf(f, "$peer%d << end\n", p);
		for (int i = 0; i < n; i++)
			if (outcome_counts(&outcomes[i * r->npeers + p]))
				fprintf(f, "%lld %.9g\n", place(bytes[i]),
				        outcomes[i * r->npeers + p].median);
		fputs("end\n", f);
	}
	fputs("$bound << end\n", f);
	for (int i = 0; i < n; i++)
		fprintf(f, "%lld %.9g\n", place(bytes[i]), output_bound(r, c, bytes[i]));
	fputs("end\n", f);
}

/* The layers of lines, from back to front: the lines that ringgen's choice is compared with are
 * behind; the line of that choice is thick and in front. */
enum layer { CANDIDATES, NATIVE, PRODUCT, LAYERS };

static const char *const looks[LAYERS] = {
	[CANDIDATES] = "linewidth 1.5 pointsize 0.6",
	[NATIVE] = "linewidth 3 linecolor 'grey40' pointsize 0.6",
	[PRODUCT] = "linewidth 4 linecolor 'black' pointtype 7 pointsize 0.7",
};

static enum layer layer_of(const char *name)
{
	static const char *const products[] = {"planned", "reproducible", "with-mpich",
	                                       "with-openmpi"};

	for (size_t i = 0; i < sizeof products / sizeof *products; i++)
		if (!strcmp(name, products[i]))
			return PRODUCT;
	return strncmp(name, "native", 6) ? CANDIDATES : NATIVE;
}

static void print_curves(FILE *f, const struct run *r, enum collective c, int n,
                         const struct outcome *outcomes)
{
	const char *between = "plot ";

	if (output_is_bounded(r, c)) {
		fprintf(f, "%s$bound with lines dashtype 2 linecolor 'black' title 'bound'",
		        between);
		between = ", \\\n\t";
	}
	for (int p = 0; p < r->npeers * LAYERS; p++) {
		const char *name = r->peers[p % r->npeers].name;
		enum layer layer = (enum layer)(p / r->npeers);
		if (layer_of(name) != layer || !points(r, n, outcomes, p % r->npeers))
			continue;
		fprintf(f, "%s$peer%d with linespoints %s title ", between, p % r->npeers,
		        looks[layer]);
		gnuplot_quote(f, name);
		between = ", \\\n\t";
	}
	fputc('\n', f);
}

/* The sizes below the horizontal axis, as many as there is room for. */
static void print_sizes(FILE *f, int n, const long long *bytes)
{
	enum { ROOM = 10 };
	char size[32];

	for (int i = 0; i < n; i += (n + ROOM - 1) / ROOM) {
		fprintf(f, "%s", i ? ", " : "set xtics (");
		gnuplot_quote(f, output_size_text(bytes[i], size));
		fprintf(f, " %lld", place(bytes[i]));
	}
	fprintf(f, ")\nset xrange [%g:%g]\n", 0.9 * (double)place(bytes[0]),
	        1.1 * (double)place(bytes[n - 1]));
}

static void print_script(FILE *f, const struct run *r, enum collective c, int n,
                         const long long *bytes, const struct outcome *outcomes)
{
	bool unequal = has_unequal_blocks(c) && r->blocks != SAME;
	char title[256];

	fputs("set terminal svg size 860,480 noenhanced background rgb 'white'\n", f);
	snprintf(title, sizeof title, "%s, %s%s%d rank%s on %d machine%s%s%s", collective_names[c],
	         unequal ? blocks_names[r->blocks] : "", unequal ? " blocks, " : "", r->ranks,
	         r->ranks == 1 ? "" : "s", r->machines, r->machines == 1 ? "" : "s",
	         *r->o->label ? ": " : "", r->o->label);
	fputs("set title ", f);
	gnuplot_quote(f, title);
	fputs("\nset xlabel 'size of the whole vector'\n"
	      "set ylabel 'time of the slowest rank (median)'\n"
	      "set logscale x 2\nset logscale y 10\nset format y '%.0s %cs'\n"
	      "set grid\nset key outside right top invert\n",
	      f);
	print_sizes(f, n, bytes);
	print_data(f, r, c, n, bytes, outcomes);
	print_curves(f, r, c, n, outcomes);
}

/* ---- The file */

static int count(const bool *given, int n)
{
	int found = 0;

	for (int i = 0; i < n; i++)
		found += given[i];
	return found;
}

/* FILE.svg, or FILE-allgather.svg where several collectives are measured; FILE-spikes.svg or
 * FILE-allgatherv-spikes.svg where several kinds of blocks are. */
static void name_file(const struct options *o, enum collective c, enum blocks kind, char *name,
                      size_t room)
{
	const char *file = o->plot, *end = strrchr(file, '.');
	bool several = count(o->collectives, COLLECTIVES) > 1;
	bool kinds = has_unequal_blocks(c) && count(o->blocks, KINDS) > 1;

	if (!end || strchr(end, '/'))
		end = file + strlen(file);
	snprintf(name, room, "%.*s%s%s%s%s%s", (int)(end - file), file, several ? "-" : "",
	         several ? collective_names[c] : "", kinds ? "-" : "",
	         kinds ? blocks_names[kind] : "", end);
}

static bool can_be_written(const struct options *o, enum collective c, enum blocks kind)
{
	char name[4096];

	name_file(o, c, kind, name, sizeof name);
	return gnuplot_can_write(name);
}

bool plot_is_possible(const struct options *o)
{
	if (!gnuplot_is_here())
		return false;
	for (int i = 0; i < COLLECTIVES * KINDS; i++)
		if (o->collectives[i / KINDS] && o->blocks[i % KINDS] &&
		    !can_be_written(o, (enum collective)(i / KINDS), (enum blocks)(i % KINDS)))
			return false;
	return true;
}

bool plot_write(const struct run *r, enum collective c, int n, const long long *bytes,
                const struct outcome *outcomes)
{
	char name[4096], *script = NULL;
	size_t size;
	int found = 0;

	for (int p = 0; p < r->npeers; p++)
		found += points(r, n, outcomes, p);
	name_file(r->o, c, r->blocks, name, sizeof name);
	FILE *f = found ? open_memstream(&script, &size) : NULL;
	if (!f) {
		fprintf(stderr, "ringbench: %s: there is nothing to draw\n", name);
		return false;
	}
	print_script(f, r, c, n, bytes, outcomes);
	fclose(f);
	bool good = gnuplot_draw(name, script);
	free(script);
	return good;
}
