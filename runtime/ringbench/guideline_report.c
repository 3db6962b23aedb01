/* SPDX-License-Identifier: BSD-3-Clause
 * The report about guidelines: violations, a summary, the CSV file.
 *
 * A factor is the left side's median by the right one's; its least and its most are those of the
 * two intervals.
 */
#include "ringbench/guideline_report.h"

static struct rg_interval left_of(const struct agenda *a, const struct check *c)
{
	return rg_samples_interval(&a->trials[c->left].times);
}

static struct rg_interval right_of(const struct agenda *a, const struct check *c)
{
	return rg_samples_interval(&a->trials[c->right].times);
}

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
static void print_interval(FILE *f, const struct rg_samples *s)
{
	struct rg_interval i = rg_samples_interval(s);

	if (s->n)
		fprintf(f, ",%.6g", 1e6 * i.median);
	else
		fputc(',', f);
	if (i.low > 0)
		fprintf(f, ",%.6g,%.6g", 1e6 * i.low, 1e6 * i.high);
	else
		fputs(",,", f);
}

void guideline_csv(const struct run *r, const struct agenda *a)
{
	for (int i = 0; i < a->nchecks; i++) {
		const struct check *c = &a->checks[i];
		const struct rg_samples *left = &a->trials[c->left].times;
		const struct rg_samples *right = &a->trials[c->right].times;

		fprintf(r->csv, "%s,%s,%s,%s,%s,%lld", r->o->label, c->peer->name, c->rule->name,
		        collective_names[c->collective], kind_of(c), c->bytes);
		print_interval(r->csv, left);
		print_interval(r->csv, right);
		if (left->n && right->n)
			fprintf(r->csv, ",%.4g",
			        rg_samples_median(left) / rg_samples_median(right));
		else
			fputc(',', r->csv);
		fprintf(r->csv, ",%s,%s\n", verdict_names[c->verdict],
		        c->verdict == VIOLATED ? c->rule->advice : "");
	}
	fflush(r->csv);
}

/* ---- The report */

static void print_violation(const struct agenda *a, const struct check *c)
{
	struct rg_interval left = left_of(a, c), right = right_of(a, c);
	char size[32], one[32], other[32];

	printf("violated: %s, %s%s%s", collective_names[c->collective], kind_of(c),
	       *kind_of(c) ? " blocks, " : "", output_size_text(c->bytes, size));
	printf(": %.2f times as long (%.2f to %.2f), %s against %s: %s (%s: %s)\n",
	       left.median / right.median, left.low / right.high, left.high / right.low,
	       output_time(left.median, one), output_time(right.median, other), c->rule->advice,
	       c->rule->name, c->rule->why);
}

static void report_peer(const struct agenda *a, const struct peer *p)
{
	int counts[VERDICTS] = {0}, all = 0;

	for (int i = 0; i < a->nchecks; i++) {
		const struct check *c = &a->checks[i];
		if (c->peer != p)
			continue;
		all++;
		counts[c->verdict]++;
		if (c->verdict == VIOLATED)
			print_violation(a, c);
	}
	printf("%s: %d guideline%s checked, %d violated, %d undecided", p->name, all,
	       all == 1 ? "" : "s", counts[VIOLATED], counts[UNDECIDED]);
	if (counts[WRONG_RESULT])
		printf(", %d with a wrong result", counts[WRONG_RESULT]);
	putchar('\n');
}

void guideline_report(const struct run *r, const struct agenda *a, int rounds)
{
	char root[32] = "from root to root";

	if (r->o->root != ALL_ROOTS)
		snprintf(root, sizeof root, "root %d", r->o->root);
	printf("\nguidelines, %s, %s, %d rank%s on %d machine%s, slack %g %%, seed %u, %d "
	       "round%s%s%s\n",
	       type_names[r->o->type], root, r->ranks, r->ranks == 1 ? "" : "s", r->machines,
	       r->machines == 1 ? "" : "s", r->o->slack_percent, r->o->seed, rounds,
	       rounds == 1 ? "" : "s", *r->o->label ? ": " : "", r->o->label);
	for (int i = 0; i < r->npeers; i++)
		report_peer(a, &r->peers[i]);
}
