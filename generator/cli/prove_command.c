/* SPDX-License-Identifier: BSD-3-Clause
 * prove_command: the routines, played back in memory.
 */
#include "cli/prove_command.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/progress.h"
#include "cli/fit.h"
#include "cli/prove_messages.h"
#include "cli/prove_row.h"
#include "cli/conditions.h"
#include "prove/cases.h"

/* How many rows are there for a routine, and of which variant is the k-th? Parameters that somebody
 * named have one each, and so have levels, trees and numbers; else the proof takes the ports it
 * likes. */
static int rows_of(const struct rg_wanted *wanted, int routine)
{
	const struct rg_wanted *w = &wanted[routine];
	enum rg_takes takes = rg_routines[routine].algorithm->takes;
	bool each = rg_takes_level(takes) || takes == RG_A_NUMBER;
	return w->named || each ? w->n : w->n > 0;
}

static struct rg_variant row_of(const struct rg_options *o, int routine, int k)
{
	const struct rg_wanted *w = &o->wanted[routine];
	bool ports = rg_routines[routine].algorithm->takes == RG_PORTS;
	return (struct rg_variant){&rg_routines[routine],
	                           w->named || !ports ? w->parameters[k] : NULL};
}

static enum rg_status prove_all(const struct rg_options *o, const struct rg_job *s, int least,
                                int most)
{
	bool proved = true, any = false;
	int *loads = s->routes ? rg_alloc((size_t)s->routes->resources, sizeof *loads) : NULL;
	rg_progress_begin();
	printf("%-21s %-18s %6s %10s %6s %8s %6s %-6s %s\n", "collective", "by", "ranks",
	       "messages", "waits", "scratch", "load", "order", "verdict");
	for (int i = 0; i < RG_ROUTINES; i++) {
		if (!rg_is_for(rg_routines[i].algorithm, s->placement))
			continue;
		for (int k = 0; k < rows_of(o->wanted, i); k++) {
			const struct rg_variant v = row_of(o, i, k);
			any = true;
			for (int P = least; P <= most && !ferror(stdout); P++)
				proved &= rg_prove_row(&v, P, s, o->prove.thorough, loads);
		}
	}
	free(loads);
	if (!any)
		fputs("ringgen: error: the algorithms that are wanted are for the ranks of one "
		      "machine\n",
		      stderr);
	return fflush(stdout) ? RG_INVALID : !any ? RG_UNKNOWN : proved ? RG_OK : RG_REFUTED;
}

static enum rg_status print_messages(const struct rg_options *o, const struct rg_job *s, int least,
                                     int most, struct rg_diag *d)
{
	int one = -1, wanted = 0;
	for (int i = 0; i < RG_ROUTINES; i++) {
		one = o->wanted[i].n ? i : one;
		wanted += rows_of(o->wanted, i);
	}
	if (!rg_fit_root(o, most, d))
		return RG_USAGE;
	if (wanted == 1 && least == most && (o->prove.count || o->blocks)) {
		const struct rg_variant variant = row_of(o, one, 0);
		return rg_prove_messages(o, &variant, most, s->placement);
	}
	rg_error(d, NULL, 0,
	         "--messages needs --count, one collective by one algorithm, and one number of "
	         "ranks");
	return RG_USAGE;
}

static enum rg_status prove(const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct rg_job s = {0};
	int least = o->prove.most ? o->prove.least : 1, most = o->prove.most ? o->prove.most : 64;
	enum rg_status status = RG_INVALID;
	if (o->job.file && rg_job_load(&s, &o->job, o->model.of, &d) < 0)
		goto out;
	if (s.placement)
		least = most = s.placement->places.P;
	if (least == most)
		rg_fit_parameters(o, most, s.placement ? s.placement->machines : most);
	if (most > RG_PLAY_MOST) {
		rg_error(&d, NULL, 0, "%d ranks are too many to play, at most %d", most,
		         RG_PLAY_MOST);
		status = RG_UNKNOWN;
		goto out;
	}
	status = o->prove.messages ? print_messages(o, &s, least, most, &d)
	                           : prove_all(o, &s, least, most);
out:
	rg_job_free(&s);
	return status;
}

static bool has_file(const struct rg_options *o)
{
	return o->job.file;
}

static bool has_no_file(const struct rg_options *o)
{
	return !o->job.file;
}

static const struct rg_condition conditions[] = {
	RG_WITH_TASKS,
	RG_WITH_STDIN_ONCE,
	{.given = "ranks", .wrong = has_file, .says = "--ranks goes without a topology file"},
	{.given = "hosts",
         .wrong = has_no_file,
         .says = "--hosts and --ranks-per-node need a topology file"},
	{.given = "ranks-per-node",
         .wrong = has_no_file,
         .says = "--hosts and --ranks-per-node need a topology file"},
	{.says = NULL},
};

const struct rg_command rg_prove_command = {
	.name = "prove",
	.takes = "ranks ops hosts ranks-per-node thorough rail seconds seed messages "
		 "count blocks lanes root",
	.conditions = conditions,
	.file = RG_MAY_HAVE_FILE,
	.by_default = true,
	.run = prove,
};
