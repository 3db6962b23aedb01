/* SPDX-License-Identifier: BSD-3-Clause
 * The output: the table, the CSV file.
 */
#include "ringbench/output.h"
#include "base/units.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

/* ---- Numbers */

const char *output_time(double seconds, char text[32])
{
	return rg_show_time(text, 32, seconds);
}

const char *output_time_beside(double seconds, double least, char text[32])
{
	return rg_show_time_beside(text, 32, seconds, least);
}

const char *output_size_text(long long bytes, char text[32])
{
	return rg_show_size(text, 32, (double)bytes);
}

const char *output_rate(double bytes_per_second, char text[32])
{
	return rg_show_bandwidth(text, 32, bytes_per_second);
}

/* ---- The table */

static int name_width(const struct run *r)
{
	int width = (int)strlen("algorithm");

	for (int i = 0; i < r->npeers; i++)
		if ((int)strlen(r->peers[i].name) > width)
			width = (int)strlen(r->peers[i].name);
	return width;
}

bool output_is_bounded(const struct run *r, enum collective c)
{
	return r->bound[c].least > 0 || r->bound[c].each > 0;
}

double output_bound(const struct run *r, enum collective c, long long bytes)
{
	const struct bound *b = &r->bound[c];
	const double bandwidth = b->each * (double)bytes;

	if (has_unequal_blocks(c) && bytes < r->ranks * (long long)sizeof(double))
		return bandwidth;
	return fmax(b->least, b->each > 0 ? b->first + bandwidth : 0);
}

void output_heading(const struct run *r, enum collective c)
{
	char root[32] = "";

	if (has_root(c) && r->o->root == ALL_ROOTS)
		snprintf(root, sizeof root, " from root to root,");
	else if (has_root(c))
		snprintf(root, sizeof root, " root %d,", r->o->root);
	printf("\n%s,", collective_names[c]);
	if (c != BARRIER)
		printf(" %s%s,", type_names[r->o->type], has_sums(c) ? " sum" : "");
	if (has_unequal_blocks(c) && r->blocks != SAME)
		printf(" %s blocks,", blocks_names[r->blocks]);
	if (has_unequal_blocks(c) && (r->blocks == RANDOM || r->blocks == SPIKES))
		printf(" seed %u,", r->o->seed);
	printf("%s %d rank%s on %d machine%s%s%s\n", root, r->ranks, r->ranks == 1 ? "" : "s",
	       r->machines, r->machines == 1 ? "" : "s", *r->o->label ? ": " : "", r->o->label);
	printf("%11s  %-*s  %5s  %9s  %9s  %9s  %9s  %6s", "size", name_width(r), "algorithm",
	       "times", "min", "median", "p95", "MB/s", "ratio");
	if (output_is_bounded(r, c))
		printf("  %9s  %10s", "bound", "efficiency");
	putchar('\n');
}

/* Times as fast as the first one that was measured; 0: that cannot be told. */
static double ratio(const struct outcome *outcomes, int i)
{
	int first = 0;

	while (!outcome_counts(&outcomes[first]))
		first++;
	if (!outcome_has_speed(&outcomes[first]) || !outcome_has_speed(&outcomes[i]))
		return 0;
	return outcomes[first].median / outcomes[i].median;
}

/* The time in whose unit all of a size are: the least median; but the longest time is to fit its
 * column, where it has six digits at most. */
static double least_time(const struct run *r, const struct outcome *outcomes)
{
	double least = INFINITY, most = 0;

	for (int i = 0; i < r->npeers; i++)
		if (outcome_counts(&outcomes[i])) {
			least = fmin(least, outcomes[i].median);
			most = fmax(most, outcomes[i].p95);
		}
	return fmax(least, most / 1000);
}

/* A number in a column of that width, or a dash if it cannot be told. */
static void print_number(bool told, int width, int decimals, double number)
{
	if (told)
		printf("  %*.*f", width, decimals, number);
	else
		printf("  %*s", width, "-");
}

static void print_row(const struct run *r, enum collective c, long long bytes,
                      const struct outcome *outcomes, int i)
{
	const struct outcome *x = &outcomes[i];
	const bool speed = outcome_has_speed(x);
	double bound = output_bound(r, c, bytes);
	char a[32], b[32], d[32];

	if (!outcome_counts(x)) {
		printf("  %5s  %9s", "-", x->wrong ? "WRONG" : "-");
		return;
	}
	double faster = ratio(outcomes, i), least = least_time(r, outcomes);
	double rate = (double)bytes / x->median;
	printf("  %5d  %9s  %9s  %9s", x->n, output_time_beside(x->min, least, a),
	       output_time_beside(x->median, least, b), output_time_beside(x->p95, least, d));
	print_number(speed, 9, rate < 1e8 ? 2 : 0, rate / 1e6);
	print_number(faster > 0, 6, faster < 999.995 ? 2 : 0, faster);
	if (bound > 0) {
		printf("  %9s", output_time_beside(bound, least, a));
		print_number(speed, 10, 3, bound / x->median);
	}
}

void output_size(const struct run *r, enum collective c, long long bytes,
                 const struct outcome *outcomes)
{
	char size[32];

	output_size_text(bytes, size);
	for (int i = 0; i < r->npeers; i++) {
		printf("%11s  %-*s", i ? "" : size, name_width(r), r->peers[i].name);
		print_row(r, c, bytes, outcomes, i);
		putchar('\n');
	}
	fflush(stdout);
}

/* ---- The CSV file */

void output_csv_heading(const struct run *r)
{
	fprintf(r->csv,
	        "label,collective,algorithm,bytes,ranks,machines,repetitions,min_us,median_us,"
	        "p95_us,MBps,bound_us,efficiency,verified%s\n",
	        r->o->blocks_told ? ",blocks" : "");
	fflush(r->csv);
}

/* The number in the next field, which is empty if there is none. */
static void print_field(const struct run *r, bool given, double value)
{
	fputc(',', r->csv);
	if (given)
		fprintf(r->csv, "%.6g", value);
}

/* The kind of blocks, at the end of a line, if any was asked for; empty where they cannot differ.
 */
static void print_blocks(const struct run *r, enum collective c, FILE *f)
{
	if (r->o->blocks_told)
		fprintf(f, ",%s", has_unequal_blocks(c) ? blocks_names[r->blocks] : "");
	fputc('\n', f);
}

void output_csv(const struct run *r, enum collective c, long long bytes,
                const struct outcome *outcomes)
{
	double bound = output_bound(r, c, bytes);

	for (int i = 0; i < r->npeers; i++) {
		const struct outcome *x = &outcomes[i];
		bool timed = x->n && !x->wrong;
		fprintf(r->csv, "%s,%s,%s,%lld,%d,%d,%d", r->o->label, collective_names[c],
		        r->peers[i].name, bytes, r->ranks, r->machines, x->n);
		print_field(r, timed, 1e6 * x->min);
		print_field(r, timed, 1e6 * x->median);
		print_field(r, timed, 1e6 * x->p95);
		print_field(r, timed, (double)bytes / x->median / 1e6);
		print_field(r, bound > 0, 1e6 * bound);
		print_field(r, bound > 0 && timed, bound / x->median);
		fprintf(r->csv, ",%s", x->wrong ? "no" : x->serves ? "yes" : "-");
		print_blocks(r, c, r->csv);
	}
	fflush(r->csv);
}

/* ---- Each sample */

void output_samples_heading(const struct run *r)
{
	fprintf(r->samples, "label,collective,algorithm,bytes,sample,us%s\n",
	        r->o->blocks_told ? ",blocks" : "");
	fflush(r->samples);
}

void output_samples(const struct run *r, enum collective c, long long bytes,
                    const struct outcome *outcomes)
{
	for (int i = 0; i < r->npeers; i++)
		for (int k = 0; k < outcomes[i].n && !outcomes[i].wrong; k++) {
			fprintf(r->samples, "%s,%s,%s,%lld,%d,%.6g", r->o->label,
			        collective_names[c], r->peers[i].name, bytes, k,
			        1e6 * outcomes[i].times[k]);
			print_blocks(r, c, r->samples);
		}
	fflush(r->samples);
}

/* ---- Wrong results */
