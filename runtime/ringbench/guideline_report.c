/* SPDX-License-Identifier: BSD-3-Clause
 * The report about guidelines: a screen of findings, all violations, the CSV file.
 */
#include "ringbench/guideline_report.h"
#include "ringbench/findings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *kind_of(const struct check *c)
{
	return has_unequal_blocks(c->collective) ? blocks_names[c->blocks] : "";
}

/* ---- The CSV file */

void guideline_csv_heading(const struct run *r)
{
	fputs("label,source,guideline,collective,blocks,bytes,left_us,left_low,left_high,right_us,"
	      "right_low,right_high,factor,verdict,advice\n",
	      r->csv);
	fflush(r->csv);
}

/* Without an interval, too few samples were taken; without a time, none. */
static void print_interval(FILE *f, const struct rg_interval *i)
{
	if (i->median > 0)
		fprintf(f, ",%.6g", 1e6 * i->median);
	else
		fputc(',', f);
	if (i->low > 0)
		fprintf(f, ",%.6g,%.6g", 1e6 * i->low, 1e6 * i->high);
	else
		fputs(",,", f);
}

void guideline_csv(const struct run *r, const struct agenda *a)
{
	for (int i = 0; i < a->nchecks; i++) {
		const struct check *c = &a->checks[i];

		fprintf(r->csv, "%s,%s,%s,%s,%s,%lld", r->o->label, c->peer->name, c->rule->name,
		        collective_names[c->collective], kind_of(c), c->bytes);
		print_interval(r->csv, &c->left_time);
		print_interval(r->csv, &c->right_time);
		if (c->n)
			fprintf(r->csv, ",%.4g", factor_of(c).median);
		else
			fputc(',', r->csv);
		fprintf(r->csv, ",%s,%s\n", verdict_names[c->verdict],
		        c->verdict == VIOLATED ? c->rule->advice : "");
	}
	fflush(r->csv);
}

/* ---- Words */

/* Of any collective: what it is not to be longer than. */
static void any_text(const struct check *c, char *text, size_t room)
{
	const char *name = collective_names[c->collective];

	if (c->rule->parts)
		snprintf(text, room, "%s<=%s in %d parts", name, name, c->rule->parts);
	else
		snprintf(text, room, "%s<=%s of the next size", name, name);
}

const char *guideline_text(const struct check *c, char *text, size_t room)
{
	if (c->rule->left == ANY)
		any_text(c, text, room);
	else
		snprintf(text, room, "%s", c->rule->name);
	if (c->rule->each_kind && *kind_of(c))
		snprintf(text + strlen(text), room - strlen(text), ", %s blocks", kind_of(c));
	return text;
}

const char *number_text(int n, char text[32])
{
	if (n < 1000)
		snprintf(text, 32, "%d", n);
	else
		snprintf(text, 32, "%d,%03d", n / 1000, n % 1000);
	return text;
}

/* ---- The screen of findings */

enum { SCREEN = 15 };

static int source_width(const struct run *r)
{
	int width = 0;

	for (int i = 0; i < r->npeers; i++)
		if ((int)strlen(r->peers[i].name) > width)
			width = (int)strlen(r->peers[i].name);
	return width;
}

static void print_finding(const struct run *r, const struct finding *f)
{
	char interval[64], size[32], sizes[64], text[256];

	snprintf(interval, sizeof interval, "(%.2f to %.2f)", f->factor.least, f->factor.most);
	snprintf(sizes, sizeof sizes, "%d of %d size%s", f->violated, f->checked,
	         f->checked == 1 ? "" : "s");
	printf("%7.2f times as long %-17s %9s, %-14s  %-*s  %s\n", f->factor.median, interval,
	       output_size_text(f->worst->bytes, size), sizes, source_width(r),
	       f->worst->peer->name, guideline_text(f->worst, text, sizeof text));
}

static void print_findings(const struct run *r, const struct agenda *a)
{
	int n;
	struct finding *all = findings_of(a, &n);

	if (n)
		printf("violated most, by the least of the 95 %% interval:\n");
	for (int i = 0; i < n && i < SCREEN; i++)
		print_finding(r, &all[i]);
	if (n > SCREEN)
		printf("%d more are below\n", n - SCREEN);
	free(all);
}

static void count_peer(const struct agenda *a, const struct peer *p)
{
	int counts[VERDICTS] = {0}, all = 0;

	for (int i = 0; i < a->nchecks; i++)
		if (a->checks[i].peer == p) {
			all += a->checks[i].verdict != LEFT_OUT;
			counts[a->checks[i].verdict]++;
		}
	printf("%s: %d guideline%s checked, %d violated, %d undecided", p->name, all,
	       all == 1 ? "" : "s", counts[VIOLATED], counts[UNDECIDED]);
	if (counts[WRONG_RESULT])
		printf(", %d with a wrong result", counts[WRONG_RESULT]);
	putchar('\n');
}

/* Two digits of it are enough. */
static const char *long_time(double seconds, char text[32])
{
	if (seconds < 10)
		snprintf(text, 32, "%.2g s", seconds);
	else if (seconds < 120)
		snprintf(text, 32, "%.0f s", seconds);
	else if (seconds < 5970)
		snprintf(text, 32, "%.0f min", seconds / 60);
	else
		snprintf(text, 32, "%.0f h", seconds / 3600);
	return text;
}

static void print_left_out(const struct agenda *a, const struct course *course)
{
	char some[32], all[32], missing[32];
	int n = 0;

	for (int i = 0; i < a->nchecks; i++)
		n += a->checks[i].verdict == LEFT_OUT;
	if (!n)
		return;
	printf("left out: %s of %s, for which there is no time (--budget)", number_text(n, some),
	       number_text(a->nchecks, all));
	if (course->missing > 0)
		printf(": they would take at least %s more", long_time(course->missing, missing));
	putchar('\n');
}

/* ---- Each violation */

static void print_violation(const struct check *c)
{
	struct factor factor = factor_of(c);
	double least = fmin(c->left_time.median, c->right_time.median);
	char size[32], one[32], other[32];

	printf("violated: %s, %s%s%s", collective_names[c->collective], kind_of(c),
	       *kind_of(c) ? " blocks, " : "", output_size_text(c->bytes, size));
	printf(": %.2f times as long (%.2f to %.2f), %s against %s: %s (%s: %s)\n", factor.median,
	       factor.least, factor.most, output_time_beside(c->left_time.median, least, one),
	       output_time_beside(c->right_time.median, least, other), c->rule->advice,
	       c->rule->name, c->rule->why);
}

static void print_violations(const struct run *r, const struct agenda *a, const struct peer *p)
{
	bool first = true;

	for (int i = 0; i < a->nchecks; i++) {
		const struct check *c = &a->checks[i];
		if (c->peer != p || c->verdict != VIOLATED)
			continue;
		if (first)
			putchar('\n');
		if (first && r->npeers > 1)
			printf("%s:\n", p->name);
		first = false;
		print_violation(c);
	}
}

/* ---- The report */

static void print_heading(const struct run *r, const struct course *course)
{
	char root[32] = "from root to root", used[32], budget[32];

	if (r->o->root != ALL_ROOTS)
		snprintf(root, sizeof root, "root %d", r->o->root);
	printf("\nguidelines, %s, %s, %d rank%s on %d machine%s, slack %g %%, seed %u, %d "
	       "round%s, %s of %s%s%s\n",
	       type_names[r->o->type], root, r->ranks, r->ranks == 1 ? "" : "s", r->machines,
	       r->machines == 1 ? "" : "s", r->o->slack_percent, r->o->seed, course->rounds,
	       course->rounds == 1 ? "" : "s", output_time(course->used, used),
	       output_time(r->o->budget, budget), *r->o->label ? ": " : "", r->o->label);
}

void guideline_report(const struct run *r, const struct agenda *a, const struct course *course)
{
	print_heading(r, course);
	print_findings(r, a);
	for (int i = 0; i < r->npeers; i++)
		count_peer(a, &r->peers[i]);
	print_left_out(a, course);
	for (int i = 0; i < r->npeers; i++)
		print_violations(r, a, &r->peers[i]);
}
