/* SPDX-License-Identifier: BSD-3-Clause
 * jobs_table: what past jobs met, in a table.
 */
#include "cli/jobs_table.h"

#include <stdlib.h>

#include "base/units.h"

static int compare_numbers(const void *pa, const void *pb)
{
	double a = *(const double *)pa, b = *(const double *)pb;
	return (a > b) - (a < b);
}

static void print_slowdown(const char *what, double share, const struct rg_past_jobs *j,
                           struct rg_text *out)
{
	rg_textf(out, "%-20s", what);
	for (int k = 0; k < RG_JOB_ORDERS; k++) {
		const struct rg_jobs_tally *t = &j->tally[k];
		if (t->slow)
			rg_textf(out, " %12.2f",
			         t->slowdown[(size_t)(share * (double)(t->slow - 1))]);
		else
			rg_textf(out, " %12s", "-");
	}
	rg_text_add(out, "\n");
}

static void print_count(const char *what, int own, int ours, struct rg_text *out)
{
	rg_textf(out, "%-20s %12d %12d\n", what, own, ours);
}

/* The same of the planner's choice. */
static void print_choice(const struct rg_past_jobs *j, struct rg_text *out)
{
	const struct rg_jobs_tally *own = &j->tally[RG_OWN_ORDER], *ours = &j->tally[RG_OUR_ORDER];
	char size[32];
	rg_textf(out, "\n%s of %s by what the planner chooses\n",
	         rg_collectives[rg_jobs_choice_collective(j->choice)].name,
	         rg_show_size(size, sizeof size, (double)j->o->size));
	print_count("no messages meet", own->free, ours->free, out);
	print_count("some meet", own->meets, ours->meets, out);
	if (own->unplanned || ours->unplanned)
		print_count("not planned for", own->unplanned, ours->unplanned, out);
}

void rg_jobs_table(struct rg_past_jobs *j, struct rg_text *out)
{
	struct rg_text names = {0};
	int left = 0;
	for (int k = 0; k < RG_LEFT_OUT; k++)
		left += j->left[k].n;
	rg_textf(out, "%-20s %12d\n", "jobs", j->n);
	rg_textf(out, "%-20s %12d\n", "on one machine", j->one);
	if (left)
		rg_textf(out, "%-20s %12d\n", "left out, see below", left);
	rg_textf(out, "\n%-20s %12s %12s\n", "the others", "own order", "ringgen's");
	for (int v = 0; v < RG_JOB_VERDICTS; v++) {
		int own = j->tally[RG_OWN_ORDER].jobs[v], ours = j->tally[RG_OUR_ORDER].jobs[v];
		if (v != RG_IS_PROVED_ANY_WAY || own || ours)
			print_count(rg_job_verdicts[v], own, ours, out);
	}
	for (int k = 0; k < RG_JOB_ORDERS; k++)
		if (j->tally[k].slow)
			qsort(j->tally[k].slowdown, j->tally[k].slow, sizeof(double),
			      compare_numbers);
	rg_text_add(out, "\nhow much longer the slowest pairs of a refuted ring take\n");
	print_slowdown("median", 0.5, j, out);
	print_slowdown("most", 1, j, out);
	if (j->choice)
		print_choice(j, out);
	rg_past_jobs_left(j, &names);
	if (names.len)
		rg_textf(out, "\nleft out\n%s", names.s);
	rg_text_free(&names);
}
