/* SPDX-License-Identifier: BSD-3-Clause
 * plan_page: one collective of a plan.
 */
#include "show/plan_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "certify/bound.h"
#include "plan/planning.h"
#include "show/json_plan.h"

/* ---- Words ---- */

static const char *slice_of(char *buf, size_t n, int64_t slice)
{
	return slice ? rg_show_size(buf, n, (double)slice) : "-";
}

/* "ring", "factored 3,3". */
static void name_variant(const struct rg_variant *v, char *buf, size_t n)
{
	rg_variant_name(v, buf, n);
	if (strchr(buf, ':'))
		*strchr(buf, ':') = ' ';
}

static int widest_name(const struct rg_contest *c)
{
	size_t width = 2;
	for (int i = 0; i < rg_contest_candidates(c); i++) {
		char name[128];
		name_variant(rg_contest_variant(c, i), name, sizeof name);
		width = strlen(name) > width ? strlen(name) : width;
	}
	return (int)width;
}

/* "allreduce" */
static void print_title(const struct rg_plan_page *p)
{
	static const char *const purpose[RG_PURPOSES] = {"", " in rank order",
	                                                 " of one long block"};
	rg_textf(p->out, "\n%s%s", rg_collectives[p->collective].name, purpose[p->purpose]);
}

/* ---- One size: all candidates ---- */

struct row {
	int candidate;
	int64_t slice;
	double seconds;
};

static int compare_rows(const void *pa, const void *pb)
{
	const struct row *a = pa, *b = pb;
	if (a->seconds != b->seconds)
		return a->seconds < b->seconds ? -1 : 1;
	return a->candidate < b->candidate ? -1 : a->candidate > b->candidate;
}

/* The prediction of candidate i; of blocks that have lengths of their own, for these. */
static struct rg_prediction ask(const struct rg_plan_page *p, int i, double bytes)
{
	if (!p->len)
		return rg_contest_ask(p->contest, i, 0, bytes);
	struct rg_candidate *k = rg_contest_candidate(p->contest, i);
	return (struct rg_prediction){.i = i, .seconds = rg_candidate_time_with(k, p->len)};
}

/* The candidates, the fastest first. Free it. */
static struct row *rank_candidates(const struct rg_plan_page *p, double bytes)
{
	int n = rg_contest_candidates(p->contest);
	struct row *row = rg_alloc((size_t)n, sizeof *row);
	for (int i = 0; i < n; i++) {
		struct rg_prediction now = ask(p, i, bytes);
		row[i] = (struct row){i, now.slice, now.seconds};
	}
	qsort(row, (size_t)n, sizeof *row, compare_rows);
	return row;
}

static void print_candidate(const struct rg_plan_page *p, const struct row *row, int width,
                            double bytes)
{
	const struct rg_variant *variant = rg_contest_variant(p->contest, row->candidate);
	struct rg_traffic t = rg_contest_traffic(p->contest, row->candidate);
	char name[128], slice[32], seconds[32], part[32], link[256] = "";
	name_variant(variant, name, sizeof name);
	if (t.resource >= 0)
		rg_resource_name(p->certificate->routes, t.resource, link, sizeof link);
	rg_textf(p->out, "  %-*s  %8s %10s  %8s %6d %10lld %5d  %s\n", width, name,
	         slice_of(slice, sizeof slice, row->slice),
	         rg_show_time_in(seconds, sizeof seconds, row->seconds, &p->unit),
	         rg_show_efficiency(part, sizeof part, rg_time_bound_at(&p->bound, bytes),
	                            row->seconds),
	         t.waits, (long long)t.messages, t.load, t.load ? link : "-");
}

static void print_size(const struct rg_plan_page *p, int64_t bytes)
{
	int n = rg_contest_candidates(p->contest), width = widest_name(p->contest);
	struct row *row = rank_candidates(p, (double)bytes);
	char size[32], bound[32];
	print_title(p);
	rg_textf(p->out, " of %s", rg_show_size(size, sizeof size, (double)bytes));
	if (rg_time_bound_at(&p->bound, (double)bytes) > 0)
		rg_textf(p->out, ": no algorithm takes less than %s %s",
		         rg_show_time_in(bound, sizeof bound,
		                         rg_time_bound_at(&p->bound, (double)bytes), &p->unit),
		         p->unit.name);
	rg_textf(p->out, "\n  %-*s  %8s %8s%s  %8s %6s %10s %5s  %s\n", width, "by", "slice",
	         "time, ", p->unit.name, "of bound", "steps", "messages", "load", "on");
	for (int i = 0; i < n; i++)
		print_candidate(p, &row[i], width, (double)bytes);
	free(row);
}

/* ---- All sizes: where the choice changes ---- */

#define MPIS_OWN "MPI's own"

static void print_next(const struct rg_plan_page *p, const struct rg_plan_choice *choice)
{
	double bytes = choice->bytes ? (double)choice->bytes : RG_LEAST_SIZE;
	struct rg_prediction next = choice->native
	                                    ? rg_contest_fastest(p->contest, NULL, bytes)
	                                    : rg_contest_next(p->contest, &choice->variant, bytes);
	char name[128], takes[32];
	if (next.i >= 0) {
		name_variant(rg_contest_variant(p->contest, next.i), name, sizeof name);
		if (choice->seconds > 0)
			rg_textf(p->out, "  %s: %.2f times as long", name,
			         next.seconds / choice->seconds);
		else
			rg_textf(p->out, "  %s: %s %s", name,
			         rg_show_time_in(takes, sizeof takes, next.seconds, &p->unit),
			         p->unit.name);
	}
	rg_text_add(p->out, "\n");
}

/* A rg_native_fn: what the library takes on the ground of the page. */
static void native_seconds(void *on, const struct rg_scenario *scenario,
                           enum rg_collective collective, int sizes, double *seconds)
{
	const struct rg_plan_native *n = on;
	(void)scenario; /* the ground is made of it */
	rg_native_seconds(n->ground, n->library, collective, sizes, seconds);
}

/* What serves, for one purpose; *left: may some of it be left to MPI's own? */
static struct rg_plan_choices choices_of(const struct rg_plan_page *p, bool *left)
{
	struct rg_plan_choices choices = rg_plan_choices_of(p->contest);
	double ours[RG_SIZES];
	*left = p->native && p->purpose == RG_FOR_ANY;
	if (!*left)
		return choices;
	const struct rg_planning planning = {
		.wanted = p->wanted, .native = native_seconds, .on = p->native};
	rg_plan_choices_times(&choices, p->contest, ours);
	*left = rg_plans_hand_on(&planning, rg_contest_scenario(p->contest), p->collective, ours,
	                         &choices);
	return choices;
}

/* A row up to its last column. */
static void print_choice(const struct rg_plan_page *p, const struct rg_plan_choice *choice,
                         int width)
{
	double bytes = choice->bytes > 1 ? (double)choice->bytes : RG_LEAST_SIZE;
	char from[32], name[128], slice[32], seconds[32], part[32];
	snprintf(name, sizeof name, MPIS_OWN);
	if (!choice->native)
		name_variant(&choice->variant, name, sizeof name);
	rg_textf(p->out, "  %-10s %-*s  %8s %10s  %8s",
	         rg_show_size(from, sizeof from, (double)choice->bytes), width, name,
	         slice_of(slice, sizeof slice, choice->native ? 0 : choice->slice),
	         rg_show_time_in(seconds, sizeof seconds, choice->seconds, &p->unit),
	         rg_show_efficiency(part, sizeof part, rg_time_bound_at(&p->bound, bytes),
	                            choice->seconds));
}

static void print_choices(const struct rg_plan_page *p)
{
	bool left;
	struct rg_plan_choices choices = choices_of(p, &left);
	const struct rg_plan_choice *choice = choices.choice;
	int width = widest_name(p->contest);
	if (left && width < (int)strlen(MPIS_OWN))
		width = (int)strlen(MPIS_OWN);
	print_title(p);
	rg_textf(p->out, "\n  %-10s %-*s  %8s %8s%s  %8s  %s\n", "from", width, "by", "slice",
	         "time, ", p->unit.name, "of bound", "the next best there");
	for (int i = 0; i < choices.n; i++) {
		if (i && choice[i].native && choice[i - 1].native)
			continue; /* what would serve instead is another */
		print_choice(p, &choice[i], width);
		print_next(p, &choice[i]);
	}
	for (int i = choices.n; i < choices.n + choices.spares; i++) {
		print_choice(p, &choice[i], width);
		rg_text_add(p->out, "  in trials alone\n");
	}
}

/* ---- What was measured ---- */

/* The predicted seconds of a line's variant; negative: there are none, as it is MPI's own or no
 * candidate. */
static double predicted(const struct rg_plan_page *p, const struct rg_tuned_line *l)
{
	double bytes = l->bytes ? (double)l->bytes : RG_LEAST_SIZE;
	for (int i = 0; i < rg_contest_candidates(p->contest); i++) {
		char by[RG_TUNED_TEXT];
		const struct rg_variant *v = rg_contest_variant(p->contest, i);
		struct rg_candidate *k = rg_contest_candidate(p->contest, i);
		rg_tuned_by(v->routine->algorithm, v->parameters, by);
		if (strcmp(by, l->by) != 0)
			continue;
		return rg_has_one_size(p->collective)
		               ? rg_contest_ask(p->contest, i, 0, bytes).seconds
		               : rg_candidate_time_in(k, bytes, l->slice);
	}
	return -1;
}

static void print_line(const struct rg_plan_page *p, const struct rg_tuned_line *l, bool first,
                       int width)
{
	char from[32], name[RG_TUNED_TEXT], slice[32], takes[32], model[32] = "-";
	double seconds = predicted(p, l);
	snprintf(name, sizeof name, "%s", l->by);
	if (strchr(name, ':'))
		*strchr(name, ':') = ' ';
	if (seconds >= 0)
		rg_show_time_in(model, sizeof model, seconds, &p->unit);
	rg_textf(p->out, "  %-10s %-*s  %8s %10s %10s  %lld\n",
	         first ? rg_show_size(from, sizeof from, (double)l->bytes) : "", width, name,
	         slice_of(slice, sizeof slice, l->slice),
	         rg_show_time_in(takes, sizeof takes, (double)l->picoseconds * 1e-12, &p->unit),
	         model, (long long)l->trials);
}

static void print_measured(const struct rg_plan_page *p)
{
	const struct rg_scenario *g = rg_contest_scenario(p->contest);
	size_t n;
	const struct rg_tuned_line **line = rg_tuning_of(p->measured, g->placement, g->windows,
	                                                 g->root, p->collective, p->purpose, &n);
	int width = widest_name(p->contest);
	for (size_t i = 0; i < n; i++)
		width = (int)strlen(line[i]->by) > width ? (int)strlen(line[i]->by) : width;
	if (n)
		rg_textf(p->out, "  %-10s %-*s  %8s %8s%s %10s  %s\n", "measured", width, "by",
		         "slice", "time, ", p->unit.name, "model", "trials");
	for (size_t i = 0; i < n; i++)
		print_line(p, line[i], !i || line[i]->bytes != line[i - 1]->bytes, width);
	free(line);
}

/* ---- What the MPI library takes by itself */

static void print_own(const struct rg_plan_page *p, const struct rg_native_choice *c,
                      const struct rg_plan_choices *ours, int width)
{
	char from[32], seconds[32], part[32];
	double bytes = c->bytes ? (double)c->bytes : RG_LEAST_SIZE;
	double planned = rg_plan_choices_time(ours, p->contest, bytes);
	rg_textf(p->out, "  %-10s %-*s  %8s %10s  %8s  %.2f times as long\n",
	         rg_show_size(from, sizeof from, (double)c->bytes), width,
	         rg_native_short(c->native), "-",
	         rg_show_time_in(seconds, sizeof seconds, c->seconds, &p->unit),
	         rg_show_efficiency(part, sizeof part, rg_time_bound_at(&p->bound, bytes),
	                            c->seconds),
	         c->seconds > 0 ? planned / c->seconds : 1);
}

/* Where it, or the plan, changes. */
static void print_native(const struct rg_plan_page *p)
{
	const struct rg_mpi_library *l = p->native->library;
	const struct rg_native_choices c = rg_native_usually(p->native->ground, l, p->collective);
	const struct rg_plan_choices ours = rg_plan_choices_of(p->contest);
	const struct rg_native_algorithm *last = NULL;
	const struct rg_plan_choice *was = NULL;
	int width = widest_name(p->contest);
	for (int i = 0; i < c.n; i++) {
		int n = (int)strlen(rg_native_short(c.choice[i].native));
		width = n > width ? n : width;
	}
	if (c.n)
		rg_textf(p->out, "  %-10s %-*s  %8s %8s%s  %8s  %s\n", "by itself", width,
		         rg_mpi_names[l->mpi], "slice", "time, ", p->unit.name, "of bound",
		         "ringgen's there");
	for (int i = 0; i < c.n; i++) {
		const struct rg_plan_choice *now =
			rg_plan_choices_at(&ours, (double)c.choice[i].bytes);
		if (c.choice[i].native != last || now != was)
			print_own(p, &c.choice[i], &ours, width);
		last = c.choice[i].native;
		was = now;
	}
}

/* ---- For programs: every candidate at every size ---- */

static void print_rows(const struct rg_plan_page *p, int64_t bytes)
{
	int n = rg_contest_candidates(p->contest);
	struct row *row = rank_candidates(p, (double)bytes);
	for (int i = 0; i < n; i++) {
		const struct rg_variant *variant = rg_contest_variant(p->contest, row[i].candidate);
		char name[128],
			*parameters = strchr(rg_variant_name(variant, name, sizeof name), ':');
		if (parameters)
			*parameters++ = '\0';
		rg_textf(p->out, "%s,%s,%lld,%s,%s,%lld,%.9g,%.9g\n",
		         rg_collectives[p->collective].name,
		         p->purpose == RG_FOR_ORDER    ? "yes"
		         : p->purpose == RG_FOR_UNEVEN ? "uneven"
		                                       : "no",
		         (long long)bytes, name, parameters ? parameters : "",
		         (long long)row[i].slice, row[i].seconds,
		         rg_time_bound_at(&p->bound, (double)bytes));
	}
	free(row);
}

static void put_json(const struct rg_plan_page *p, int64_t size)
{
	json_object *o = rg_plan_json_collective(p->json, p->collective, p->purpose, &p->bound);
	if (size) {
		struct row *row = rank_candidates(p, (double)size);
		for (int i = 0; i < rg_contest_candidates(p->contest); i++)
			rg_plan_json_candidate(o, p->contest, row[i].candidate, size,
			                       ask(p, row[i].candidate, (double)size));
		free(row);
		return;
	}
	bool left;
	const struct rg_plan_choices choices = choices_of(p, &left);
	rg_plan_json_choices(o, &choices);
}

/* ---- All of it ---- */

/* By the least of its times. */
static struct rg_time_unit unit_of(const struct rg_plan_page *p, int64_t size)
{
	double least = INFINITY;
	for (int i = 0; size && i < rg_contest_candidates(p->contest); i++)
		least = fmin(least, ask(p, i, (double)size).seconds);
	if (!size) {
		struct rg_plan_choices choices = rg_plan_choices_of(p->contest);
		least = choices.n ? choices.choice[0].seconds : 0;
	}
	return rg_time_unit_for(least);
}

void rg_plan_page_print(struct rg_plan_page *p, bool csv, int64_t size)
{
	int64_t bytes = RG_LEAST_SIZE;
	int P = rg_contest_scenario(p->contest)->placement->places.P;
	for (int i = 0; i < P && p->len; i++)
		size = i ? size + p->len[i] : p->len[i];
	if (p->json) {
		put_json(p, size);
		return;
	}
	if (!csv)
		p->unit = unit_of(p, size);
	for (int i = 0; i < RG_SIZES && csv && !size; i++, bytes *= 2)
		print_rows(p, bytes);
	if (csv && size)
		print_rows(p, size);
	else if (!csv && size)
		print_size(p, size);
	else if (!csv)
		print_choices(p);
	if (!csv)
		print_measured(p);
	if (p->native && p->purpose == RG_FOR_ANY && !csv && !size)
		print_native(p);
}
